import { setTimeout as pause } from 'node:timers/promises';
import { USAGE_DAYS } from '../../../projections/usage/usage.document.js';
import { eventually } from '../../../test/support/eventually.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { projected } from '../../../test/support/logs/projected.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { BOTH, countsOf } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB, aLog, charging } from '../../../test/support/verified.js';
import { afterThisTest, forEachTest } from '../../../test/support/worlds/for-each-test.js';
import {
  LOG_START,
  type LogRead,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { verifyLog } from '../verify-log.js';
import { type CheckState, changeCheckState, readCheckState, withFound } from './check-state.js';
import { restAfter } from './duty-cycle.js';
import { StandingCheck, type StandingPauses } from './standing-check.js';

const AT_ONCE = { idleMs: 1, saveMs: 0, aliveMs: 0, retryMs: 1 };
const STATE = 'standing-check/state';
const THIRD_JOB = 'job_01JDXB8Z5N0000000000000003' as JobId;

const log = forEachTest(aLog);
const models = forEachTest(() => projected(log.store));
let coordination: MemoryCoordination;
let errors: object[];
beforeEach(async () => {
  coordination = new MemoryCoordination();
  errors = [];
  await log.run(aSubmission(3, 2));
  await models.drive();
});

/** Starts a check; the positions after which it reads the log are kept in `asked`. */
async function start(
  pauses: Partial<StandingPauses> = AT_ONCE,
): Promise<{ check: StandingCheck; asked: Position[] }> {
  const asked: Position[] = [];
  const eventStore = {
    head: () => log.store.head(),
    readStream: log.store.readStream.bind(log.store),
    readAll: (read: LogRead) => {
      asked.push(read.after);
      return log.store.readAll(read);
    },
  };
  const keep = (fields: object): void => void errors.push(fields);
  const check = new StandingCheck({
    eventStore,
    coordination,
    models: models.live,
    clock: systemClock,
    log: { warn: keep, error: keep },
    pauses,
  });
  afterThisTest(() => check.stop());
  await check.start();
  return { check, asked };
}

const stateAt = async (position: Position): Promise<CheckState> =>
  eventually('the check has come so far', async () => {
    const state = await readCheckState(coordination);
    return state !== null && state.position >= position ? state : undefined;
  });

describe('the standing check', () => {
  it('checks what is there and what comes, and says how far it is', async () => {
    await start();
    expect(await stateAt(await log.store.head())).toMatchObject({ broken: [] });
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    await models.drive();
    const { broken, checked_at } = await stateAt(await log.store.head());
    expect(broken).toEqual([]);
    expect(Date.parse(checked_at)).not.toBeNaN();
    expect(errors).toEqual([]);
  });

  it('names a broken invariant, and goes on', async () => {
    await start();
    const job = aSubmission(1, 1, { job_id: OTHER_JOB });
    await log.submit(job);
    await log.start(job, 0);
    await log.recordRows(job, 0, [charging({ industry: 1 })], await log.deliver(job, 0, [BOTH]));
    await log.complete(job, 0, countsOf([BOTH]));
    await log.end(job, countsOf([BOTH]));
    await models.drive();
    const detail = 'company_identity of row 0 was delivered and not charged';
    expect((await stateAt(await log.store.head())).broken).toEqual([
      { id: 3, name: 'every charge stands on a delivered row', offenders: 1, examples: [detail] },
    ]);
    await log.run(aSubmission(1, 1, { job_id: THIRD_JOB }));
    await models.drive();
    expect((await stateAt(await log.store.head())).broken).toHaveLength(1);
  });

  it('leaves the stores alone for seconds while nothing is new', async () => {
    const { idleMs: _left, ...others } = AT_ONCE;
    await start(others);
    await stateAt(await log.store.head());
    const looks = jest.spyOn(models.live, 'lanePosition');
    await pause(3_000);
    // One look is at two lanes.
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('does not go past a lane that stands, whose documents could not be compared', async () => {
    const before = await log.store.head();
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    await models.drive(['pages']);
    await start();
    expect((await stateAt(before)).position).toBe(before);
  });

  it('goes on from its checkpoint after a restart, and from the beginning where the checkpoint is lost', async () => {
    const first = await start();
    const head = await log.store.head();
    await stateAt(head);
    await first.check.stop();
    const second = await start();
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    await models.drive();
    await stateAt(await log.store.head());
    expect(second.asked.every((after) => after >= head)).toBe(true);
    await second.check.stop();
    await coordination.delete(STATE);
    const third = await start();
    await stateAt(await log.store.head());
    expect(third.asked[0]).toBe(LOG_START);
  });

  it('begins anew where its checkpoint is behind the head: that was another log', async () => {
    const far = '9999999999999999' as Position;
    await changeCheckState(coordination, (state) => ({ ...state, position: far }));
    const { asked } = await start();
    await eventually(
      'the check has come to the head',
      async () => (await readCheckState(coordination))?.position === (await log.store.head()),
    );
    expect(asked[0]).toBe(LOG_START);
  });

  it('is done by one process at a time, and taken over', async () => {
    const first = await start();
    await stateAt(await log.store.head());
    const second = await start();
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    await models.drive();
    await stateAt(await log.store.head());
    expect(second.asked).toEqual([]);
    await first.check.stop();
    await log.openAccount(1002 as AccountId, 'otherkey0000' as KeyId);
    await models.drive();
    await stateAt(await log.store.head());
    expect(second.asked.length).toBeGreaterThan(0);
  });

  it('keeps what it found until a verify of the whole log finds it mended', async () => {
    const key = '000000001001.2026-11-21';
    const right = await models.live.get(USAGE_DAYS.name, key);
    await models.tamper(USAGE_DAYS.name, key, ({ fields }) => ({ fields: { ...fields, rows: 9 } }));
    const { check } = await start();
    const { broken } = await stateAt(await log.store.head());
    expect(broken).toMatchObject([{ id: 5, name: 'usage is the fold of charges', offenders: 2 }]);
    expect(broken[0]?.examples[0]).toBe(`usage_days/${key} rows: 9 shown, 3 in its jobs`);
    expect(errors).toEqual([{ broken }]);
    await check.stop();
    await models.tamper(USAGE_DAYS.name, key, () => right);
    await start();
    expect((await readCheckState(coordination))?.broken).toEqual(broken);
    const { invariants } = await verifyLog({ eventStore: log.store, readModels: models.live });
    await changeCheckState(coordination, (state) => ({ ...state, broken: withFound([], invariants) }));
    expect((await readCheckState(coordination))?.broken).toEqual([]);
  });
});

it('rests nine times as long as it works at a tenth of a core', () => {
  expect(restAfter(20, 0.1)).toBeCloseTo(180);
  expect(restAfter(20, 1)).toBe(0);
});
