import {
  HEADS_CONTEXT,
  entriesIn,
  issued,
  introduceKey,
  loggerOn,
} from '../../test/support/heads/logs-of-heads.js';
import { eventually } from '../../test/support/eventually.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import { aLog } from '../../test/support/verified.js';
import { afterThisTest, forEachTest } from '../../test/support/worlds/for-each-test.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { HeadKeeper } from './head-keeper.js';
import type { HeadLogger } from './head-logger.js';

const log = forEachTest(aLog);
const coordination = forEachTest(() => new MemoryCoordination());

function keeping(logger: Pick<HeadLogger, 'catchUp'> = loggerOn(log.store)) {
  const told: string[] = [];
  const keeper = new HeadKeeper({
    logger,
    witnesses: { show: () => Promise.resolve() },
    timestamps: { stamp: () => Promise.resolve() },
    coordination: Object.create(coordination) as MemoryCoordination,
    entropy: systemEntropy(),
    log: { warn: ({ reason }: { reason?: string }) => void told.push(reason ?? '') },
    everyMs: 5,
  });
  afterThisTest(() => keeper.stop());
  keeper.start();
  return { keeper, told };
}
const size = async (): Promise<number> => (await entriesIn(log.store)).length;

it('logs what comes, in one process of several', async () => {
  await introduceKey(log);
  const keepers = [keeping(), keeping(), keeping()];
  await issued(log, 1001, '2026-10');
  await eventually('three entries', async () => (await size()) === 3);
  await issued(log, 1002, '2026-10');
  await eventually('four entries', async () => (await size()) === 4);
  await pause(20);
  expect([await size(), keepers.flatMap(({ told }) => told)]).toEqual([4, []]);
});

it('tells a failure once while it lasts, and goes on after it', async () => {
  let tries = 0;
  const { told } = keeping({
    catchUp: (...call) =>
      tries++ < 5 ? Promise.reject(new Error('away')) : loggerOn(log.store).catchUp(...call),
  });
  await introduceKey(log);
  await issued(log, 1001, '2026-10');
  await eventually('three entries', async () => (await size()) === 3);
  expect(told).toEqual(['away']);
});

it('ends between two entries when it is stopped', async () => {
  await issued(log, 1001, '2026-10');
  const stopping = new AbortController();
  stopping.abort(new Error('stopped'));
  await expect(loggerOn(log.store).catchUp(HEADS_CONTEXT, stopping.signal)).rejects.toThrow('stopped');
  const { keeper } = keeping();
  await keeper.stop();
  const before = await size();
  await pause(20);
  expect(await size()).toBe(before);
});
