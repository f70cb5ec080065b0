/** Documents with one thing wrong: how filers and their software get figures, dates and columns wrong. */
import type { ReadAccounts, StatedBy } from '../../src/filed-accounts/accounts-record.js';
import {
  attribute,
  edited,
  replaced,
  withAttribute,
  type Edit,
  type FactElement,
  type FiledPage,
} from './filed-page.js';
import { contradicts, type TruePeriod, type Truth } from './truth.js';

export interface Mutant {
  readonly family: string;
  readonly of: string;
  readonly text: string;
  /** Something else that the document states, or its name, tells that it is wrong. */
  readonly contradicted: boolean;
  /** Nothing of it may be served: whatever it states is of another company, period or scale. */
  readonly voided: boolean;
  /** This figure alone may not be served. */
  readonly withhold?: { readonly end: string; readonly field: string; readonly concept: string };
}

interface Target {
  readonly page: FiledPage;
  readonly truth: Truth;
  readonly period: TruePeriod;
  readonly field: string;
  readonly amount: number;
  readonly facts: readonly FactElement[];
}

type Change = (fact: FactElement) => Partial<FactElement> | null;

const DIGITS = /\d[\d,]*/;

/** The printed digits of a fact changed, where it has some. */
const digits =
  (change: (printed: string) => string): Change =>
  ({ inner }) => {
    const printed = DIGITS.exec(inner)?.[0];
    const by = printed === undefined ? undefined : change(printed);
    return printed === undefined || by === printed || by === undefined
      ? null
      : { inner: inner.replace(printed, by) };
  };

const scaled =
  (power: number): Change =>
  ({ open, inner }) =>
    /[1-9]/.test(inner)
      ? { open: withAttribute(open, 'scale', String(Number(attribute(open, 'scale') ?? '0') + power)) }
      : null;

const turned: Change = ({ open, inner }) =>
  /[1-9]/.test(inner)
    ? { open: withAttribute(open, 'sign', attribute(open, 'sign') === '-' ? null : '-') }
    : null;

/** The first two digits that differ change places, and the number stays as long. */
function transposed(printed: string): string {
  for (let at = 0; at + 1 < printed.length; at += 1) {
    const [a = '', b = ''] = [printed.charAt(at), printed.charAt(at + 1)];
    if (/\d/.test(a) && /\d/.test(b) && a !== b && !(at === 0 && b === '0'))
      return `${printed.slice(0, at)}${b}${a}${printed.slice(at + 2)}`;
  }
  return printed;
}

/** The last digit is lost, and the others are grouped anew. */
function shortened(printed: string): string {
  const left = printed.replaceAll(',', '').slice(0, -1);
  return left === '' || !printed.includes(',') ? left || printed : Number(left).toLocaleString('en-GB');
}

const numberIn = (printed: string): number => Number(printed.replaceAll(',', ''));

/** Where all places of a figure are changed to another amount of the same sign. */
const factorOf = (fact: FactElement, by: Partial<FactElement>): number => {
  const [before = '', after = ''] = [DIGITS.exec(fact.inner)?.[0], DIGITS.exec(by.inner ?? '')?.[0]];
  return after === '' || numberIn(before) === 0 ? 1 : numberIn(after) / numberIn(before);
};

interface Family {
  readonly name: string;
  readonly change: Change;
  /** What the amount becomes; null: what is printed is no number of its transformation. */
  readonly amount: (amount: number, factor: number) => number | null;
}

const FAMILIES: readonly Family[] = [
  { name: 'scale', change: scaled(3), amount: (amount) => amount * 1000 },
  { name: 'scale', change: scaled(-3), amount: (amount) => amount / 1000 },
  { name: 'scale', change: scaled(1), amount: (amount) => amount * 10 },
  { name: 'sign', change: turned, amount: (amount) => -amount },
  { name: 'separator', change: digits((printed) => printed.replace(/,(\d\d)\d/, ',$1')), amount: () => null },
  {
    name: 'separator',
    change: digits((printed) => (printed.includes(',') ? `${printed.replace(',', ' ')},00` : printed)),
    amount: () => null,
  },
  {
    name: 'separator',
    change: digits((printed) => printed.replaceAll(',', '.')),
    amount: (amount, factor) => amount * factor,
  },
  { name: 'typing', change: digits(transposed), amount: (amount, factor) => amount * factor },
  {
    name: 'typing',
    change: digits(shortened),
    amount: (amount, factor) => amount * factor,
  },
];

/** One place changed where there are several; and all of them. */
function* ofFamily(target: Target, { name, change, amount }: Family): Generator<Mutant> {
  const { page, period, field, facts } = target;
  const edits = facts.flatMap((fact): { edit: Edit; factor: number }[] => {
    const by = change(fact);
    return by === null ? [] : [{ edit: replaced(fact, by), factor: factorOf(fact, by) }];
  });
  const [first] = edits;
  if (first === undefined) return;
  const becomes = amount(target.amount, first.factor);
  if (edits.length > 1)
    yield {
      family: `${name}, one of several`,
      of: page.name,
      text: edited(page.text, [first.edit]),
      contradicted: true,
      voided: false,
    };
  yield {
    family: name,
    of: page.name,
    text: edited(
      page.text,
      edits.map(({ edit }) => edit),
    ),
    contradicted: becomes === null || contradicts(period, new Map([[field, becomes]])),
    voided: false,
  };
}

function* dropped({ page, facts }: Target): Generator<Mutant> {
  const edits = facts.map(({ start, end, inner }) => ({
    start,
    end,
    text: page.text.includes('<ix:') ? inner : '',
  }));
  yield {
    family: 'dropped',
    of: page.name,
    text: edited(page.text, edits),
    contradicted: false,
    voided: false,
  };
}

/** A second fact of the same place with another amount: hidden, or beside the first. */
function* doubled({ page, facts }: Target): Generator<Mutant> {
  const [first] = facts;
  const hidden = page.text.indexOf('</ix:hidden>');
  const inner = digits((printed) => `${(Number(printed.charAt(0)) % 9) + 1}${printed.slice(1)}`);
  const by = first === undefined ? null : inner(first);
  if (first === undefined || by === null) return;
  const copy = `${first.open}${by.inner ?? ''}${first.close}`;
  const places = [first.end, ...(hidden < 0 ? [] : [hidden])];
  for (const start of places)
    yield {
      family: 'doubled',
      of: page.name,
      text: edited(page.text, [{ start, end: start, text: copy }]),
      contradicted: true,
      voided: false,
    };
}

/** Both columns of one line change places. */
function* swapped(target: Target, other: Target | undefined): Generator<Mutant> {
  const [now, before] = [target.facts[0]?.context, other?.facts[0]?.context];
  if (other === undefined || now === undefined || before === undefined || target.amount === other.amount)
    return;
  const edits = [...target.facts, ...other.facts].map((fact) =>
    replaced(fact, { open: withAttribute(fact.open, 'contextRef', fact.context === now ? before : now) }),
  );
  yield {
    family: 'swapped columns',
    of: target.page.name,
    text: edited(target.page.text, edits),
    contradicted:
      contradicts(target.period, new Map([[target.field, other.amount]])) ||
      contradicts(other.period, new Map([[other.field, target.amount]])),
    voided: false,
  };
}

function targetsOf(page: FiledPage, truth: Truth, read: ReadAccounts): Target[] {
  return truth.periods.flatMap((period) =>
    [...period.amounts].flatMap(([field, amount]) => {
      const figures = read.periods.find(({ end }) => end === period.end)?.figures;
      const by = (figures as Record<string, { by: StatedBy | null } | undefined> | undefined)?.[field]?.by;
      if (by == null) return [];
      const facts = page.facts.filter(
        ({ concept, context }) => concept === by.concept && context === by.context,
      );
      return facts.length === 0 ? [] : [{ page, truth, period, field, amount, facts }];
    }),
  );
}

const withYear = (day: string, more: number): string => `${Number(day.slice(0, 4)) + more}${day.slice(4)}`;

/** Dates of the contexts of the document's own period, and whose accounts they say to be. */
function* ofDocument({ name, text }: FiledPage, { made_up_to, periods }: Truth): Generator<Mutant> {
  if (periods.length === 0) return;
  const mutant = (family: string, changed: string, voided: boolean): Mutant[] =>
    changed === text ? [] : [{ family, of: name, text: changed, contradicted: true, voided }];
  const dated = (to: string): string =>
    text.replaceAll(
      new RegExp(`(<(?:\\w+:)?(?:instant|endDate)>\\s*)${made_up_to}(\\s*<)`, 'g'),
      `$1${to}$2`,
    );
  for (const years of [100, 30, 10, 2, -10, -100])
    yield* mutant('date', dated(withYear(made_up_to, years)), false);
  const starts = (years: number): string =>
    text.replaceAll(
      /(<(?:\w+:)?startDate>\s*)(\d{4}-\d\d-\d\d)(\s*<)/g,
      (_, open: string, day: string, close: string) => `${open}${withYear(day, years)}${close}`,
    );
  for (const years of [3, -1, -10]) yield* mutant('start', starts(years), true);
  const numbered = text.replaceAll(/(<(?:\w+:)?identifier[^>]*>\s*)\w{1,8}(\s*<)/g, '$109999999$2');
  if (name.startsWith('Prod')) yield* mutant('other company', numbered, true);
  const thousands = text.replaceAll(/>(\s*)(?:£|&#163;|&pound;)(\s*)</g, '>$1£000$2<');
  yield* mutant('printed in thousands', thousands, true);
}

/** The row of a table that a fact stands in: its words, up to the first amount. */
function labelBefore(
  text: string,
  { start }: FactElement,
): { readonly at: number; readonly label: string } | null {
  const row = text.lastIndexOf('<tr', start);
  const before = row < 0 ? '' : text.slice(row, start);
  const found =
    /^<tr[^>]*>\s*<t[dh][^>]*>(?:\s*<(?!\/t[dh])[^>]*>)*\s*(?<label>[A-Za-z][^<]{2,80}?)\s*</.exec(before);
  const label = found?.groups?.['label'];
  if (found === null || label === undefined || before.includes('</tr') || before.includes('<ix:nonFraction'))
    return null;
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
function* relabelled({ page, field, facts, period }: Target): Generator<Mutant> {
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
function* turnedColumn(page: FiledPage, targets: readonly Target[], period: TruePeriod): Generator<Mutant> {
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

/** Words of a page that say something else than the tags of a whole document. */
function* ofPage({ name, text }: FiledPage, { made_up_to, periods }: Truth): Generator<Mutant> {
  if (periods.length === 0 || !text.includes('<ix:')) return;
  const mutant = (family: string, changed: string): Mutant[] =>
    changed === text ? [] : [{ family, of: name, text: changed, contradicted: true, voided: true }];
  const amounts = periods.flatMap((period) => [...period.amounts.values()]);
  // Whole thousands in full may be rounded to them.
  if (amounts.some((amount) => amount % 1_000 !== 0))
    for (const sentence of SENTENCES)
      yield* mutant('sentence', text.replace(/<\/body>/, `<p>${sentence}</p></body>`));
  for (const currency of ['USD', 'EUR'])
    yield* mutant('unit', text.replaceAll('iso4217:GBP', `iso4217:${currency}`));
  const year = Number(made_up_to.slice(0, 4));
  const heads = (to: (found: number) => number): string =>
    text.replaceAll(
      /(>\s*)((?:\d{1,2} [A-Z][a-z]+ )?)(20\d\d)(\s*<)/g,
      (all, open: string, day: string, found: string, close: string) =>
        [year, year - 1].includes(Number(found)) ? `${open}${day}${to(Number(found))}${close}` : all,
    );
  yield* mutant(
    'heading',
    heads((found) => (found === year ? year - 1 : year)),
  );
  yield* mutant(
    'heading',
    heads((found) => found - 2),
  );
  yield* mutant(
    'name',
    text.replaceAll(
      /(<ix:nonNumeric[^>]*EntityCurrentLegalOrRegisteredName[^>]*>)[^<]+(<\/ix:nonNumeric)/g,
      `$1${OTHER_NAME}$2`,
    ),
  );
}

/** All mutants of a document. */
export function* mutantsOf(page: FiledPage, truth: Truth, read: ReadAccounts): Generator<Mutant> {
  const targets = targetsOf(page, truth, read);
  for (const target of targets) {
    for (const family of FAMILIES) yield* ofFamily(target, family);
    yield* dropped(target);
    yield* relabelled(target);
    yield* doubled(target);
    if (target.period === truth.periods[0])
      yield* swapped(
        target,
        targets.find(({ field, period }) => field === target.field && period !== target.period),
      );
  }
  // Where its filer had turned a sign, a whole column that is turned would be right again.
  for (const period of truth.periods) if (period.withheld === 0) yield* turnedColumn(page, targets, period);
  yield* ofDocument(page, truth);
  yield* ofPage(page, truth);
}
