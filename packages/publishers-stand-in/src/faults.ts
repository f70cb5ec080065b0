/** How the stand-in misbehaves when it is told to: the next so many requests to one place. */

export type Fault =
  /** 503. */
  | 'server-error'
  /** 429 with a `Retry-After`. */
  | 'too-many-requests'
  /** The connection ends after a third of what was to come. */
  | 'cut'
  /** A byte every tenth of a second at first. */
  | 'slow'
  /** The checksum is of something else. */
  | 'wrong-checksum'
  /** A page without what it listed. */
  | 'changed-page'
  /** The whole file, whatever range was asked for. */
  | 'no-ranges'
  /** Neither an entity tag nor a time of change. */
  | 'no-validator';

export class Faults {
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
