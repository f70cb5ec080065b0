/**
 * Invariant 5: usage shown = the fold of charges and adjustments up to the billing lane's checkpoint; and the days that charges fall on
 * can be trusted, because the time that events carry never goes back within a stream.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { InvariantCheck, InvariantReport } from '../invariant.js';
import { Findings } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import { comparedAt } from '../portions.js';
import type { UsageComparison } from '../usage-comparison.js';

/** ISO 8601, UTC, milliseconds: what orders as text the way it orders in time. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export class UsageIsTheFold implements InvariantCheck {
  private readonly findings = new Findings(5, 'usage is the fold of charges', 'usage figures');

  /** Null where there is no read model to compare with: then only the times are checked. */
  constructor(private readonly usage: UsageComparison | null) {}

  observe(entry: LoggedEvent, place: Place): void {
    if (place.first) this.dated(entry, place);
    this.usage?.observe(entry, place.job);
  }

  private dated(entry: LoggedEvent, { previous, job }: Place): void {
    const found = (detail: string): void => this.findings.found(entry, detail, { job: job?.id });
    if (!TIME.test(entry.time)) found(`the event carries no time ('${entry.time}')`);
    else if (previous !== undefined && previous.time > entry.time)
      found(`the event's time ${entry.time} is before that of the event before it, ${previous.time}`);
  }

  conclude(): InvariantReport {
    if (this.usage === null) return this.findings.report('no read model to compare with');
    this.findings.checked = this.usage.figures;
    for (const offender of this.usage.differences()) this.findings.offend(offender);
    return this.findings.report(comparedAt(this.usage.first, this.usage.last));
  }
}
