/** Checks the invariants of the service for an operator, over the whole log or a part of it. */
import { changeCheckState, readCheckState, withFound } from '../../verify/standing/check-state.js';
import type { CheckState } from '../../verify/standing/check-state.js';
import { RecentCheck } from '../../verify/recent/recent-check.js';
import { mergedReports, type InvariantReport, type JudgedJobs } from '../../verify/invariant.js';
import type { KeptCheckpoint } from '../../verify/heads/logged-heads.js';
import { SealsCheck, type KeptSeal } from '../../verify/sealed-log.js';
import { verifyLog, reportOfWalk, type VerifyReport } from '../../verify/verify-log.js';
import { paddedPosition } from '../../billing/usage/rebuild/as-of.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import { positionsBetween } from '../../../packages/platform/src/projector/status.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export interface VerifyListeners {
  /** Called with the number of events read so far. */
  readonly onProgress: (events: number) => void;
  /** Called for a lane that can't catch up. The lane is checked in its present state. */
  readonly onBehind: (lane: string, error: unknown) => void;
}

export interface VerifyOptions {
  /** Only events after this position; null: the whole log. */
  readonly since?: Position | null;
  /** A seal that was kept outside of the log, to compare the whole log with. */
  readonly keptSeal?: KeptSeal | null;
  /** A checkpoint of the log of heads that was kept outside of the log. */
  readonly keptCheckpoint?: KeptCheckpoint | null;
}

/**
 * Checks every invariant and every seal over the whole log, or over the events after a position. Drives the
 * lanes of figures and pages first, since they may be far behind without a running service. A run over the
 * whole log updates the broken invariants that `/readyz` names.
 */
export async function verifyService(
  operator: OperatorServices,
  listeners: VerifyListeners,
  { since = null, keptSeal = null, keptCheckpoint = null }: VerifyOptions = {},
): Promise<VerifyReport> {
  if (since !== null && (keptSeal !== null || keptCheckpoint !== null))
    throw new WrongRequest(
      'needs_whole_log',
      'A checkpoint is compared with the whole log: leave --since out.',
    );
  for (const lane of ['billing', 'pages'] as const)
    await driveLanesToHead(operator, lane).catch((error: unknown) => listeners.onBehind(lane, error));
  if (since !== null) return verifySince(operator, since, listeners.onProgress);
  const { stores, models } = operator;
  const { eventStore, coordination } = stores;
  const { onProgress } = listeners;
  const report = await verifyLog({ eventStore, readModels: models, onProgress, keptSeal, keptCheckpoint });
  const brokenInvariants = withFound([], report.invariants);
  await changeCheckState(coordination, (state) => ({ ...state, broken: brokenInvariants }));
  return withForeignStreams(report, stores);
}

/** The number of stored events after which ended jobs are judged. */
const EVENTS_PER_PORTION = 5_000;

/**
 * Checks every invariant over the events after a position, as far as the lanes of figures and pages have read
 * the log. A run from the last run's end proves as much as a whole run, unless somebody changed read models.
 */
async function verifySince(
  { stores, models }: OperatorServices,
  since: Position,
  onProgress: (events: number) => void,
): Promise<VerifyReport> {
  const head = await stores.eventStore.head();
  const from = paddedPosition(since, head);
  if (from > head)
    throw new WrongRequest('unknown_position', `The log ends at ${head}; there is no position ${since}.`);
  const end = await endOfLanes(models, head);
  const check = new RecentCheck({ eventStore: stores.eventStore, readModels: models, onProgress }, from);
  let invariants: readonly InvariantReport[] = [];
  const advance = async (limit: number, jobsToJudge: JudgedJobs): Promise<void> => {
    invariants = mergedReports(invariants, await check.advance(end, limit, jobsToJudge));
  };
  while (check.position < end) await advance(EVENTS_PER_PORTION, 'ended jobs');
  await advance(0, 'all jobs');
  const seals = await SealsCheck.since(stores.eventStore, from, end);
  invariants = mergedReports(invariants, [await check.settleDays()]);
  return withForeignStreams(reportOfWalk(check, { since: from, invariants, seals, heads: null }), stores);
}

function withForeignStreams(report: VerifyReport, { eventStore }: OperatorServices['stores']): VerifyReport {
  const foreign_streams = eventStore.foreign?.streams ?? [];
  return foreign_streams.length === 0 ? report : { ...report, foreign_streams };
}

async function endOfLanes(
  models: { lanePosition(lane: string): Promise<Position | null> },
  head: Position,
): Promise<Position> {
  const lanes = await Promise.all(['billing', 'pages'].map((lane) => models.lanePosition(lane)));
  const ends = [head, ...lanes.map((position) => position ?? LOG_START)].sort();
  return ends[0] ?? LOG_START;
}

export interface LastCheck extends CheckState {
  /** The number of store positions between the check and the end of the log. */
  readonly behind: number;
}

/** Reads the findings and progress of the standing check beside the projector; null until one has run. */
export async function lastCheck({ stores }: Pick<OperatorServices, 'stores'>): Promise<LastCheck | null> {
  const state = await readCheckState(stores.coordination);
  if (state === null) return null;
  return { ...state, behind: positionsBetween(state.position, await stores.eventStore.head()) };
}
