/** The pages of editions and blocks, and the act that puts an earlier edition of a source back in force. */
import { activateAndRecordEdition, registerContext } from '../../operator/editions/register-context.js';
import { Register, SOURCE_NAMES } from '../../../packages/enrichment/src/index.js';
import { sourcesSheet } from '../../operator/editions/sources.sheet.js';
import {
  ADMIN_ROLES,
  ALL_ROLES,
  get,
  page,
  part,
  post,
  redirect,
  type ConsolePage,
  type Visit,
} from '../console-page.js';
import { listActs } from '../../operator/maintenance/list-acts.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { actIdOf, requireConfirmation } from '../form-values.js';
import { ActsTable } from '../view/maintenance-acts.js';
import type { Markup } from '../view/jsx-markup.js';
import { ActForm, ConfirmBox, Section } from '../view/parts.js';
import { ImportsPart } from '../view/imports-part.js';
import { ListTable, SheetView } from '../view/sheet.js';
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

/** The form that puts an earlier edition back in force, for admins only, and the acts of it so far. */
async function activationSection(visit: Visit, editions: readonly Register.SourceEdition[]): Promise<Markup> {
  const earlierEditions = editions.filter(({ active }) => !active);
  const acts = await listActs(visit.operator, ['edition_activation']);
  return (
    <>
      {ADMIN_ROLES.includes(visit.user.role) && earlierEditions.length > 0 && (
        <ActivationForm csrf={visit.session.csrf} editions={earlierEditions} />
      )}
      <Section title="Put in force by hand, the newest first">
        <ActsTable name="Editions put in force by hand" acts={acts} />
      </Section>
    </>
  );
}

type ActivationFormProps = { csrf: string; editions: readonly Register.SourceEdition[] };

const ActivationForm = ({ csrf, editions }: ActivationFormProps): Markup => (
  <Section title="Put an earlier edition back in force">
    <p>Every machine uses it for chunks of rows that start after this.</p>
    <ActForm to="/editions/activate" csrf={csrf}>
      <label for="edition">Edition</label>
      <select id="edition" name="edition" required>
        {editions.map(({ source, edition, as_of }) => (
          <option value={`${source} ${edition}`}>
            {source}, as of {as_of}: {edition}
          </option>
        ))}
      </select>
      <ConfirmBox>Yes, use this edition from now on</ConfirmBox>
      <button type="submit">Put it in force</button>
    </ActForm>
  </Section>
);

export const activateAct = post('/editions/activate', ADMIN_ROLES, async ({ operator, form, reason }) => {
  const [sourceName = '', edition = ''] = (form['edition'] ?? '').split(' ');
  const source = SOURCE_NAMES.find((name) => name === sourceName);
  if (source === undefined)
    throw new WrongRequest('unknown_source', `No source is called '${sourceName.slice(0, 100)}'.`);
  requireConfirmation(form);
  await activateAndRecordEdition(operator, { source, edition, reason, act: actIdOf(form) });
  return redirect('/editions');
});

/** The part with the imports, fetched again while one runs. */
export const importsPart: ConsolePage = {
  ...get('/editions/imports', ALL_ROLES, async ({ operator, now }) =>
    part(<ImportsPart imports={Register.importStatus(operator)} now={now} />),
  ),
  isPolled: true,
};

export const blockListPage = get('/blocks', ALL_ROLES, async ({ operator }) => {
  const blocks = Register.listBlockStates(operator);
  return page(
    'Blocks',
    <>
      <h1>The {blocks.length} blocks</h1>
      <p>The content of each block, and whether its sources are loaded here.</p>
      <ListTable
        name="Blocks, in the order of the catalogue"
        items={blocks}
        columns={{
          block: ({ key }) => cell.code(key),
          content: ({ description }) => description,
          tier: ({ tier }) => tier,
          state: ({ state }) =>
            cell.badge(state, state === 'loaded' ? 'good' : state === 'not built' ? 'plain' : 'bad'),
          'made from': ({ sources }) =>
            sources.map(({ name, as_of }) => `${name} (${as_of ?? 'not loaded'})`).join(', '),
        }}
      />
    </>,
  );
});
