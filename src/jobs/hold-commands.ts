/** The commands that hold the data of a job's rows for a dispute, for operators and the eraser. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../streams/envelope.js';
import type { HoldRefusal } from '../streams/job/hold.decider.js';
import type { JobHeld } from '../streams/job/job.events.js';
import type { Position } from '../platform/event-store/event-store.js';
import type { JobId } from '../shared/ids.js';

/** `position`: of the log, by which the change is recorded. */
export type HoldOutcome =
  { readonly outcome: 'recorded' | 'unchanged'; readonly position: Position } | HoldRefusal;

/** Keeps the data of a job's rows past their expiry, for a dispute. */
export class HoldJobRows extends Command<HoldOutcome> {
  constructor(
    readonly jobId: JobId,
    readonly terms: JobHeld['data'],
    readonly context: EventContext,
  ) {
    super();
  }
}

/** Ends a hold. Rows that were erased meanwhile are deleted at once. */
export class EndJobHold extends Command<HoldOutcome> {
  constructor(
    readonly jobId: JobId,
    readonly reason: string,
    readonly context: EventContext,
  ) {
    super();
  }
}
