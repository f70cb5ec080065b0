/** The page of suppressions: a list without the values, and the forms that suppress a value or lift one. */
import {
  liftSuppressions,
  listSuppressions,
  suppressValues,
  type Suppression,
  SUPPRESSION_COLUMNS,
} from '../../operator/suppressions/suppressions.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { personNameValues, SUPPRESSED_KINDS } from '../../../packages/contract/src/suppression/suppressed.js';
import { ADMIN_ROLES, ALL_ROLES, get, headedPage, post, redirect } from '../console-page.js';
import type { Markup } from '../view/jsx-markup.js';
import { readDay, readIfFilled, readMonth, requireConfirmation, type FieldTexts } from '../form-values.js';
import { ActForm, ConfirmBox, Section } from '../view/parts.js';
import { ListTable } from '../view/sheet.js';

const PATH = '/suppressions';

export const suppressionsPage = get(PATH, ALL_ROLES, async ({ operator, user, session: { csrf } }) => {
  const suppressions = await listSuppressions(operator);
  const isAdmin = ADMIN_ROLES.includes(user.role);
  return headedPage(
    'Suppressions',
    <>
      <p>
        No answer shows these values. Only keyed hashes of them are kept, so this page can't show them either.
      </p>
      <ListTable
        name="Suppressed values"
        items={suppressions}
        columns={SUPPRESSION_COLUMNS}
        none="Nothing is suppressed."
      />
      {isAdmin && <SuppressValueForm csrf={csrf} />}
      {isAdmin && <SuppressPersonForm csrf={csrf} />}
      {isAdmin && suppressions.length > 0 && <LiftForm csrf={csrf} suppressions={suppressions} />}
    </>,
  );
});

const SuppressValueForm = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Suppress a value">
    <ActForm to={PATH} csrf={csrf}>
      <label for="value">E-mail address, phone number, domain, person number or company number</label>
      <input id="value" name="value" maxlength={500} autocomplete="off" required />
      <label for="kind">Kind</label>
      <select id="kind" name="kind">
        <option value="">detect from the value</option>
        {SUPPRESSED_KINDS.map((kind) => (
          <option value={kind}>{kind}</option>
        ))}
      </select>
      <button type="submit">Suppress the value</button>
    </ActForm>
  </Section>
);

const SuppressPersonForm = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Suppress an officer by name">
    <p>
      For an officer without a person number or an id in the register. Give the name with all forenames, in
      any order. A month of birth covers every appointment; a day covers appointments that began on that day.
    </p>
    <ActForm to={PATH} csrf={csrf}>
      <label for="name">Name</label>
      <input id="name" name="name" maxlength={500} autocomplete="off" required />
      <label for="born">Month of birth (YYYY-MM)</label>
      <input id="born" name="born" pattern="\d{4}-\d{2}" />
      <label for="appointed">Day of appointment (YYYY-MM-DD)</label>
      <input id="appointed" name="appointed" pattern="\d{4}-\d{2}-\d{2}" />
      <button type="submit">Suppress the person</button>
    </ActForm>
  </Section>
);

const LiftForm = ({ csrf, suppressions }: { csrf: string; suppressions: readonly Suppression[] }): Markup => (
  <Section title="Show a value again">
    <ActForm to={`${PATH}/lift`} csrf={csrf}>
      <label for="id">Suppression</label>
      <select id="id" name="id" required>
        {suppressions.map(({ id, kind, suppressed_at }) => (
          <option value={id}>
            {id}: {kind}, since {suppressed_at.slice(0, 10)}
          </option>
        ))}
      </select>
      <ConfirmBox>Yes, let answers show it again</ConfirmBox>
      <button type="submit">Show it again</button>
    </ActForm>
  </Section>
);

/** Reads the person's name with a month of birth or a day of appointment. @throws WrongRequest */
function personIn({ name = '', born, appointed }: FieldTexts): string[] {
  const [birthMonth, appointedOn] = [readIfFilled(born, readMonth), readIfFilled(appointed, readDay)];
  const values = personNameValues({ name, birthMonth, appointedOn });
  if (values.length > 0) return values;
  throw new WrongRequest('person_not_told', 'A name needs a month of birth or a day of appointment.');
}

export const suppressAct = post(PATH, ADMIN_ROLES, async ({ operator, form }) => {
  if (form['name'] !== undefined) await suppressValues(operator, personIn(form), 'person_name');
  else {
    const kind = SUPPRESSED_KINDS.find((name) => name === form['kind']) ?? null;
    await suppressValues(operator, [form['value'] ?? ''], kind);
  }
  return redirect(PATH);
});

export const liftAct = post(`${PATH}/lift`, ADMIN_ROLES, async ({ operator, form }) => {
  requireConfirmation(form);
  await liftSuppressions(operator, [form['id'] ?? ''], null);
  return redirect(PATH);
});
