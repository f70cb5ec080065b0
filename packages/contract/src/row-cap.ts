/** The maximum rows of a job if its key has no lower cap (Spec 9). */
export const DEFAULT_MAX_ROWS = 250_000;
