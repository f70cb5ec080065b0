/**
 * Invariant 5 in the log: an event's time never goes back within its stream, so the days of charges can be
 * trusted. A comparison beside the walk checks that the usage shown is the fold of charges and adjustments.
 */
import type { LoggedEvent } from '../../streams/index.js';
import { usageFindings, type InvariantCheck } from '../invariant.js';
import type { Place } from '../pass-memory.js';

/** ISO 8601, UTC, milliseconds: such times have the same order as text and in time. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export class UsageIsTheFold implements InvariantCheck {
  readonly findings = usageFindings();

  observe(entry: LoggedEvent, { isFirst, previous, job }: Place): void {
    if (!isFirst) return;
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id: job?.id });
    if (!TIME.test(entry.time)) blame(`the event carries no time ('${entry.time}')`);
    else if (previous !== undefined && previous.time > entry.time)
      blame(`the event's time ${entry.time} is before that of the event before it, ${previous.time}`);
  }
}
