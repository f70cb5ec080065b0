/**
 * Names with the company that each means, made from the shipped sample by a seed: real names, written as
 * customers write them; and a register made of the same sample by leaving some companies out, dissolving
 * some, and giving some namesakes.
 */
import { Seeded } from '../support/seeded.js';
import {
  CORRUPTIONS,
  OTHER_COMPANIES,
  endingOf,
  sister,
  withoutEnding,
  type Corruption,
} from './corruptions.js';
import { nameOf, numberOf, previousNameOf, type SampleRow } from './sample-rows.js';

const SEED = 20_200_501;
const MAX_A_KIND = 120;
const LEFT_OUT = 300;
const DISSOLVED = 200;
const NAMESAKES = 120;
const HARD_ONES = 60;
/** Numbers that no company of the sample has. */
const FIRST_MADE_NUMBER = 99_000_000;

export interface Label {
  readonly kind: string;
  readonly asked: string;
  /** A company number; `none`: not on file; `ambiguous`: no one company is meant more than another. */
  readonly expected: string;
}

export interface Change {
  readonly change: 'left_out' | 'dissolved' | 'namesake' | 'dissolved_namesake';
  readonly company_number: string;
  readonly company_name: string;
  /** The company whose name a namesake has; else empty. */
  readonly namesake_of: string;
}

export interface LabelledNames {
  readonly labels: readonly Label[];
  readonly changes: readonly Change[];
}

function shuffled<T>(items: readonly T[], chance: Seeded): T[] {
  const order = items.map((item) => ({ item, at: chance.next() }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

const asChange = (change: Change['change'], row: SampleRow): Change => ({
  change,
  company_number: numberOf(row),
  company_name: nameOf(row),
  namesake_of: '',
});

/** `ACME LIMITED` gets `ACME LLP` as a namesake, and a dissolved one of its own name. */
function namesake(change: 'namesake' | 'dissolved_namesake', row: SampleRow, i: number): Change {
  const number = String(FIRST_MADE_NUMBER + i + (change === 'namesake' ? 0 : NAMESAKES));
  const company_name = change === 'namesake' ? `${withoutEnding(nameOf(row))} LLP` : nameOf(row);
  return { change, company_number: number, company_name, namesake_of: numberOf(row) };
}

interface Parts {
  readonly leftOut: readonly SampleRow[];
  readonly dissolved: readonly SampleRow[];
  readonly withNamesake: readonly SampleRow[];
  readonly withDissolvedNamesake: readonly SampleRow[];
  readonly ordinary: readonly SampleRow[];
}

function partsOf(rows: readonly SampleRow[], chance: Seeded): Parts {
  const order = shuffled(rows, chance);
  const take = (count: number, fits: (row: SampleRow) => boolean = () => true): SampleRow[] => {
    const taken = order.filter(fits).slice(0, count);
    for (const row of taken) order.splice(order.indexOf(row), 1);
    return taken;
  };
  const limited = (row: SampleRow): boolean => /^(LIMITED|LTD)$/.test(endingOf(nameOf(row)) ?? '');
  return {
    leftOut: take(LEFT_OUT),
    dissolved: take(DISSOLVED),
    withNamesake: take(NAMESAKES, limited),
    withDissolvedNamesake: take(NAMESAKES, limited),
    ordinary: order,
  };
}

/** Up to so many names of a kind, from as many companies. */
function labelsOf(
  kind: string,
  rows: readonly SampleRow[],
  label: (row: SampleRow) => Omit<Label, 'kind'> | null,
): Label[] {
  const labels: Label[] = [];
  for (const row of rows) {
    if (labels.length === MAX_A_KIND) break;
    const made = label(row);
    if (made !== null) labels.push({ kind, ...made });
  }
  return labels;
}

const meaning = (row: SampleRow, asked: string | null): Omit<Label, 'kind'> | null =>
  asked === null ? null : { asked, expected: numberOf(row) };
const meaningNone = (asked: string | null): Omit<Label, 'kind'> | null =>
  asked === null ? null : { asked, expected: 'none' };

function onFile(
  { ordinary, dissolved, withNamesake, withDissolvedNamesake }: Parts,
  chance: Seeded,
): Label[] {
  const corrupted = Object.entries<Corruption>(CORRUPTIONS).flatMap(([kind, corrupt]) =>
    labelsOf(kind, shuffled(ordinary, chance), (row) => meaning(row, corrupt(nameOf(row), chance))),
  );
  const previous = (row: SampleRow): string | null => previousNameOf(row) || null;
  const renamed = shuffled(ordinary, chance);
  return [
    ...labelsOf('as registered', shuffled(ordinary, chance), (row) => meaning(row, nameOf(row))),
    ...corrupted,
    ...labelsOf('a previous name', renamed, (row) => meaning(row, previous(row))),
    ...labelsOf('a previous name without its ending', renamed, (row) =>
      meaning(row, withoutEnding(previous(row) ?? '') || null),
    ),
    ...labelsOf('dissolved, as registered', dissolved, (row) => meaning(row, nameOf(row))),
    ...labelsOf('dissolved, ending left out', dissolved, (row) => meaning(row, withoutEnding(nameOf(row)))),
    ...labelsOf('with a live namesake, as registered', withNamesake, (row) => meaning(row, nameOf(row))),
    ...labelsOf('with a live namesake, ending left out', withNamesake, (row) => ({
      asked: withoutEnding(nameOf(row)),
      expected: 'ambiguous',
    })),
    ...labelsOf('with a dissolved namesake', withDissolvedNamesake, (row) => meaning(row, nameOf(row))),
  ];
}

/**
 * Names of companies that the register doesn't have. The hard ones have the name of one that it has, but for
 * what a step of matching passes over: each step meets as many of them.
 */
function notOnFile({ leftOut, ordinary, dissolved }: Parts, chance: Seeded): Label[] {
  const any = (kind: string, rows: readonly SampleRow[], asked: Corruption): Label[] =>
    labelsOf(kind, rows, (row) => meaningNone(asked(nameOf(row), chance)));
  const hard = (what: string, asked: (row: SampleRow) => string | null, rows = ordinary): Label[] =>
    labelsOf(`not on file, ${what}`, shuffled(rows, chance), (row) => meaningNone(asked(row))).slice(
      0,
      HARD_ONES,
    );
  return [
    ...any('not on file', leftOut, (name) => name),
    ...any('not on file, ending left out', [...leftOut].reverse(), withoutEnding),
    ...any('not on file, of the group of one that is', shuffled(ordinary, chance), sister),
    ...hard('the name of one with another ending', (row) =>
      OTHER_COMPANIES['another ending'](nameOf(row), chance),
    ),
    ...hard('the name of one with (UK)', (row) => OTHER_COMPANIES['(UK) added'](nameOf(row))),
    ...hard('the name of one without UK', (row) => OTHER_COMPANIES['UK left out'](nameOf(row))),
    ...hard('the previous name of one', (row) => previousNameOf(row) || null),
    ...hard('the name of one and UK, CO or such', (row) =>
      CORRUPTIONS['UK, CO and such added'](nameOf(row), chance),
    ),
    ...hard('the name of one that is dissolved', nameOf, dissolved),
  ];
}

/** The same every time. */
export function labelledNames(rows: readonly SampleRow[]): LabelledNames {
  const chance = new Seeded(SEED);
  const parts = partsOf(rows, chance);
  return {
    labels: [...onFile(parts, chance), ...notOnFile(parts, chance)],
    changes: [
      ...parts.leftOut.map((row) => asChange('left_out', row)),
      ...parts.dissolved.map((row) => asChange('dissolved', row)),
      ...parts.withNamesake.map((row, i) => namesake('namesake', row, i)),
      ...parts.withDissolvedNamesake.map((row, i) => namesake('dissolved_namesake', row, i)),
    ],
  };
}

/** The register that the names are asked of. */
export function changedRegister(rows: readonly SampleRow[], changes: readonly Change[]): SampleRow[] {
  const byNumber = new Map(rows.map((row) => [numberOf(row), row]));
  for (const { change, company_number, company_name, namesake_of } of changes) {
    const row = byNumber.get(namesake_of === '' ? company_number : namesake_of);
    if (change === 'left_out') byNumber.delete(company_number);
    else {
      byNumber.set(company_number, {
        ...row,
        ' CompanyNumber': company_number,
        CompanyName: company_name,
        ...(change === 'namesake' ? {} : { CompanyStatus: 'Dissolved' }),
      });
    }
  }
  return [...byNumber.values()];
}
