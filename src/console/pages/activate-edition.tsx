/** Puts an earlier edition of a source back in force. */
import { listActs } from '../../operator/maintenance/list-acts.js';
import { activateAndRecordEdition } from '../../operator/editions/activate-edition.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { SOURCE_NAMES } from '../../../packages/enrichment/src/index.js';
import { ADMIN_ROLES, redirect, post, type Visit } from '../console-page.js';
import { ActsTable } from '../view/maintenance-acts.js';
import type { Markup } from '../view/jsx-markup.js';
import { ConfirmBox, HiddenFields, Section } from '../view/parts.js';
import { actIdOf, requireConfirmation } from '../form-values.js';

interface Edition {
  readonly source: string;
  readonly edition: string;
  readonly as_of: string;
  readonly active: boolean;
}

/** The section below the list of editions: the form, for admins only, and the earlier activations. */
export async function activationSection(visit: Visit, editions: readonly Edition[]): Promise<Markup> {
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

const ActivationForm = ({ csrf, editions }: { csrf: string; editions: readonly Edition[] }): Markup => (
  <Section title="Put an earlier edition back in force">
    <p>Every machine uses it for chunks of rows that start after this.</p>
    <form class="stacked" method="post" action="/editions/activate">
      <HiddenFields token={csrf} />
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
    </form>
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
