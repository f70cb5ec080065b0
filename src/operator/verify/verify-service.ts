import { verifyLog, type VerifyReport } from '../../investigate/verify/verify-log.js';
import { upToDate, type Operator } from '../operator.js';

export interface VerifyHearers {
  /** Events read so far. */
  readonly onProgress: (events: number) => void;
  /** A lane that can't go on is compared as it stands. */
  readonly onBehind: (lane: string, error: unknown) => void;
}

/**
 * Every invariant over the whole log. Without a running service figures and pages may be far behind, so their lanes
 * are driven first.
 */
export async function verifyService(operator: Operator, hearers: VerifyHearers): Promise<VerifyReport> {
  for (const lane of ['billing', 'pages'] as const)
    await upToDate(operator, lane).catch((error: unknown) => hearers.onBehind(lane, error));
  const { stores, models } = operator;
  return verifyLog({ eventStore: stores.eventStore, readModels: models, onProgress: hearers.onProgress });
}
