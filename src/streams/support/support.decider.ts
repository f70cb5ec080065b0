/** Records each look of support at a customer, also a second one at the same. Pure. Refuses nothing. */
import { decided, type Decision } from '../decision.js';
import type { EvidenceExported, InvestigationOpened, SupportEvent } from './support.events.js';

/** The actor and the reason; a reason of blanks counts as none. */
export interface Looker {
  readonly operator: string;
  readonly reason: string | null;
}

const stated = ({ operator, reason }: Looker): Looker => ({ operator, reason: reason?.trim() || null });

type Recorded = Decision<SupportEvent, never>;

export const openInvestigation = (by: Looker, about: InvestigationOpened['data']['about']): Recorded =>
  decided({ type: 'InvestigationOpened', data: { ...stated(by), about } });

/** Records rows in the order of the job, without doubles. */
export function exportEvidence(
  by: Looker,
  evidence: Pick<EvidenceExported['data'], 'job_id' | 'rows' | 'digest'>,
): Recorded {
  const { job_id, digest } = evidence;
  const rows = evidence.rows === null ? null : [...new Set(evidence.rows)].sort((a, b) => a - b);
  return decided({ type: 'EvidenceExported', data: { ...stated(by), job_id, rows, digest } });
}
