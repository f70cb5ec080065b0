/** Makes the stored record of a filed document. Pure: the same bytes and name give the same record. */
import type { CompanyNumber } from '../../../words/src/company-number.js';
import type { IsoDate } from '../../../words/src/calendar.js';
import type {
  AccountsDocument,
  AccountsRecord,
  ReadAccounts,
  UnreadAccounts,
  AccountsPeriod,
  FigureKey,
} from './accounts-record.js';
import {
  accountsType,
  isAmended,
  isAudited,
  isDormant,
  isOfBank,
  omitsOwnProfit,
  saysGroup,
  standardOf,
  saysConsolidated,
  standsInGroup,
} from './statement/about.js';
import { READ_CONCEPTS } from './statement/concepts.js';
import { otherNameIn } from './words/other-name.js';
import { linesNamed } from './words/row-labels.js';
import { factsByName, hasColumn, isUnmarkedIfrs, type FactsByName } from './statement/columns.js';
import { descriptionOf } from './statement/description.js';
import { hasWages, headcountsOf } from './statement/headcount.js';
import { figuresIn, figuresOf, hasOwnBalances } from './statement/period-figures.js';
import { reportedPeriods, type ReportedPeriod, type ReportedPeriods } from './statement/periods.js';
import { numberIn, otherCompany } from './statement/whose.js';
import { UnreadableDocument, type UnreadableWhy, type XbrlDocument } from './xbrl/document.js';
import { readXbrl } from './xbrl/read-xbrl.js';

/** The facts about a document that are known before it is read. */
export interface FiledAs {
  /** The published name of the document without its file ending. */
  readonly id: string;
  /** The company number in the file's name; null: only the document itself may name the company. */
  readonly number: CompanyNumber | null;
  /** The balance day in the file's name; null: none. */
  readonly made_up_to: IsoDate | null;
}

export interface FiledRecord {
  /** The company number; null: neither the file's name nor the document has it. */
  readonly number: CompanyNumber | null;
  readonly record: AccountsRecord;
}

/** The version of the reading rules, a part of editions' ids. Raise it for every change. */
export const READER = 3;

const NO_DAY = '0000-00-00';

const taxonomyOf = ({ schemas }: XbrlDocument): string | null => {
  const file =
    schemas[0]
      ?.split('/')
      .at(-1)
      ?.replace(/\.xsd$/, '') ?? '';
  return /^[\w.-]{3,80}$/.test(file) ? file : null;
};

/** Returns true if a line is short enough to be the label of an amount. */
const isShort = (line: string): boolean => line.length < 80;

/** The column to read: the company's own, else the group's. */
function columnsOf(facts: FactsByName, period: ReportedPeriod, text: string) {
  const groupFigures = hasColumn(facts, 'group') ? figuresIn(facts, 'group', period) : 0;
  if (groupFigures === 0) {
    const isGroup =
      saysGroup(facts) || isUnmarkedIfrs(facts) || standsInGroup(facts, period.end) || saysConsolidated(text);
    return { column: 'company', scope: isGroup ? 'unknown' : 'company', group: isGroup } as const;
  }
  const ownFigures = figuresIn(facts, 'company', period);
  // One or two unmarked figures beside a whole balance sheet of the group are no accounts of the company
  // itself, unless the group's column has other amounts for the same lines.
  const isStray = ownFigures < 3 && ownFigures < groupFigures && !hasOwnBalances(facts, period);
  if (ownFigures === 0 || isStray) return { column: 'group', scope: 'group', group: true } as const;
  return { column: 'company', scope: 'company', group: true } as const;
}

/** The figures that no dormant company has (Companies Act 2006 section 1169). Fees may cause a loss. */
const OF_TRADE: readonly FigureKey[] = ['turnover', 'gross_profit'];
const PROFITS: readonly FigureKey[] = ['operating_profit', 'profit_before_tax', 'profit_after_tax'];
/** The maximum headcount of a dormant company: small companies count directors as employees. */
const MAX_DORMANT_EMPLOYEES = 5;
const CONTRADICTED_BY = { by: 'statement that the company is dormant' } as const;

/** Withholds trading figures in a dormant company's newest period, and returns whether the company trades. */
function withoutDormantTrade(
  periods: readonly AccountsPeriod[],
  { hasWages, employees }: { readonly hasWages: boolean; readonly employees: number | null },
): readonly [periods: readonly AccountsPeriod[], isTrading: boolean] {
  const [now, ...others] = periods;
  const figures: AccountsPeriod['figures'] = now?.figures ?? {};
  const withheldFigures = [...OF_TRADE, ...PROFITS].flatMap((field) => {
    const figure = figures[field];
    if (figure === undefined || figure.amount === '0') return [];
    if (figure.amount.startsWith('-') && PROFITS.includes(field)) return [];
    const by = figure.by === null ? [] : [figure.by];
    return [{ field, reason: 'filed_value_implausible', by, contradicted_by: CONTRADICTED_BY } as const];
  });
  if (now === undefined || withheldFigures.length === 0)
    return [periods, hasWages || (employees ?? 0) > MAX_DORMANT_EMPLOYEES];
  const fields = new Set<string>(withheldFigures.map(({ field }) => field));
  const remaining = Object.fromEntries(Object.entries(figures).filter(([field]) => !fields.has(field)));
  return [[{ ...now, figures: remaining, withheld: [...now.withheld, ...withheldFigures] }, ...others], true];
}

function recordOf(
  document: AccountsDocument,
  read: XbrlDocument,
  { facts, periods }: { readonly facts: FactsByName; readonly periods: ReportedPeriods | null },
): ReadAccounts {
  const now: ReportedPeriod = periods?.now ?? { start: null, end: document.made_up_to };
  const before = periods?.before ?? null;
  const { text, labels, looseLabels } = read.page;
  const { column, scope, group } = columnsOf(facts, now, text);
  const ownProfitOmitted = column === 'company' && group && omitsOwnProfit(facts);
  // A page without table rows prints each line as its own block.
  const blocks = labels.size > 0 ? [] : text.split('\n').filter(isShort);
  const printed = linesNamed([...labels, ...looseLabels, ...blocks.map((block) => [block, []] as const)]);
  const terms = { facts, column, ownProfitOmitted, bank: isOfBank(facts), printed };
  const all = figuresOf(terms, now, before);
  const dormant = isDormant(facts);
  const employees = headcountsOf({ facts, scope, group }, { now, before, text });
  const trade = { hasWages: hasWages(facts, now), employees: employees.now?.employees ?? null };
  const [periodsLeft, isTrading] = dormant === true ? withoutDormantTrade(all, trade) : [all, false];
  return {
    status: 'read',
    document,
    accounts_type: accountsType(facts),
    standard: standardOf(facts),
    dormant: isTrading ? null : dormant,
    audited: isAudited(facts),
    amended: isAmended(facts),
    scope,
    ...(isTrading && { contradicts: ['dormant'] }),
    periods: periodsLeft.filter(
      ({ figures, withheld }) => Object.keys(figures).length > 0 || withheld.length > 0,
    ),
    employees,
    description: descriptionOf(facts, read.passages),
  };
}

export const unreadable = (
  { id, number, made_up_to }: FiledAs,
  why: UnreadableWhy,
  details: Pick<UnreadAccounts, 'other_company'> = {},
): FiledRecord => ({
  number,
  record: {
    status: 'unreadable',
    document: { id, made_up_to: made_up_to ?? NO_DAY, taxonomy: null },
    why,
    ...details,
  },
});

/** Returns true if the balance day is after the day on which the accounts were known, which is impossible. */
export const isMadeUpAfter = ({ document }: AccountsRecord, knownDay: IsoDate): boolean =>
  document.made_up_to > knownDay;

/** Reads a document. For an unreadable document it returns a record and doesn't throw. */
export function readAccounts(bytes: Uint8Array, filed: FiledAs): FiledRecord {
  let read: XbrlDocument;
  try {
    read = readXbrl(bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument) return unreadable(filed, error.why);
    throw error;
  }
  if (read.facts.some(({ namespace, name }) => namespace === '' && READ_CONCEPTS.has(name)))
    return unreadable(filed, 'undeclared_prefix');
  const facts = factsByName(read);
  const other_company = otherCompany(read, facts, filed.number);
  if (other_company !== null) return unreadable(filed, 'other_company', { other_company });
  if (otherNameIn(facts, read.page) !== null) return unreadable(filed, 'other_name');
  const periods = reportedPeriods(facts, filed.made_up_to);
  if (periods?.impossible === true) return unreadable(filed, 'impossible_dates');
  const made_up_to = periods?.now.end ?? filed.made_up_to ?? NO_DAY;
  const document = { id: filed.id, made_up_to, taxonomy: taxonomyOf(read) };
  return {
    number: filed.number ?? numberIn(read, facts),
    record: recordOf(document, read, { facts, periods }),
  };
}
