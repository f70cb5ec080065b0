/** The pages of editions and blocks: each source's editions and imports, and each block with its sources. */
import { registerContext } from '../../operator/editions/register-context.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import { sourcesSheet } from '../../operator/editions/sources.sheet.js';
import { ALL_ROLES, get, page, part } from '../console-page.js';
import { activationSection } from './activate-edition.js';
import { ImportsPart } from '../view/imports-part.js';
import { SheetView, TableView, viewTable } from '../view/sheet.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

export const editionsPage = get('/editions', ALL_ROLES, async (visit) => {
  const { operator, now } = visit;
  const sources = await Register.sourceStatus(registerContext(operator));
  const editions = sources.flatMap((status) => ('live' in status ? [] : [status]));
  return page(
    'Editions',
    <SheetView sheet={sourcesSheet(sources, Register.syncFailures(operator.settings.dataDir))}>
      {await activationSection(visit, editions)}
      <ImportsPart imports={Register.importStatus(operator)} now={now} />
    </SheetView>,
  );
});

/** The part with the imports, fetched again while one runs. */
export const importsPart = get(
  '/editions/imports',
  ALL_ROLES,
  async ({ operator, now }) => part(<ImportsPart imports={Register.importStatus(operator)} now={now} />),
  { isPolled: true },
);

export const blockListPage = get('/blocks', ALL_ROLES, async ({ operator }) => {
  const blocks = Register.listBlockStates(operator);
  return page(
    'Blocks',
    <>
      <h1>The {blocks.length} blocks</h1>
      <p>The content of each block, and whether its sources are loaded here.</p>
      <TableView
        name="Blocks, in the order of the catalogue"
        table={viewTable(blocks, {
          block: ({ key }) => cell.code(key),
          content: ({ description }) => description,
          tier: ({ tier }) => tier,
          state: ({ state }) =>
            cell.badge(state, state === 'loaded' ? 'good' : state === 'not built' ? 'plain' : 'bad'),
          'made from': ({ sources }) =>
            sources.map(({ name, as_of }) => `${name} (${as_of ?? 'not loaded'})`).join(', '),
        })}
      />
    </>,
  );
});
