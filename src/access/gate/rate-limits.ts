/** Declares the rate limits of a key, and writes the headers that show them (Contract 3.7, 3.8). */

const WINDOW_SECONDS = 60;
export const RATE_WINDOW_MS = WINDOW_SECONDS * 1_000;

export interface RateLimit {
  readonly name: string;
  /** Calls per window. */
  readonly limit: number;
}

export interface RateLimitState extends RateLimit {
  readonly remaining: number;
  readonly reset_ms: number;
}

export interface RateLimitResult {
  /** False if one of the limits is used up. Then the call counts against none of them. */
  readonly isAllowed: boolean;
  readonly states: readonly RateLimitState[];
}

const wholeSeconds = (timeMs: number): number => Math.max(1, Math.ceil(timeMs / 1000));

/** Returns `RateLimit-Policy` and `RateLimit` in the form of the IETF rate limit draft 10. */
export const rateLimitHeaders = (states: readonly RateLimitState[]): Record<string, string> => ({
  'RateLimit-Policy': states.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS}`).join(', '),
  RateLimit: states
    .map(({ name, remaining, reset_ms }) => `"${name}";r=${remaining};t=${wholeSeconds(reset_ms)}`)
    .join(', '),
});

/** Returns the seconds until every used-up limit has a new window. */
export const retryAfterSeconds = (states: readonly RateLimitState[]): number =>
  Math.max(
    1,
    ...states.filter(({ remaining }) => remaining === 0).map(({ reset_ms }) => wholeSeconds(reset_ms)),
  );
