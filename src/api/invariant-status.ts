/** What the standing check says of the invariants, for `/readyz` and `/metrics`. */
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { readCheckState, type BrokenInvariant } from '../verify/standing/check-state.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import { LOG_START, type EventStore, type Position } from '../platform/event-store/event-store.js';
import { positionsBetween } from '../platform/projector/status.js';
import { CLOCK, COORDINATION, EVENT_STORE } from '../platform/nest/tokens.js';
import type { Clock } from '../platform/time/clock.js';

/** Architecture 8.1 and on. */
const INVARIANTS = Array.from({ length: 11 }, (_, index) => index + 1);

export interface InvariantStatus {
  /** Everything up to here is checked; null before a check has run. */
  readonly position: Position | null;
  readonly checked_at: string | null;
  readonly broken: readonly Pick<BrokenInvariant, 'id' | 'name' | 'offenders'>[];
}

@Injectable()
export class InvariantStatusReader {
  constructor(
    @Inject(COORDINATION) private readonly coordination: Coordination,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Without the offenders themselves: who asks has no key. */
  async status(): Promise<InvariantStatus> {
    const state = await readCheckState(this.coordination);
    if (state === null) return { position: null, checked_at: null, broken: [] };
    const broken = state.broken.map(({ id, name, offenders }) => ({ id, name, offenders }));
    return { position: state.position, checked_at: state.checked_at || null, broken };
  }

  /** Adds the gauges; each is read anew at each collection. */
  measureIn(registry: Registry): void {
    const gauge = (name: string, help: string, read: () => Promise<number | null>): void => {
      const made = new Gauge({
        name,
        help,
        registers: [registry],
        collect: async () => {
          const value = await read();
          if (value !== null) made.set(value);
        },
      });
    };
    const checked = async (): Promise<Position> => (await this.status()).position ?? LOG_START;
    gauge(
      'invariant_check_position',
      'The last position of the log whose invariants were checked; 0 before the first.',
      async () => positionsBetween(LOG_START, await checked()),
    );
    gauge(
      'invariant_check_lag_positions',
      'How far the check of the invariants is behind the head of the log, in positions of the store.',
      async () => positionsBetween(await checked(), await this.events.head()),
    );
    gauge(
      'invariant_check_age_seconds',
      'Time since the check last said how far it is; it does about every half minute.',
      () => this.age(),
    );
    this.measureOffenders(registry);
  }

  private measureOffenders(registry: Registry): void {
    const offenders = new Gauge({
      name: 'invariant_offenders',
      help: 'Offenders found against an invariant and not found mended by a verify of the whole log.',
      labelNames: ['invariant'],
      registers: [registry],
      collect: async () => {
        const { broken } = await this.status();
        for (const id of INVARIANTS)
          offenders.set({ invariant: id }, broken.find((each) => each.id === id)?.offenders ?? 0);
      },
    });
  }

  /** In seconds; null before a check has run. */
  private async age(): Promise<number | null> {
    const { checked_at } = await this.status();
    return checked_at === null ? null : (this.clock.now().getTime() - Date.parse(checked_at)) / 1_000;
  }
}
