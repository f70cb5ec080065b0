/** Makes the kept record of a filed document. Pure: the same bytes and name give the same record. */
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
  /** The name it is published under, without its ending. */
  readonly id: string;
  /** The company's number, from the file's name; null: the document itself must name it. */
  readonly number: CompanyNumber | null;
  /** The day it is made up to, from that name. */
  readonly made_up_to: IsoDate | null;
}

export interface FiledRecord {
  /** Null: neither the name nor the document names the company. */
  readonly number: CompanyNumber | null;
  readonly record: AccountsRecord;
}

/** The version of the reading rules, raised with each change. Editions are named by it, and read again. */
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

/** Tells whether a line is short enough for the words before an amount. */
const isShort = (line: string): boolean => line.length < 80;

/** The company's own column comes first; the group's stands for accounts that have no other. */
function columnsOf(facts: FactsByName, period: ReportedPeriod, text: string) {
  const groupFigures = hasColumn(facts, 'group') ? figuresIn(facts, 'group', period) : 0;
  if (groupFigures === 0) {
    const group =
      saysGroup(facts) || isUnmarkedIfrs(facts) || standsInGroup(facts, period.end) || saysConsolidated(text);
    return { column: 'company', scope: group ? 'unknown' : 'company', group } as const;
  }
  const ownFigures = figuresIn(facts, 'company', period);
  // One or two figures without a column, beside a whole balance sheet of the group, are no accounts of the
  // company's own, unless the group's column states other amounts of the same lines.
  const isStray = ownFigures < 3 && ownFigures < groupFigures && !hasOwnBalances(facts, period);
  if (ownFigures === 0 || isStray) return { column: 'group', scope: 'group', group: true } as const;
  return { column: 'company', scope: 'company', group: true } as const;
}

/** Figures that no dormant company has (Companies Act 2006 section 1169). Fees may be its loss. */
const OF_TRADE: readonly FigureKey[] = ['turnover', 'gross_profit'];
const PROFITS: readonly FigureKey[] = ['operating_profit', 'profit_before_tax', 'profit_after_tax'];
/** The maximum number of directors, whom small companies count as employees. */
const MAX_PEOPLE = 5;
const CONTRADICTED_BY = { by: 'statement that the company is dormant' } as const;

/** Withholds the trade of the first, newest period of a dormant company, and tells whether it trades. */
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
    return [periods, hasWages || (employees ?? 0) > MAX_PEOPLE];
  const fields = new Set<string>(withheldFigures.map(({ field }) => field));
  const left = Object.fromEntries(Object.entries(figures).filter(([field]) => !fields.has(field)));
  return [[{ ...now, figures: left, withheld: [...now.withheld, ...withheldFigures] }, ...others], true];
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
  // A page without rows prints each line as a block of its own.
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
  more: Pick<UnreadAccounts, 'other_company'> = {},
): FiledRecord => ({
  number,
  record: {
    status: 'unreadable',
    document: { id, made_up_to: made_up_to ?? NO_DAY, taxonomy: null },
    why,
    ...more,
  },
});

/** Tells whether accounts are made up to a day after they were known, which is impossible. */
export const isMadeUpAfter = ({ document }: AccountsRecord, knownDay: IsoDate): boolean =>
  document.made_up_to > knownDay;

/** Reads a document. An unreadable document is an answer and never thrown. */
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
