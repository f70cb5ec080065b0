/** Documents with one thing wrong: how filers and their software get figures, dates and columns wrong. */
import type { ReadAccounts, StatedBy } from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import {
  attribute,
  edited,
  replaced,
  withAttribute,
  type Edit,
  type FactElement,
  type FiledPage,
} from './filed-page.js';
import { ofText, turned, type Change, type Mutant, type Target } from './mutant.js';
import { contradicts, type Truth } from './truth.js';
import { ofPage, relabelled, turnedColumn } from './word-mutants.js';

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
function* ofDocument(page: FiledPage, { made_up_to, periods }: Truth): Generator<Mutant> {
  if (periods.length === 0) return;
  const { name, text } = page;
  const dated = (to: string): string =>
    text.replaceAll(
      new RegExp(`(<(?:\\w+:)?(?:instant|endDate)>\\s*)${made_up_to}(\\s*<)`, 'g'),
      `$1${to}$2`,
    );
  for (const years of [100, 30, 10, 2, -10, -100])
    yield* ofText(page, 'date', dated(withYear(made_up_to, years)), false);
  const starts = (years: number): string =>
    text.replaceAll(
      /(<(?:\w+:)?startDate>\s*)(\d{4}-\d\d-\d\d)(\s*<)/g,
      (_, open: string, day: string, close: string) => `${open}${withYear(day, years)}${close}`,
    );
  for (const years of [3, -1, -10]) yield* ofText(page, 'start', starts(years), true);
  const numbered = text.replaceAll(/(<(?:\w+:)?identifier[^>]*>\s*)\w{1,8}(\s*<)/g, '$109999999$2');
  if (name.startsWith('Prod')) yield* ofText(page, 'other company', numbered, true);
  const thousands = text.replaceAll(/>(\s*)(?:£|&#163;|&pound;)(\s*)</g, '>$1£000$2<');
  yield* ofText(page, 'printed in thousands', thousands, true);
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
