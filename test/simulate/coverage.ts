/** Which awaits were interrupted, by what, and which writes raced: over all lives of a process. */

/** How often an await was met, and how often each thing interrupted it. */
interface Met {
  times: number;
  readonly interrupted: Map<string, number>;
}

export class Coverage {
  readonly awaits = new Map<string, Met>();
  /** Two appends to one stream that were under way at once, from two hosts. */
  readonly races = new Map<string, number>();
  /** Things that befell the world, such as a rebuild. */
  readonly events = new Map<string, number>();

  met(what: string, by: string | null): void {
    const known = this.awaits.get(what) ?? { times: 0, interrupted: new Map<string, number>() };
    known.times += by === null ? 1 : 0;
    if (by !== null) add(known.interrupted, by, 1);
    this.awaits.set(what, known);
  }

  raced(one: string, other: string): void {
    add(this.races, [one, other].sort().join(' with '), 1);
  }

  befell(what: string): void {
    add(this.events, what, 1);
  }

  /** In words: most important last. */
  report(): string[] {
    const sorted = [...this.awaits].sort(([a], [b]) => (a < b ? -1 : 1));
    const never = sorted.filter(([, { interrupted }]) => interrupted.size === 0);
    const lines = sorted
      .filter(([, { interrupted }]) => interrupted.size > 0)
      .map(([what, { times, interrupted }]) => {
        const by = [...interrupted]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, count]) => `${name} ${count}`);
        return `  ${what}: ${times} times; ${by.join(', ')}`;
      });
    const listed = (counts: ReadonlyMap<string, number>): string[] =>
      [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => `  ${what}: ${count}`);
    return [
      `awaits that were interrupted (${lines.length}):`,
      ...lines,
      `appends to one stream that raced (${this.races.size}):`,
      ...listed(this.races),
      'what befell the world:',
      ...listed(this.events),
      `awaits that were never interrupted (${never.length} of ${sorted.length}):`,
      ...never.map(([what, { times }]) => `  ${what}: ${times} times`),
    ];
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
