/** A store that leaves one event out of the log, for whoever follows or reads it. The event's stream still has it. */
import type {
  EventStore,
  LogPage,
  LogRead,
  RecordedEvent,
  Subscription,
} from '../../../packages/platform/src/event-store/event-store.js';
import { FaultyEventStore } from './faulty-event-store.js';

export class LosesOne extends FaultyEventStore {
  lost = 0;

  /** @param isLost the first event for which this is true is left out */
  constructor(
    store: EventStore,
    private readonly isLost: (event: RecordedEvent) => boolean,
    /** How often it is left out; default: every time. */
    private readonly times = Infinity,
  ) {
    super(store);
  }

  override subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    return super.subscribe(read, (page) => onPage(this.without(page)));
  }
  override async readAll(read: LogRead): Promise<LogPage> {
    return this.without(await super.readAll(read));
  }

  private without(page: LogPage): LogPage {
    const at = this.lost >= this.times ? -1 : page.events.findIndex((event) => this.isLost(event));
    if (at === -1) return page;
    this.lost += 1;
    return { ...page, events: page.events.toSpliced(at, 1) };
  }
}
