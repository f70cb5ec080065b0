/**
 * Runs one task at a time. Next is one of a known client, then of the network with the fewest waiting tasks,
 * then the newest. So waiting tasks of many networks hold a new one up for one run, not for each.
 */

interface Waiting {
  /** True if the client is known: these go first. */
  readonly known: boolean;
  /** Networks that the client belongs to, the narrowest first. */
  readonly networks: readonly string[];
  /** Begins the task, or ends it unbegun. */
  readonly end: (begins: boolean) => void;
}

export class LeastCrowded {
  /** The longest waiting first. */
  private readonly waiting: Waiting[] = [];
  private runs = false;

  /** @param mostWaiting tasks that may wait at once */
  constructor(private readonly mostWaiting: number) {}

  /** Null: too many waited, and this was the last of them in the order above. */
  async run<T>(of: Omit<Waiting, 'end'>, work: () => Promise<T>): Promise<T | null> {
    if (this.runs && !(await this.turn(of))) return null;
    this.runs = true;
    try {
      return await work();
    } finally {
      const next = this.inOrder().at(0);
      // The next task takes over before any other can begin.
      if (next === undefined) this.runs = false;
      else this.leave(next, true);
    }
  }

  private turn(of: Omit<Waiting, 'end'>): Promise<boolean> {
    return new Promise((end) => {
      this.waiting.push({ ...of, end });
      const last = this.waiting.length > this.mostWaiting ? this.inOrder().at(-1) : undefined;
      if (last !== undefined) this.leave(last, false);
    });
  }

  private leave(waiting: Waiting, begins: boolean): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
    waiting.end(begins);
  }

  private inOrder(): readonly Waiting[] {
    const counts = new Map<string, number>();
    for (const network of this.waiting.flatMap(({ networks }) => networks))
      counts.set(network, (counts.get(network) ?? 0) + 1);
    const crowdOf = ({ networks }: Waiting): number =>
      Math.max(...networks.map((network) => counts.get(network) ?? 0));
    return this.waiting
      .map((waiting) => ({ waiting, crowd: crowdOf(waiting) }))
      .reverse()
      .sort((a, b) => Number(b.waiting.known) - Number(a.waiting.known) || a.crowd - b.crowd)
      .map(({ waiting }) => waiting);
  }
}
