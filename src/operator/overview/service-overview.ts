/** Reads an overview of the service's state: findings of checks, open work, lanes, editions, live sources. */
import { editionChecks } from '../../health/doctor/edition-checks.js';
import { worstFirst } from '../../health/doctor/finding.js';
import { diskCheck, writeChecks } from '../../health/doctor/machine-checks.js';
import { storeChecks, storesUnreachable } from '../../health/doctor/store-checks.js';
import { readOpenWork, readRowPace } from '../../jobs/status/work-figures.js';
import { EditionFiles, LiveSources } from '../../../packages/enrichment/src/index.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { freeBytes } from '../../../packages/platform/src/files/free-bytes.js';
import type { ProjectionStatus } from '../../../packages/platform/src/projector/status.js';
import type { OperatorServices } from '../operator.js';
import { lastCheck } from '../verify/verify-service.js';

type OverviewSources = Pick<OperatorServices, 'settings' | 'stores' | 'models'>;

export interface LaneState {
  readonly lane: string;
  /** The lag of the lane's read model that is furthest behind. */
  readonly lag_seconds: number;
  /** The distinct states of the lane's read models. */
  readonly states: readonly ProjectionStatus['state'][];
}

/** A field is null if it can't be read now. The findings say why. */
export type ServiceOverview = Awaited<ReturnType<typeof readServiceOverview>>;

export async function readServiceOverview({ settings, stores, models }: OverviewSources, now: Date) {
  const { dataDir } = settings;
  const [storeFindings, work, pace, lanes, invariants, live] = await Promise.all([
    storeChecks(stores, models).catch((error: unknown) => [storesUnreachable(errorMessage(error))]),
    orNull(readOpenWork(models)),
    orNull(readRowPace(models, now)),
    orNull(models.status().then(lanesOf)),
    orNull(lastCheck({ stores })),
    orNull(LiveSources.liveSourceStatus(settings, stores.coordination)),
  ]);
  const disk = [diskCheck(settings), ...(await writeChecks(settings))];
  const checks = [...storeFindings, ...disk, ...editionChecks(dataDir)];
  return {
    at: now.toISOString(),
    /** Problems that need an operator, the gravest first. */
    findings: worstFirst(checks).filter(({ state }) => state !== 'ok'),
    work,
    pace,
    lanes,
    /** The result of the last check; null also until a check has run. */
    invariants,
    live,
    editions: EditionFiles.agesInForce(dataDir),
    free_bytes: freeBytes(dataDir),
  };
}

const orNull = <T>(value: Promise<T>): Promise<T | null> => value.catch(() => null);

function lanesOf(statuses: readonly ProjectionStatus[]): LaneState[] {
  return [...new Set(statuses.map(({ lane }) => lane))].map((lane) => {
    const models = statuses.filter((status) => status.lane === lane);
    return {
      lane,
      lag_seconds: Math.max(...models.map(({ lag_seconds }) => lag_seconds)),
      states: [...new Set(models.map(({ state }) => state))],
    };
  });
}

/** Open pages poll every few seconds. For this long, all of them get the same overview. */
const REUSE_MS = 3_000;

/** Shares one overview among all open pages. */
export class SharedServiceOverview {
  private latest: { readonly readAtMs: number; readonly overview: Promise<ServiceOverview> } | null = null;

  read(operator: OverviewSources, now: Date): Promise<ServiceOverview> {
    const isFresh = this.latest !== null && Math.abs(now.getTime() - this.latest.readAtMs) < REUSE_MS;
    if (this.latest === null || !isFresh)
      this.latest = { readAtMs: now.getTime(), overview: readServiceOverview(operator, now) };
    return this.latest.overview;
  }
}
