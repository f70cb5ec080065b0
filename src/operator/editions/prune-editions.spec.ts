import { registerContext } from './register-context.js';
import { join } from 'node:path';
import { FILES } from '../../../test/support/basic-company-data.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { BOTH, countsOf } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { registerStatus } from '../../../packages/enrichment/src/sources/kit/editions/register-status.js';
import { importEdition } from '../../../packages/enrichment/src/register/import-edition.js';
import { pruneEditions } from '../../../packages/enrichment/src/register/prune-editions.js';

const world = forEachTest(operatorWorld);
beforeEach(async () => {
  for (const file of [FILES.november2017, FILES.august2023, FILES.june2020])
    await importEdition(world.settings, { source: 'companies', files: [file] });
});

const left = (): string[] => registerStatus(world.settings.dataDir).map(({ as_of }) => as_of);

it('keeps an edition that an unfinished chunk names until the chunk is done', async () => {
  const { log, operator, settings } = world;
  const job = aSubmission(1, 1);
  const [{ edition } = { edition: '' }] = registerStatus(settings.dataDir);
  await log.submit(job);
  const data = { chunk: 0, attempt: 'a1', editions: { companies: edition } };
  await log.job(job, { type: 'ChunkStarted', data });
  expect((await pruneEditions(registerContext(operator), 1)).dropped).toEqual([]);
  await log.complete(job, 0, countsOf([BOTH]));
  await log.end(job, countsOf([BOTH]));
  expect((await pruneEditions(registerContext(operator), 1)).dropped).toEqual([
    { source: 'companies', edition },
  ]);
  expect(left()).toEqual(['2020-06-01', '2023-08-01']);
});

it('tells a file that is not there from one that does not pass', async () => {
  const wrong = importEdition(world.settings, {
    source: 'companies',
    files: [join(world.settings.dataDir, 'none.csv')],
  });
  await expect(wrong).rejects.toMatchObject({ name: 'WrongRequest', code: 'missing_file' });
  const unusable = importEdition(world.settings, { source: 'companies', files: [__filename] });
  await expect(unusable).rejects.toMatchObject({ name: 'NotDone' });
});
