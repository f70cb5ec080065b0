/** Checks that stores can be reached, read models follow the log, invariants hold and the clock is right. */
import { ExpiryGuard } from '../../jobs/retention/expiry-guard.js';
import { retainedJobsOf } from '../../jobs/retention/retained-jobs.js';
import { clockIsOff } from '../../../packages/platform/src/coordination/clock-check.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { invariantStatus } from '../readiness.js';
import { lagTexts } from '../readiness-watch.js';
import { doubtful, passed, failed, type Finding } from './finding.js';

export async function storeChecks(
  { eventStore, coordination }: Pick<Stores, 'eventStore' | 'coordination'>,
  models: Pick<LiveReadModels, 'status' | 'range'>,
): Promise<Finding[]> {
  await eventStore.head();
  return [
    passed('stores', 'the event log, the read models and coordination answer'),
    ...(await modelChecks(models)),
    await invariantsCheck(coordination),
    await clockCheck(coordination, models),
  ];
}

export const storesUnreachable = (why: string): Finding =>
  failed('stores', why, 'See that EVENT_STORE_URL, MONGODB_URL and DATA_DIR name what is there and runs.');

async function modelChecks(models: Pick<LiveReadModels, 'status'>): Promise<Finding[]> {
  const lines = await models.status();
  const stopped = lines.flatMap(({ name, state, reason = '' }) =>
    state === 'stopped'
      ? [failed('read models', `${name} has stopped: ${reason}`, `company-data projections rebuild ${name}`)]
      : [],
  );
  const lagging = lagTexts(lines).map((lag) =>
    doubtful('read models', lag, 'Run a process with the role projector.'),
  );
  const findings = [...stopped, ...lagging];
  return findings.length > 0 ? findings : [passed('read models', 'they hold what is in the log')];
}

async function invariantsCheck(coordination: Stores['coordination']): Promise<Finding> {
  const { broken, checked_at } = await invariantStatus(coordination);
  const names = broken.map(({ id, name }) => `${id} (${name})`).join(', ');
  return broken.length > 0
    ? failed('invariants', `broken: ${names}`, 'company-data verify names each offender.')
    : passed('invariants', checked_at === null ? 'not checked yet' : `none is broken, checked ${checked_at}`);
}

async function clockCheck(
  coordination: Stores['coordination'],
  models: Pick<LiveReadModels, 'range'>,
): Promise<Finding> {
  if (await clockIsOff(coordination, systemClock))
    return failed('clock', "it is off the store's by more than 2 s", 'Set it by NTP.');
  const guard = new ExpiryGuard({ coordination, clock: systemClock, jobs: retainedJobsOf(models) });
  return (await guard.clockTrust(systemClock.now())) === 'in_doubt'
    ? doubtful(
        'clock',
        'it is days ahead of the log, so nothing expires',
        'Set it, or where it is right: company-data jobs expire --confirm-clock',
      )
    : passed('clock', "it agrees with the store's");
}
