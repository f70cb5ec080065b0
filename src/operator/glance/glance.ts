/** The state of the service at a glance, put together from the checks and counts that there are. */
import { editionChecks } from '../../health/doctor/edition-checks.js';
import { worstFirst, type Finding } from '../../health/doctor/finding.js';
import { diskCheck } from '../../health/doctor/machine-checks.js';
import { storeChecks, storesAway } from '../../health/doctor/store-checks.js';
import { readOpenWork, type OpenWork } from '../../jobs/status/open-work.js';
import { readRowPace, type RowPace } from '../../jobs/status/row-pace.js';
import { liveSourceStatus, type LiveSourceStatus } from '../../live/readings/live-sources.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import { freeBytes } from '../../platform/files/free-bytes.js';
import type { ProjectionStatus } from '../../platform/projector/status.js';
import { agesInForce } from '../../sources/kit/editions/register-status.js';
import type { Operator } from '../operator.js';
import { lastCheck, type LastCheck } from '../verify/last-check.js';

type Asked = Pick<Operator, 'settings' | 'stores' | 'models'>;

export interface LaneSeen {
  readonly lane: string;
  /** Of that read model of the lane which is furthest behind. */
  readonly lag_seconds: number;
  /** States of its read models, each once. */
  readonly states: readonly ProjectionStatus['state'][];
}

/** Null is what can't be told now: the findings say why. */
export interface Glance {
  readonly at: string;
  /** What somebody must look at, the gravest first. */
  readonly findings: readonly Finding[];
  readonly work: OpenWork | null;
  readonly pace: RowPace | null;
  readonly lanes: readonly LaneSeen[] | null;
  /** Null as well until a check has run. */
  readonly invariants: LastCheck | null;
  readonly editions: ReturnType<typeof agesInForce>;
  readonly live: readonly LiveSourceStatus[] | null;
  readonly free_bytes: number;
}

export async function glanceAt({ settings, stores, models }: Asked, now: Date): Promise<Glance> {
  const { dataDir } = settings;
  const [stored, work, pace, lanes, invariants, live] = await Promise.all([
    storeChecks(stores, models).catch((error: unknown) => [storesAway(errorMessage(error))]),
    orNull(readOpenWork(models)),
    orNull(readRowPace(models, now)),
    orNull(models.status().then(lanesOf)),
    orNull(lastCheck({ stores })),
    orNull(liveSourceStatus(settings, stores.coordination)),
  ]);
  const found = [...stored, diskCheck(settings), ...editionChecks(dataDir)];
  const findings = worstFirst(found).filter(({ state }) => state !== 'ok');
  const seen = { work, pace, lanes, invariants, live };
  const editions = agesInForce(dataDir);
  return { at: now.toISOString(), findings, ...seen, editions, free_bytes: freeBytes(dataDir) };
}

const orNull = <T>(value: Promise<T>): Promise<T | null> => value.catch(() => null);

function lanesOf(lines: readonly ProjectionStatus[]): LaneSeen[] {
  return [...new Set(lines.map(({ lane }) => lane))].map((lane) => {
    const own = lines.filter((line) => line.lane === lane);
    return {
      lane,
      lag_seconds: Math.max(...own.map(({ lag_seconds }) => lag_seconds)),
      states: [...new Set(own.map(({ state }) => state))],
    };
  });
}

/** Pages that stay open ask every few seconds; what was seen less than so long ago is shown to all of them. */
const FRESH_MS = 3_000;

/** Looks once for all pages that are open. */
export class GlanceForAll {
  private seen: { readonly at: number; readonly glance: Promise<Glance> } | null = null;

  look(operator: Asked, now: Date): Promise<Glance> {
    const fresh = this.seen !== null && Math.abs(now.getTime() - this.seen.at) < FRESH_MS;
    if (this.seen === null || !fresh) this.seen = { at: now.getTime(), glance: glanceAt(operator, now) };
    return this.seen.glance;
  }
}
