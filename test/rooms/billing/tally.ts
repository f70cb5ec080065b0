/** How often what happened in random months. */
export class Tally {
  readonly times = new Map<string, number>();

  count(what: string): void {
    this.times.set(what, (this.times.get(what) ?? 0) + 1);
  }
}
