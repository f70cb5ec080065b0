import { afterWholeVerify, changeCheckState } from '../../verify/standing/check-state.js';
import { verifyLog, type VerifyReport } from '../../verify/verify-log.js';
import type { Position } from '../../platform/event-store/event-store.js';
import { upToDate, type Operator } from '../operator.js';
import { verifySince } from './verify-since.js';

export interface VerifyHearers {
  /** Events read so far. */
  readonly onProgress: (events: number) => void;
  /** A lane that can't go on is compared as it stands. */
  readonly onBehind: (lane: string, error: unknown) => void;
}

/**
 * Every invariant over the whole log, or over the events behind a position. Without a running service figures and pages
 * may be far behind, so their lanes are driven first. What a run over the whole log finds broken, or finds mended, is
 * what `/readyz` names from then on.
 */
export async function verifyService(
  operator: Operator,
  hearers: VerifyHearers,
  since: Position | null = null,
): Promise<VerifyReport> {
  for (const lane of ['billing', 'pages'] as const)
    await upToDate(operator, lane).catch((error: unknown) => hearers.onBehind(lane, error));
  if (since !== null) return verifySince(operator, since, hearers.onProgress);
  const { stores, models } = operator;
  const { eventStore, coordination } = stores;
  const report = await verifyLog({ eventStore, readModels: models, onProgress: hearers.onProgress });
  const broken = afterWholeVerify(report.invariants);
  await changeCheckState(coordination, (state) => ({ ...state, broken }));
  return report;
}
