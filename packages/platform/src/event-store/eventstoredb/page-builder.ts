/** A page of the log while it is filled; bounded by events and by bytes, so that memory is bounded. */
import type { Position, RecordedEvent } from '../event-store.js';

export interface PageLimits {
  /** The maximum number of events. */
  readonly limit: number;
  /** Once the page carries this many bytes of data, no event is added. */
  readonly pageBytes: number;
}

export class PageBuilder {
  readonly events: RecordedEvent[] = [];
  private bytes = 0;

  constructor(private readonly limits: PageLimits) {}

  get isFull(): boolean {
    return this.events.length >= this.limits.limit || this.bytes >= this.limits.pageBytes;
  }

  get last(): Position | undefined {
    return this.events.at(-1)?.position;
  }

  add(event: RecordedEvent): void {
    this.events.push(event);
    this.bytes += event.data.length;
  }
}
