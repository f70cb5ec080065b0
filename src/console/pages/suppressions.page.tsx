/** What no answer shows: listed without the values, suppressed and shown again by an admin. */
import {
  liftSuppressions,
  listSuppressions,
  suppressValues,
  type Suppression,
} from '../../operator/suppressions/suppressions.js';
import { SUPPRESSION_COLUMNS } from '../../operator/suppressions/suppressions.sheet.js';
import { WrongRequest } from '../../operator/refusal.js';
import { namedValues, SUPPRESSED_KINDS } from '../../shared/suppression/suppressed.js';
import { ADMIN, EVERYBODY, get, go, page, post } from '../page.js';
import type { Markup } from '../view/markup.js';
import { day, month, mustBeConfirmed } from '../words.js';
import { Csrf, Section } from '../view/parts.js';
import { Table } from '../view/sheet.js';
import { sheetTable } from '../../shared/sheet/sheet.js';

const PATH = '/suppressions';

export const suppressionsPage = get(PATH, EVERYBODY, async ({ operator, user, session: { csrf } }) => {
  const suppressions = await listSuppressions(operator);
  const may = ADMIN.includes(user.role);
  return page(
    'Suppressions',
    <>
      <h1>Suppressions</h1>
      <p>
        Values that no answer shows. Only keyed hashes of them are kept, so that they can't be shown here.
      </p>
      <Table
        name="What is suppressed"
        of={sheetTable(suppressions, SUPPRESSION_COLUMNS, { none: 'Nothing is suppressed.' })}
      />
      {may && <SuppressValue csrf={csrf} />}
      {may && <SuppressPerson csrf={csrf} />}
      {may && suppressions.length > 0 && <Lift csrf={csrf} suppressions={suppressions} />}
    </>,
  );
});

const SuppressValue = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Suppress a value">
    <form class="stacked" method="post" action={PATH}>
      <Csrf token={csrf} />
      <label for="value">E-mail address, phone number, domain, person number or company number</label>
      <input id="value" name="value" maxlength={500} autocomplete="off" required />
      <label for="kind">Kind</label>
      <select id="kind" name="kind">
        <option value="">as the value tells</option>
        {SUPPRESSED_KINDS.map((kind) => (
          <option value={kind}>{kind}</option>
        ))}
      </select>
      <button type="submit">Suppress it</button>
    </form>
  </Section>
);

const SuppressPerson = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Suppress an officer by name">
    <p>
      For an officer of whom the register shows neither a person number nor an id. The name with all its
      forenames, in any order; a month of birth holds for every appointment, a day for those that began on it.
    </p>
    <form class="stacked" method="post" action={PATH}>
      <Csrf token={csrf} />
      <label for="name">Name</label>
      <input id="name" name="name" maxlength={500} autocomplete="off" required />
      <label for="born">Month of birth (YYYY-MM)</label>
      <input id="born" name="born" pattern="\d{4}-\d{2}" />
      <label for="appointed">Day of appointment (YYYY-MM-DD)</label>
      <input id="appointed" name="appointed" pattern="\d{4}-\d{2}-\d{2}" />
      <button type="submit">Suppress the person</button>
    </form>
  </Section>
);

const Lift = ({ csrf, suppressions }: { csrf: string; suppressions: readonly Suppression[] }): Markup => (
  <Section title="Show a value again">
    <form class="stacked" method="post" action={`${PATH}/lift`}>
      <Csrf token={csrf} />
      <label for="id">Suppression</label>
      <select id="id" name="id" required>
        {suppressions.map(({ id, kind, suppressed_at }) => (
          <option value={id}>
            {id}: {kind}, since {suppressed_at.slice(0, 10)}
          </option>
        ))}
      </select>
      <label>
        <input type="checkbox" name="confirmed" value="yes" required /> Answers may show it from now on
      </label>
      <button type="submit">Show it again</button>
    </form>
  </Section>
);

type Form = Readonly<Record<string, string | undefined>>;

/** @throws WrongRequest */
function personIn({ name = '', born = '', appointed = '' }: Form): string[] {
  const values = namedValues({
    name,
    born: born.trim() === '' ? null : month(born),
    appointed: appointed.trim() === '' ? null : day(appointed),
  });
  if (values.length > 0) return values;
  throw new WrongRequest('person_not_told', 'A name needs a month of birth or a day of appointment.');
}

export const suppressAct = post(PATH, ADMIN, async ({ operator, form }) => {
  if (form['name'] !== undefined) await suppressValues(operator, personIn(form), 'person_name');
  else {
    const kind = SUPPRESSED_KINDS.find((one) => one === form['kind']) ?? null;
    await suppressValues(operator, [form['value'] ?? ''], kind);
  }
  return go(PATH);
});

export const liftAct = post(`${PATH}/lift`, ADMIN, async ({ operator, form }) => {
  mustBeConfirmed(form);
  await liftSuppressions(operator, [form['id'] ?? ''], null);
  return go(PATH);
});
