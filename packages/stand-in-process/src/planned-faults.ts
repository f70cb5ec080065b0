/** Faults that a stand-in for an HTTP API was told of: the next so many requests, or those to one place. */
export class PlannedFaults<Fault extends string> {
  private readonly planned: { readonly fault: Fault; readonly place: string; left: number }[] = [];

  next(fault: Fault, times: number, place: string): void {
    this.planned.push({ fault, place, left: times });
  }

  /** The fault that this request meets; each counts once. */
  of(path: string): Fault | null {
    const met = this.planned.find(({ left, place }) => left > 0 && path.startsWith(place));
    if (met === undefined) return null;
    met.left -= 1;
    return met.fault;
  }

  clear(): void {
    this.planned.length = 0;
  }
}
