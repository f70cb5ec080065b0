/** Documents whose words contradict their tags: rows, columns, headings, sentences, units and names. */
import { edited, replaced, type FactElement, type FiledPage } from './filed-page.js';
import { ofText, turned, type Mutant, type Target } from './mutant.js';
import type { TruePeriod, Truth } from './truth.js';

/** The row of a table that a fact stands in: the words of its first cell, where no amount is between. */
function labelBefore(
  text: string,
  { start }: FactElement,
): { readonly at: number; readonly label: string } | null {
  const row = text.lastIndexOf('<tr', start);
  const before = row < 0 ? '' : text.slice(row, start);
  const found = /^<tr[^>]*>\s*<t[dh][^>]*>(?<label>(?:(?!<\/t[dh]>|<ix:)[\s\S]){2,900}?)<\/t[dh]>/.exec(
    before,
  );
  const label = found?.groups?.['label'] ?? '';
  const words = label.replaceAll(/<[^>]*>/g, '').trim();
  if (found === null || !/^[A-Za-z][^<]{2,80}$/.test(words)) return null;
  if (before.includes('</tr') || before.includes('<ix:nonFraction')) return null;
  return { at: row + found[0].lastIndexOf(label), label };
}

/** A line of the same kind of statement that is none of the figure's own. */
const otherLabel = (field: string): string =>
  field === 'cash'
    ? 'Other debtors'
    : /turnover|profit/.test(field)
      ? 'Administrative expenses'
      : 'Cash at bank and in hand';

/** The row of every place of a figure is called otherwise. */
export function* relabelled({ page, field, facts, period }: Target): Generator<Mutant> {
  const labels = facts.map((fact) => labelBefore(page.text, fact));
  if (labels.some((label) => label === null)) return;
  const rows = new Map(labels.flatMap((found) => (found === null ? [] : [[found.at, found.label] as const])));
  const edits = [...rows].map(([start, label]) => ({
    start,
    end: start + label.length,
    text: otherLabel(field),
  }));
  const withhold = { end: period.end, field, concept: facts[0]?.concept ?? '' };
  yield {
    family: 'label',
    of: page.name,
    text: edited(page.text, edits),
    contradicted: true,
    voided: false,
    withhold,
  };
}

/** Every amount of a document's own period has the other sign. */
export function* turnedColumn(
  page: FiledPage,
  targets: readonly Target[],
  period: TruePeriod,
): Generator<Mutant> {
  const contexts = new Set(
    targets.flatMap((target) => (target.period === period ? target.facts : [])).map((fact) => fact.context),
  );
  const edits = page.facts.flatMap((fact) => {
    const by = contexts.has(fact.context) && !/Employees/.test(fact.concept) ? turned(fact) : null;
    return by === null ? [] : [replaced(fact, by)];
  });
  if (edits.length > 1)
    yield {
      family: 'whole column',
      of: page.name,
      text: edited(page.text, edits),
      contradicted: true,
      voided: false,
    };
}

const SENTENCES = [
  'All amounts in these financial statements are stated in thousands of pounds sterling.',
  'The figures in these accounts are expressed in £ millions.',
  'The financial statements are presented in US dollars.',
];
const OTHER_NAME = 'Quite Another Enterprise Limited';

/** Nothing but a year or a date: `2024`, `30.4.24`, `13 months to 31 May 2024`. */
const HEADING =
  /(?<open><[^>]*>\s*)(?<text>(?:(?:\d\d? months|52 weeks|53 weeks|year|period|as) (?:ended|to|at) )?(?:\d\d?(?: [A-Za-z]{3,9} |[./]\d\d?[./]))?(?:(?<=[./])\d\d|20\d\d)(?: £)?)(?=\s*<)/gi;
const SHOWN = /^(?!<ix:)(?!.*display:\s*none)/s;
/** The page with other years in all its headings. */
function withHeadings(text: string, years: readonly number[], to: (found: number) => number): string {
  const all = [...text.matchAll(HEADING)].flatMap(({ index, groups = {} }) => {
    const { open = '', text: words = '' } = groups;
    const [digits = ''] = /(?:20)?\d\d(?= £|$)/.exec(words) ?? [];
    const found = Number(digits.padStart(4, '20'));
    const end = index + open.length + words.replace(/ £$/, '').length;
    return SHOWN.test(open) && years.includes(found) ? [{ end, found, digits }] : [];
  });
  return edited(
    text,
    all.map(({ end, found, digits }) => ({
      start: end - digits.length,
      end,
      text: String(to(found)).slice(-digits.length),
    })),
  );
}

/** Words of a page that say something else than the tags of a whole document. */
export function* ofPage(page: FiledPage, { made_up_to, periods }: Truth): Generator<Mutant> {
  const { text } = page;
  if (periods.length === 0 || !text.includes('<ix:')) return;
  const mutant = (family: string, changed: string): Mutant[] => ofText(page, family, changed, true);
  const amounts = periods.flatMap((period) => [...period.amounts.values()]);
  // Whole thousands in full may be rounded to them.
  if (amounts.some((amount) => amount % 1_000 !== 0))
    for (const sentence of SENTENCES)
      yield* mutant('sentence', text.replace(/<\/body>/, `<p>${sentence}</p></body>`));
  for (const currency of ['USD', 'EUR'])
    yield* mutant('unit', text.replaceAll('iso4217:GBP', `iso4217:${currency}`));
  const year = Number(made_up_to.slice(0, 4));
  for (const to of [(found: number) => (found === year ? year - 1 : year), (found: number) => found - 2])
    yield* mutant('heading', withHeadings(text, [year, year - 1], to));
  yield* mutant(
    'name',
    text.replaceAll(
      /(<ix:nonNumeric[^>]*EntityCurrentLegalOrRegisteredName[^>]*>)[^<]+(<\/ix:nonNumeric)/g,
      `$1${OTHER_NAME}$2`,
    ),
  );
}
