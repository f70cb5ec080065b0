/**
 * Invariant 6: results pages joined, with any mix of limits, give each row once, in order. Pages are cut from packs of
 * consecutive rows, so it holds exactly when the packs that are served are those that the records name: every row of
 * every chunk in its place, byte for byte. Erased and unstored jobs have no pages and are left out.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { JobId } from '../../shared/ids.js';
import type { InvariantCheck, InvariantReport } from '../invariant.js';
import { Findings } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import type { PagesComparison } from '../pages-comparison.js';
import { comparedAt } from '../portions.js';

export class PagesAreWhole implements InvariantCheck {
  private readonly findings = new Findings(6, 'pages give each row once, in order', 'jobs with pages');

  /** Null where there is no read model to compare with. */
  constructor(private readonly pages: PagesComparison | null) {}

  observe(entry: LoggedEvent, place: Place): void {
    this.pages?.observe(entry, place);
  }

  conclude(): InvariantReport {
    if (this.pages === null) return this.findings.report('no read model to compare with');
    this.findings.checked = this.pages.jobs;
    for (const job of this.pages.differing()) this.found(job, 'are not what its records say');
    for (const job of this.pages.stillServed) this.found(job, 'are shown although their rows are erased');
    return this.findings.report(comparedAt(this.pages.portions.first, this.pages.portions.last));
  }

  private found(job_id: JobId, what: string): void {
    const detail = `the pages of ${job_id} ${what}`;
    this.findings.offend({ detail, job_id, row: null, stream: null, event_id: null });
  }
}
