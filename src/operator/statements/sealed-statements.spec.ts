import 'reflect-metadata';
import { rmSync, writeFileSync } from 'node:fs';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { allEvents, sealsIn } from '../../../test/support/seals/sealed-logs.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { sealStreams } from '../../streams/seals/seals.events.js';
import { readKeptFile } from '../verify/kept-seal.js';
import { HeadProofs } from './head-proofs.js';
import { verifyService } from '../verify/verify-service.js';
import { issueStatement, type StatementResult } from './issue-statements.js';

const LISTENERS = { onBehind: () => undefined, onProgress: () => undefined };
const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
beforeEach(async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(2, 2));
});

const issue = (name: string): Promise<StatementResult> =>
  issueStatement(world.operator, {
    account: ACCOUNT,
    month: '2026-11',
    now: new Date('2027-01-05T00:00:00.000Z'),
    file: folder.file(name),
    onProgress: () => undefined,
  });

it('the log is sealed before a statement is issued, and not again for its file', async () => {
  await issue('a');
  const store = world.operator.stores.eventStore;
  const types = (await allEvents(store)).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['LogSealed', 'StatementIssued']);
  expect((await sealsIn(store))[0]?.leaves).toBe(
    types.filter((type) => !type.startsWith('RowsS') && !type.startsWith('RowsD')).length - 2,
  );
  rmSync(folder.file('a'));
  expect((await issue('a')).outcome).toBe('repeated');
  expect(await sealsIn(store)).toHaveLength(1);
});

it('none is issued on a log whose last seal does not fit, and verify names that seal', async () => {
  const store = world.operator.stores.eventStore;
  const data = {
    leaves: 3,
    root: '00'.repeat(32),
    last_event: 'x',
    last_stream: 'account-1001',
    frontier: ['00'.repeat(32)],
  };
  await store.append(sealStreams.streamOf('all'), 'no_stream', [
    world.log.event({ type: 'LogSealed', data }),
  ]);
  await expect(issue('a')).rejects.toMatchObject({ code: 'log_differs', message: /not as it was sealed/ });
  const { ok, seals } = await verifyService(world.operator, LISTENERS);
  expect([ok, seals.checked, seals.failed?.detail]).toEqual([false, 1, expect.stringContaining('3 events')]);
});

describe('a kept seal', () => {
  it('is read from what verify says, and compared with the log', async () => {
    await issue('a');
    const report = await verifyService(world.operator, LISTENERS);
    const file = folder.file('kept.json');
    for (const text of [report, report.seals.sealed, { data: report.seals.sealed }]) {
      writeFileSync(file, JSON.stringify(text));
      const { seals } = await verifyService(world.operator, LISTENERS, readKeptFile(file));
      expect([seals.ok, seals.checkpoint?.ok]).toEqual([true, true]);
    }
    const wrong = { keptSeal: { leaves: 1, root: '00'.repeat(32) } };
    expect((await verifyService(world.operator, LISTENERS, wrong)).ok).toBe(false);
  });

  it('may be a checkpoint of the log of heads, as it is served', async () => {
    await issue('a');
    const { checkpoint } = await new HeadProofs(world.operator).proofOf({
      account: ACCOUNT,
      month: '2026-11',
    });
    const file = folder.file('kept.note');
    writeFileSync(file, checkpoint);
    const { heads } = await verifyService(world.operator, LISTENERS, readKeptFile(file));
    expect(heads).toMatchObject({ ok: true, checkpoint: { ok: true } });
    writeFileSync(file, checkpoint.replace(/\n[A-Za-z0-9]/, '\n9'));
    const other = await verifyService(world.operator, LISTENERS, readKeptFile(file));
    expect([other.ok, other.heads?.checkpoint?.ok]).toEqual([false, false]);
    expect(() => readKeptFile(folder.file('missing'))).toThrow(
      expect.objectContaining({ code: 'no_seal' }) as Error,
    );
  });

  it.each([
    ['no JSON', '{'],
    ['no seal', '{"seals":{"sealed":null}}'],
    ['no root', '{"leaves":3,"root":"abc"}'],
    ['no number', `{"leaves":0,"root":"${'0'.repeat(64)}"}`],
  ])('is refused where the file holds %s', (_what, text) => {
    const file = folder.file('kept.json');
    writeFileSync(file, text);
    expect(() => readKeptFile(file)).toThrow(expect.objectContaining({ code: 'no_seal' }) as Error);
  });
});
