/**
 * An answer as a sheet, whoever shows it: a title, sentences, facts and tables of cells. A cell says what
 * kind of thing it holds. The command line writes it as text, the console as HTML with links; both make text
 * of clients safe.
 */
import { moment, money, thousands } from '../text/words.js';

/** What stands out: `good`, `bad`, or neither; the words say it too. */
export type Tone = 'good' | 'bad' | 'plain';

/** A thing that the console shows on a page of its own, found by its id. */
export type Thing = 'account' | 'adjustment' | 'charge' | 'company' | 'job' | 'key' | 'request';

/** Whose bill, of which days and block. */
export type BillOf = Readonly<Record<string, string | number | null>>;

type Kinded =
  /** Text that this program did not write. */
  | { readonly kind: 'client'; readonly text: string }
  /** What is copied or compared: a path, a digest, a position. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'money'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'badge'; readonly text: string; readonly tone: Tone }
  | { readonly kind: Thing; readonly id: string }
  | { readonly kind: 'row'; readonly job: string; readonly row: number }
  | { readonly kind: 'event'; readonly stream: string; readonly revision: number }
  | { readonly kind: 'bill'; readonly of: BillOf; readonly text: string }
  /** What a page tells more of further down, under a heading of that id. */
  | { readonly kind: 'below'; readonly text: string };

/** Words of our own, a count, nothing, a thing of some kind, or several of these one after the other. */
export type Cell = string | number | null | Kinded | readonly Cell[];

export const isList = (cell: Cell): cell is readonly Cell[] => Array.isArray(cell);

const thing =
  (kind: Thing) =>
  (id: string | number | null): Cell =>
    id === null ? null : { kind, id: String(id) };

/** Cells by their kind; of nothing there is no cell. */
export const cell = {
  account: thing('account'),
  adjustment: thing('adjustment'),
  charge: thing('charge'),
  company: thing('company'),
  job: thing('job'),
  key: thing('key'),
  request: thing('request'),
  row: (job: string, row: number): Cell => ({ kind: 'row', job, row }),
  event: ({ stream, revision }: { readonly stream: string; readonly revision: number }): Cell => ({
    kind: 'event',
    stream,
    revision,
  }),
  bill: (of: BillOf, text: string): Cell => ({ kind: 'bill', of, text }),
  below: (text: string): Cell => ({ kind: 'below', text }),
  client: (text: string | null | undefined): Cell =>
    text == null || text === '' ? null : { kind: 'client', text },
  code: (text: string): Cell => ({ kind: 'code', text }),
  time: (at: string | null | undefined): Cell => (at == null || at === '' ? null : { kind: 'time', at }),
  badge: (text: string, tone: Tone = 'plain'): Cell => ({ kind: 'badge', text, tone }),
  /** An amount that no price makes is said to be none. */
  money: (amount: string | null | undefined, currency: string | null | undefined): Cell =>
    amount == null ? 'no price agreed' : { kind: 'money', amount, currency: currency ?? '' },
  /** A unit costs what was agreed, to the digit. */
  price: ({ price, currency }: { readonly price: string | null; readonly currency: string | null }): Cell =>
    price === null ? 'no price agreed' : `${price} ${currency ?? ''}`,
};

/** What is said of something by name; what is null is left out. */
export type Facts = Readonly<Record<string, Cell>>;

/** A heading and what stands under it for an item. */
export type Columns<Item, Told = Cell> = Readonly<Record<string, (item: Item) => Told>>;

export interface Table<Told = Cell> {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly Told[])[];
  /** What is said where there is no line; null: the table is left out. */
  readonly none: string | null;
  /** Lines that are left out; `Infinity` where nobody counted them. */
  readonly left: number;
}

export interface TableWish {
  readonly none?: string;
  /** Lines that are shown. */
  readonly most?: number;
  /** Lines there are beyond the given ones. */
  readonly more?: number;
}

export const tableOf = <Item, Told = Cell>(
  items: readonly Item[],
  columns: Columns<Item, Told>,
  { none, most = items.length, more = 0 }: TableWish = {},
): Table<Told> => ({
  heads: Object.keys(columns),
  lines: items.slice(0, most).map((item) => Object.values(columns).map((of) => of(item))),
  none: none ?? null,
  left: Math.max(0, items.length - most) + more,
});

interface Toned {
  readonly tone: 'good' | 'bad' | 'faint';
  readonly says: Cell;
}
export type Sentence = Cell | Toned;

export const isToned = (of: Sentence): of is Toned => typeof of === 'object' && of !== null && 'says' in of;

/** What stands under a heading, in this order. */
export interface Part {
  readonly title: Cell;
  readonly says?: readonly Sentence[];
  readonly facts?: Facts;
  readonly table?: Table;
}

export interface Sheet extends Part {
  readonly parts: readonly Part[];
}

/** A part that says nothing is left out. */
export const isTold = ({ says = [], facts = {}, table }: Part): boolean =>
  says.length > 0 ||
  Object.values(facts).some((fact) => fact !== null) ||
  (table !== undefined && (table.lines.length > 0 || table.none !== null));

/** Without what only HTML can show. It holds text of clients as it is: who shows it makes it safe. */
export function cellText(of: Cell): string {
  if (of === null) return '-';
  if (typeof of === 'string') return of;
  if (typeof of === 'number') return thousands(of);
  if (isList(of)) return of.map(cellText).join('');
  switch (of.kind) {
    case 'client':
    case 'code':
    case 'badge':
    case 'below':
    case 'bill':
      return of.text;
    case 'time':
      return moment(of.at);
    case 'money':
      return `${money(of.amount)} ${of.currency}`.trim();
    case 'row':
      return String(of.row);
    case 'event':
      return `${of.stream}@${of.revision}`;
    case 'account':
    case 'adjustment':
    case 'charge':
    case 'company':
    case 'job':
    case 'key':
    case 'request':
      return of.id;
  }
}

/** A count, a size, a share, or an amount in a currency; where there is none, what is said of that. */
const FIGURE = /^(?:-?|no price agreed|-?[\d,]+(?:\.\d+)?(?: (?:[A-Z]{3}|kB|%))?)$/;

/** Whether a column holds figures, which stand to the right. */
export const areFigures = (column: readonly Cell[]): boolean =>
  column.every((one) => FIGURE.test(cellText(one)));

/** Cells one after the other with a comma between them; null where there are none. */
export const listed = (cells: readonly Cell[]): Cell =>
  cells.length === 0 ? null : cells.flatMap((one, index) => (index === 0 ? [one] : [', ', one]));
