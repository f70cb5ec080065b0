/** Rows a job may have where the key has no lower cap of its own (Spec, Limits). */
export const DEFAULT_MAX_ROWS = 250_000;
