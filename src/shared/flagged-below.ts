/** A value, or a row's match, of lower confidence is flagged for review (Blocks 1.7). */
export const FLAGGED_BELOW = 0.75;
