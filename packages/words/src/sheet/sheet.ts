/**
 * An answer as a sheet: a title, sentences, facts and tables of cells. Each cell states its kind. The command
 * line writes a sheet as text, the console as HTML with links. Both make clients' text safe.
 */
import { amountText, moment, thousands } from '../text/formats.js';

/** Emphasis. The words of a cell say the same, so colour is never the only sign. */
export type BadgeTone = 'good' | 'bad' | 'plain';

/** A kind of object that has its own page in the console, found by its id. */
export type PageSubject = 'account' | 'adjustment' | 'charge' | 'company' | 'job' | 'key' | 'request';

/** Selects a bill: account, days and block. */
export type BillSelector = Readonly<Record<string, string | number | null>>;

type TypedCell =
  /** Text that this program did not write, such as a client's. */
  | { readonly kind: 'client'; readonly text: string }
  /** Text to copy or compare: a path, a digest, a position. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'money'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'badge'; readonly text: string; readonly tone: BadgeTone }
  | { readonly kind: PageSubject; readonly id: string }
  | { readonly kind: 'row'; readonly job: string; readonly row: number }
  | { readonly kind: 'event'; readonly stream: string; readonly revision: number }
  | { readonly kind: 'bill'; readonly bill: BillSelector; readonly text: string }
  /** Text that links to a heading with this id further down the page. */
  | { readonly kind: 'below'; readonly text: string };

/** Text of this program, a count, nothing, a value of some kind, or several cells one after the other. */
export type Cell = string | number | null | TypedCell | readonly Cell[];

export const isList = (cell: Cell): cell is readonly Cell[] => Array.isArray(cell);

const linkCell =
  (kind: PageSubject) =>
  (id: string | number | null): Cell =>
    id === null ? null : { kind, id: String(id) };

/** An amount in a currency; a sentence where no price was agreed. */
const moneyCell = (amount: MaybeText, currency: MaybeText): Cell =>
  amount == null ? 'no price agreed' : { kind: 'money', amount, currency: currency ?? '' };

type MaybeText = string | null | undefined;
/** Amounts in one currency, or in several. */
interface CurrencyAmounts {
  readonly currency?: MaybeText;
  readonly amount?: MaybeText;
  readonly net_amount?: MaybeText;
  readonly currencies?:
    | readonly { readonly currency: string; readonly amount: string; readonly net_amount?: MaybeText }[]
    | undefined;
}

/** Makes cells by kind. An absent value makes null. */
export const cell = {
  account: linkCell('account'),
  adjustment: linkCell('adjustment'),
  charge: linkCell('charge'),
  company: linkCell('company'),
  job: linkCell('job'),
  key: linkCell('key'),
  request: linkCell('request'),
  row: (job: string, row: number): Cell => ({ kind: 'row', job, row }),
  event: ({ stream, revision }: { readonly stream: string; readonly revision: number }): Cell => ({
    kind: 'event',
    stream,
    revision,
  }),
  bill: (bill: BillSelector, text: string): Cell => ({ kind: 'bill', bill, text }),
  below: (text: string): Cell => ({ kind: 'below', text }),
  client: (text: MaybeText): Cell => (text == null || text === '' ? null : { kind: 'client', text }),
  code: (text: string): Cell => ({ kind: 'code', text }),
  time: (at: MaybeText): Cell => (at == null || at === '' ? null : { kind: 'time', at }),
  badge: (text: string, tone: BadgeTone = 'plain'): Cell => ({ kind: 'badge', text, tone }),
  /** An amount. Without one, the cell says that no price is agreed. */
  money: moneyCell,
  /** The amount, or the amounts of several currencies, one after the other. */
  sums: ({ currencies = [], ...of }: CurrencyAmounts, name: 'amount' | 'net_amount' = 'amount'): Cell =>
    currencies.length < 2
      ? moneyCell(of[name], of.currency)
      : currencies.flatMap((each, index) => [
          index === 0 ? '' : ', ',
          moneyCell(each[name] ?? each.amount, each.currency),
        ]),
  /** A unit price with all its digits. */
  price: ({ price, currency }: { readonly price: string | null; readonly currency: string | null }): Cell =>
    price === null ? 'no price agreed' : amountText(price, currency),
};

/** Named facts about something. A null fact is left out. */
export type SheetFacts = Readonly<Record<string, Cell>>;

/** Columns of a table: a heading, and the cell that an item has under it. */
export type SheetColumns<Item, Content = Cell> = Readonly<Record<string, (item: Item) => Content>>;

export interface SheetTable<Content = Cell> {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly Content[])[];
  /** Text in place of an empty table; null: an empty table is left out. */
  readonly none: string | null;
  /** Number of lines that text shows of these. The console has pages of them instead. */
  readonly maxLines: number;
  /** Where text leaves lines out: `middle` shows the first and the last ones. */
  readonly cut: 'end' | 'middle';
  /** Number of further lines that were not given; `Infinity` where nobody counted them. */
  readonly unlisted: number;
}

/** By default text shows all lines, and no further lines are missing. */
export interface TableOptions extends Partial<Pick<SheetTable, 'maxLines' | 'cut' | 'unlisted'>> {
  readonly none?: string;
}

export const sheetTable = <Item, Content = Cell>(
  items: readonly Item[],
  columns: SheetColumns<Item, Content>,
  { none, maxLines = items.length, cut = 'end', unlisted = 0 }: TableOptions = {},
): SheetTable<Content> => ({
  heads: Object.keys(columns),
  lines: items.map((item) => Object.values(columns).map((cellOf) => cellOf(item))),
  none: none ?? null,
  maxLines,
  cut,
  unlisted,
});

interface TonedSentence {
  readonly tone: 'good' | 'bad' | 'faint';
  readonly says: Cell;
}
export type SheetSentence = Cell | TonedSentence;

export const isToned = (sentence: SheetSentence): sentence is TonedSentence =>
  typeof sentence === 'object' && sentence !== null && 'says' in sentence;

/** A heading with its sentences, facts and table, in this order. */
export interface Part {
  readonly title: Cell;
  readonly sentences?: readonly SheetSentence[];
  readonly facts?: SheetFacts;
  readonly table?: SheetTable;
}

export interface Sheet extends Part {
  readonly parts: readonly Part[];
}

/** True if the part has content. An empty part is left out. */
export const hasContent = ({ sentences = [], facts = {}, table }: Part): boolean =>
  sentences.length > 0 ||
  Object.values(facts).some((fact) => fact !== null) ||
  (table !== undefined && (table.lines.length > 0 || table.none !== null));

/** The cell as text. Clients' text is in it unchanged: the caller makes it safe. */
export function cellText(content: Cell): string {
  if (content === null) return '-';
  if (typeof content === 'string') return content;
  if (typeof content === 'number') return thousands(content);
  if (isList(content)) return content.map(cellText).join('');
  switch (content.kind) {
    case 'client':
    case 'code':
    case 'badge':
    case 'below':
    case 'bill':
      return content.text;
    case 'time':
      return moment(content.at);
    case 'money':
      return amountText(content.amount, content.currency);
    case 'row':
      return String(content.row);
    case 'event':
      return `${content.stream}@${content.revision}`;
    case 'account':
    case 'adjustment':
    case 'charge':
    case 'company':
    case 'job':
    case 'key':
    case 'request':
      return content.id;
  }
}

/** A count, size, share or amount of money, or the text in place of a missing one. */
const FIGURE = /^(?:-?|no price agreed|-?[\d,]+(?:\.\d+)?(?: (?:[A-Z]{3}|kB|MB|GB|ms|s|%))?)$/;

/** True if a column holds figures, which are aligned right. A column of nothing holds none. */
export const areFigures = (column: readonly Cell[]): boolean =>
  column.some((item) => item !== null) && column.every((item) => FIGURE.test(cellText(item)));

/** Joins cells with commas; null where there are none. */
export const joinedCells = (cells: readonly Cell[]): Cell =>
  cells.length === 0 ? null : cells.flatMap((item, index) => (index === 0 ? [item] : [', ', item]));
