/** How the service is: editions and their age, the blocks and what is loaded for them. */
import { listLoadedBlocks } from '../../operator/register/blocks-loaded.js';
import { importStatus } from '../../operator/register/import-status.js';
import { sourceStatus } from '../../operator/register/source-status.js';
import { sourcesSheet } from '../../operator/register/sources.sheet.js';
import { syncFailures } from '../../operator/register/sync/sync-failures.js';
import { EVERYBODY, get, page } from '../page.js';
import { activation } from './activate-edition.js';
import { ImportsPart } from '../view/imports-part.js';
import { SheetShown, Table, tableOf } from '../view/sheet.js';
import { cell } from '../../shared/sheet/sheet.js';

export const editionsPage = get('/editions', EVERYBODY, async (visit) => {
  const { operator, now } = visit;
  const all = await sourceStatus(operator);
  const editions = all.flatMap((status) => ('live' in status ? [] : [status]));
  return page(
    'Editions',
    <SheetShown of={sourcesSheet(all, syncFailures(operator.settings.dataDir))}>
      {await activation(visit, editions)}
      <ImportsPart of={importStatus(operator)} now={now} />
    </SheetShown>,
  );
});

/** Fetched again while an import runs. */
export const importsPart = get(
  '/editions/imports',
  EVERYBODY,
  async ({ operator, now }) => ({
    kind: 'part',
    body: <ImportsPart of={importStatus(operator)} now={now} />,
  }),
  { polled: true },
);

export const blocksPage = get('/blocks', EVERYBODY, async ({ operator }) => {
  const blocks = listLoadedBlocks(operator);
  return page(
    'Blocks',
    <>
      <h1>The {blocks.length} blocks</h1>
      <p>What each says, and whether what it is made from is loaded here.</p>
      <Table
        name="Blocks, in the order of the catalogue"
        of={tableOf(blocks, {
          block: ({ key }) => cell.code(key),
          'what it says': ({ description }) => description,
          tier: ({ tier }) => tier,
          here: ({ state }) =>
            cell.badge(state, state === 'loaded' ? 'good' : state === 'not built' ? 'plain' : 'bad'),
          'made from': ({ sources }) =>
            sources.map(({ name, as_of }) => `${name} (${as_of ?? 'not loaded'})`).join(', '),
        })}
      />
    </>,
  );
});
