import 'reflect-metadata';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { issueStatement } from './issue-statements.js';
import { listStatements } from './list-statements.js';

const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
const issue = (month: string, now: string): Promise<unknown> =>
  issueStatement(world.operator, {
    ...{ month, now: new Date(now), onProgress: () => undefined },
    ...{ account: ACCOUNT, file: folder.file('statement') },
  });
const listed = async () =>
  (await listStatements(world.operator, ACCOUNT)).map(({ head }) => [head.month, head.partial]);

it('statements are listed by month, the newest first, a partial one until its month is over', async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(1, 1));
  expect(await listed()).toEqual([]);
  await issue('2026-11', '2026-11-25T00:00:00.000Z');
  expect(await listed()).toEqual([['2026-11', true]]);
  await issue('2026-11', '2026-12-05T00:00:00.000Z');
  await issue('2026-12', '2026-12-05T00:00:00.000Z');
  expect(await listed()).toEqual([
    ['2026-12', true],
    ['2026-11', false],
  ]);
  await issue('2026-12', '2027-01-05T00:00:00.000Z');
  await issue('2027-01', '2027-02-05T00:00:00.000Z');
  expect(await listed()).toEqual([
    ['2027-01', false],
    ['2026-12', false],
    ['2026-11', false],
  ]);
});

it('those of nobody are not listed', async () => {
  await expect(listStatements(world.operator, 4711 as AccountId)).rejects.toMatchObject({
    name: 'WrongRequest',
    code: 'unknown_account',
  });
});
