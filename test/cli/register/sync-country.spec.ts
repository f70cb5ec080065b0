/** All that can be fetched, in one sync: the files of which `npm run bench:sync` makes as many as the whole country has. */
import { publish, PUBLISHED_SOURCES } from '../../../bench/support/national/published/published-files.js';
import { PublishersProcess } from '../../../packages/publishers-stand-in/src/index.js';
import { CommandLineOn } from '../../support/cli.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const published = forAllTests(() => new TemporaryFolder());
const publishers = forAllTests(() => PublishersProcess.start(published.path));
const cli = forAllTests(
  () => new CommandLineOn('inside', { ...publishers.settings, HMLR_API_KEY: PublishersProcess.key }),
);
beforeAll(async () => {
  for (const source of PUBLISHED_SOURCES) await publish(published.path, source, 0);
});

interface Outcome {
  readonly source: string;
  readonly outcome: string;
}

const synced = async (): Promise<Readonly<Record<string, string>>> => {
  const { sources } = await cli.json<{ sources: readonly Outcome[] }>('register', 'sync');
  return Object.fromEntries(
    sources.flatMap(({ source, outcome }) => (outcome === 'not_published' ? [] : [[source, outcome]])),
  );
};

it('is put in force by one command, with cohorts made of it; the next finds nothing new', async () => {
  const all = [...PUBLISHED_SOURCES, 'cohorts'];
  expect(await synced()).toEqual(Object.fromEntries(all.map((source) => [source, 'synced'])));
  expect(await synced()).toEqual(
    Object.fromEntries(PUBLISHED_SOURCES.map((source) => [source, 'newest_in_force'])),
  );
});
