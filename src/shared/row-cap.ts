/** Rows a job may have where the key has no lower cap of its own (Spec 9). */
export const DEFAULT_MAX_ROWS = 250_000;
