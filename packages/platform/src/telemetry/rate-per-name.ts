/** Limits how many of each name may begin in a second. What was not used is lost after a second. */
export class RatePerName {
  private readonly left = new Map<string, { tokens: number; at: number }>();

  /** @param perSecond also fractions: 0.1 is one in ten seconds */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** There are few names, so none is forgotten. */
  take(name: string): boolean {
    const most = Math.max(1, this.perSecond);
    const at = this.now();
    const before = this.left.get(name) ?? { tokens: most, at };
    const tokens = Math.min(most, before.tokens + ((at - before.at) / 1_000) * this.perSecond);
    const taken = tokens >= 1;
    this.left.set(name, { tokens: taken ? tokens - 1 : tokens, at });
    return taken;
  }
}
