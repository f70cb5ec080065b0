/** Most rows of a job where its key has no lower cap (Spec 9). */
export const DEFAULT_MAX_ROWS = 250_000;
