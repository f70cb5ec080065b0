import { afterWholeVerify, changeCheckState } from '../../verify/standing/check-state.js';
import { RecentCheck } from '../../verify/recent/recent-check.js';
import { mergedReports, type InvariantReport, type Judged } from '../../verify/invariant.js';
import { verifyLog, walkedReport, type VerifyReport } from '../../verify/verify-log.js';
import { paddedPosition } from '../../billing/usage/rebuild/as-of.js';
import { LOG_START, type Position } from '../../platform/event-store/event-store.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

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
  return withForeign(report, stores);
}

/** Stored events between two looks at what they ended. */
const PORTION = 5_000;

/**
 * Every invariant over the events behind a position, as far as the lanes of figures and pages are. Running this from
 * where the last run ended is worth as much as a run over the whole log, but for read models changed by hand since.
 */
async function verifySince(
  { stores, models }: Operator,
  since: Position,
  onProgress: (events: number) => void,
): Promise<VerifyReport> {
  const head = await stores.eventStore.head();
  const from = paddedPosition(since, head);
  if (from > head)
    throw new WrongRequest('unknown_position', `The log ends at ${head}; there is no position ${since}.`);
  const end = await lanesEnd(models, head);
  const check = new RecentCheck({ eventStore: stores.eventStore, readModels: models, onProgress }, from);
  let invariants: readonly InvariantReport[] = [];
  const advance = async (most: number, judged: Judged): Promise<void> => {
    invariants = mergedReports(invariants, (await check.advance(end, most, judged)).invariants);
  };
  while (check.position < end) await advance(PORTION, 'ended jobs');
  await advance(0, 'all jobs');
  return withForeign(
    walkedReport(check, from, mergedReports(invariants, [await check.settleDays()])),
    stores,
  );
}

function withForeign(report: VerifyReport, { eventStore }: Operator['stores']): VerifyReport {
  const foreign_streams = eventStore.foreign?.streams ?? [];
  return foreign_streams.length === 0 ? report : { ...report, foreign_streams };
}

async function lanesEnd(
  models: { lanePosition(lane: string): Promise<Position | null> },
  head: Position,
): Promise<Position> {
  const lanes = await Promise.all(['billing', 'pages'].map((lane) => models.lanePosition(lane)));
  const ends = [head, ...lanes.map((position) => position ?? LOG_START)].sort();
  return ends[0] ?? LOG_START;
}
