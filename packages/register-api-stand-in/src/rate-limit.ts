/** The publisher's allowance: so many requests in a fixed window, told in headers of every answer. */

export class RateLimit {
  private windowEnds = 0;
  private used = 0;

  constructor(
    private readonly limit: number,
    private readonly windowSeconds: number,
  ) {}

  /** Counts one request. */
  take(now: number): { readonly passes: boolean; readonly headers: Readonly<Record<string, string>> } {
    if (now >= this.windowEnds) {
      this.windowEnds = now + this.windowSeconds * 1_000;
      this.used = 0;
    }
    this.used += 1;
    const passes = this.used <= this.limit;
    const headers = {
      'x-ratelimit-limit': String(this.limit),
      'x-ratelimit-remain': String(Math.max(0, this.limit - this.used)),
      'x-ratelimit-reset': String(Math.ceil(this.windowEnds / 1_000)),
      'x-ratelimit-window': `${this.windowSeconds}s`,
    };
    const after = { 'retry-after': String(Math.max(1, Math.ceil((this.windowEnds - now) / 1_000))) };
    return { passes, headers: passes ? headers : { ...headers, ...after } };
  }
}
