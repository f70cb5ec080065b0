/** Whether this process can answer truthfully now, and why not where it can't (`/readyz`). */
import { Inject, Injectable } from '@nestjs/common';
import type { Coordination } from '../platform/coordination/coordination.js';
import { errorMessage } from '../platform/errors/error-code.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import { inTimeOrThrow } from '../platform/time/in-time.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { ProjectionStatus } from '../platform/projector/status.js';
import type { ReadModels } from '../platform/read-models/read-models.js';
import { redact } from '../platform/telemetry/redact.js';
import { COORDINATION, EVENT_STORE, LIVE_READ_MODELS, READ_MODELS } from '../platform/nest/tokens.js';
import { InvariantStatusReader, type InvariantStatus } from './invariant-status.js';
import { withoutTrailing } from '../shared/text/trailing.js';

export interface Readiness {
  readonly ready: boolean;
  /** One sentence each; none when ready. */
  readonly reasons: readonly string[];
  readonly projections: readonly ProjectionStatus[];
  /** A broken invariant is for people to look into; this process answers all the same, so it stays ready. */
  readonly invariants: InvariantStatus | null;
}

/** A store that takes longer counts as out of reach. */
const PATIENCE_MS = 2_000;

@Injectable()
export class ReadinessCheck {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(COORDINATION) private readonly coordination: Coordination,
    @Inject(LIVE_READ_MODELS) private readonly live: LiveReadModels,
    private readonly invariants: InvariantStatusReader,
  ) {}

  async check(): Promise<Readiness> {
    const away = await this.storesAway();
    if (away.length > 0) return { ready: false, reasons: away, projections: [], invariants: null };
    try {
      const [lanes, projections, invariants] = await inTimeOrThrow(
        Promise.all([this.live.lanesNotReady(), this.live.status(), this.invariants.status()]),
        PATIENCE_MS,
      );
      const reasons = [
        ...lanes.map((lane) => `The lane ${lane} has not caught up since the start.`),
        ...projections.filter(({ state }) => state === 'stopped').map(stopped),
      ];
      return { ready: reasons.length === 0, reasons, projections, invariants };
    } catch (error) {
      const reasons = [`The read models: ${errorMessage(error)}.`];
      return { ready: false, reasons, projections: [], invariants: null };
    }
  }

  private async storesAway(): Promise<string[]> {
    const checks: readonly (readonly [name: string, check: Promise<unknown>])[] = [
      ['event store', this.events.head()],
      ['read models', this.models.checkpoints('lane:')],
      ['coordination', this.coordination.get('readiness')],
    ];
    const outcomes = await Promise.allSettled(checks.map(([, check]) => inTimeOrThrow(check, PATIENCE_MS)));
    return outcomes.flatMap((outcome, index) =>
      outcome.status === 'fulfilled'
        ? []
        : [`The ${checks[index]?.[0]} can't be reached: ${redact(sentence(outcome.reason))}.`],
    );
  }
}

/** What went wrong, without a full stop at the end. */
const sentence = (error: unknown): string => withoutTrailing(errorMessage(error), '.');

const stopped = ({ name, reason = '' }: ProjectionStatus): string =>
  `The projection ${name} has stopped: ${reason}`;
