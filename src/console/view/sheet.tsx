/** Renders a sheet as HTML: ids link to their pages, and text of clients is isolated. */
import {
  areFigures,
  cellText,
  isList,
  hasContent,
  isToned,
  sheetTable,
  type Cell,
  type SheetColumns,
  type Part,
  type SheetSentence,
  type Sheet,
  type SheetTable,
} from '../../../packages/words/src/sheet/sheet.js';
import { paths } from './links.js';
import type { Child, Markup } from './jsx-markup.js';
import { Pager, partOf, readPaging } from './list-parts.js';
import { Badge, Code, ForeignText, Count, Section, Time, Words } from './parts.js';
import type { FieldTexts } from '../form-values.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** A cell of a sheet, or markup that only a page has: a link elsewhere, a part of a form. */
export type CellContent = Cell | Markup;

const isCell = (content: CellContent): content is Cell =>
  content === null || typeof content !== 'object' || Array.isArray(content) || 'kind' in content;

export function CellView({ content }: { content: CellContent }): Markup {
  if (!isCell(content)) return content;
  if (content === null) return <span class="soft">none</span>;
  if (typeof content === 'string') return <Words text={content} />;
  if (typeof content === 'number') return <Count value={content} />;
  if (isList(content))
    return (
      <>
        {content.map((item) => (
          <CellView content={item} />
        ))}
      </>
    );
  switch (content.kind) {
    case 'client':
      return <ForeignText text={content.text} />;
    case 'code':
      return <Code text={content.text} />;
    case 'time':
      return <Time at={content.at} />;
    case 'money':
      return <>{cellText(content)}</>;
    case 'badge':
      return <Badge tone={content.tone}>{content.text}</Badge>;
    case 'below':
      return <a href={`#${content.text}`}>{content.text}</a>;
    case 'bill':
      return <a href={paths.explain(content.bill)}>{content.text}</a>;
    case 'row':
      return <Link to={paths.row(content.job, content.row)} content={content} />;
    case 'event':
      return <Link to={paths.event(content.stream, content.revision)} content={content} />;
    default:
      return <Link to={paths[content.kind](content.id)} content={content} />;
  }
}

const Link = ({ to, content }: { to: string; content: Cell }): Markup => (
  <a href={to} class="id">
    {cellText(content)}
  </a>
);

/** A page of the console: its path, and the fields of its address. */
interface PagePlace {
  readonly path: string;
  readonly query: FieldTexts;
}

const LINES_PER_PAGE = 100;

/**
 * Reads which page of the table the address asks for. Each table has a query field of its own.
 * @returns null if all lines fit on one page
 * @throws WrongRequest
 */
function pageOfTable(name: string, lineCount: number, { query }: PagePlace) {
  if (lineCount <= LINES_PER_PAGE) return null;
  const field = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_page`;
  const paging = { page: readPaging({ page: query[field] }).page, size: LINES_PER_PAGE };
  return { ...paging, field, skip: partOf(paging).skip };
}

/** Says how many further lines there are, and why no page has them. */
const moreText = (count: number): string =>
  count === Infinity
    ? 'There are more: choose fewer days.'
    : `${thousands(count)} more were counted and not kept.`;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Facts by name. Facts whose value is null are left out. */
export const FactList = ({ facts }: { facts: Readonly<Record<string, CellContent>> }): Markup => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{capitalised(name)}</dt>
          <dd>
            <CellView content={value} />
          </dd>
        </div>
      ))}
  </dl>
);

interface TableViewProps {
  readonly name: string;
  /** Shows the name above the table; false where a heading says the same. Default true. */
  readonly titled?: boolean;
  readonly table: SheetTable<CellContent>;
  /** The page that the table stands on: a longer table has pages there. Null: all lines are shown. */
  readonly place?: PagePlace | null;
}

/**
 * A table with a name. A wide table scrolls by itself, also from the keyboard. On a phone a line is a card.
 * Where all lines are shown, the script of every page sorts them by the column that is chosen.
 */
export function TableView({ name, titled = true, table, place = null }: TableViewProps): Markup {
  const { heads, none, unlisted } = table;
  if (table.lines.length === 0 && unlisted === 0) return <p class="soft">{none ?? 'None.'}</p>;
  const paging = place === null ? null : pageOfTable(name, table.lines.length, place);
  const lines = paging === null ? table.lines : table.lines.slice(paging.skip, paging.skip + paging.size);
  const column = (columnIndex: number): Cell[] => lines.map((line) => asCell(line[columnIndex] ?? null));
  const classes = heads.map((_, columnIndex) => (areFigures(column(columnIndex)) ? 'figure' : undefined));
  const isSortable = paging === null && unlisted === 0 && lines.length > 1;
  const tableClass = classesOf(heads.length > 3 ? 'cards' : undefined, isSortable ? 'sortable' : undefined);
  return (
    <>
      <div class="table" role="region" aria-label={name} tabindex={0}>
        <table class={tableClass}>
          {titled && <caption>{name}</caption>}
          <thead>
            <tr>
              {heads.map((head, columnIndex) => (
                <th key={head} scope="col" class={classes[columnIndex]}>
                  {capitalised(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                {line.map((content, columnIndex) => (
                  <td
                    key={columnIndex}
                    class={classesOf(content === null ? 'none' : undefined, classes[columnIndex])}
                    data-head={capitalised(heads[columnIndex] ?? '')}
                  >
                    <CellView content={content} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {place !== null && paging !== null && (
        <Pager
          list={name.toLowerCase()}
          path={place.path}
          values={place.query}
          paging={paging}
          total={table.lines.length}
          field={paging.field}
        />
      )}
      {unlisted > 0 && <p class="soft">{moreText(unlisted)}</p>}
    </>
  );
}

const classesOf = (...names: (string | undefined)[]): string | undefined =>
  names.filter((name) => name !== undefined).join(' ') || undefined;

interface ListTableProps<Item> extends Omit<TableViewProps, 'table' | 'place'> {
  readonly items: readonly Item[];
  readonly columns: SheetColumns<Item, CellContent>;
  /** The sentence in place of a table without items. */
  readonly none?: string;
}

/** A table with a line for each item. All lines are shown. */
export const ListTable = <Item,>({ items, columns, none, ...props }: ListTableProps<Item>): Markup => (
  <TableView {...props} table={sheetTable(items, columns, none === undefined ? {} : { none })} />
);

/** Returns the cell; a word for markup, which is never a figure. */
const asCell = (content: CellContent): Cell => (isCell(content) ? content : 'markup');

const TONES = { good: 'fine', bad: 'trouble', faint: 'soft' } as const;

const SentenceView = ({ sentence }: { sentence: SheetSentence }): Markup => {
  const tonedSentence = isToned(sentence) ? sentence : { says: sentence };
  return (
    <p class={'tone' in tonedSentence ? TONES[tonedSentence.tone] : undefined}>
      <CellView content={tonedSentence.says} />
    </p>
  );
};

interface PartOnPage {
  readonly part: Part;
  readonly place: PagePlace | null;
}

/** The content of a part, under its heading. */
const PartBody = ({ part: { title, sentences = [], facts, table }, place }: PartOnPage): Markup => (
  <>
    {sentences.map((sentence) => (
      <SentenceView sentence={sentence} />
    ))}
    {facts !== undefined && <FactList facts={facts} />}
    {table !== undefined && <TableView name={cellText(title)} titled={false} table={table} place={place} />}
  </>
);

type PartListProps = { parts: readonly Part[]; place?: PagePlace | null };

export const PartList = ({ parts, place = null }: PartListProps): Markup => (
  <>
    {parts.filter(hasContent).map((part) => (
      <Section title={cellText(part.title)}>
        <PartBody part={part} place={place} />
      </Section>
    ))}
  </>
);

/** A sheet on a page that shows other things too. */
export const SheetParts = ({ sheet, place }: { sheet: Sheet; place: PagePlace }): Markup => (
  <PartList parts={[sheet, ...sheet.parts]} place={place} />
);

type SheetViewProps = { sheet: Sheet; place?: PagePlace | null; children?: Child };

/**
 * A sheet as a whole page.
 * @param place the page, where a long table of the sheet has pages
 * @param children markup that only the page has, between the facts and the parts
 */
export const SheetView = ({ sheet, place = null, children }: SheetViewProps): Markup => (
  <>
    <h1>
      <CellView content={sheet.title} />
    </h1>
    <PartBody part={sheet} place={place} />
    {children}
    <PartList parts={sheet.parts} place={place} />
  </>
);
