/** A sheet as HTML: things lead to their pages, and text of clients is set apart. */
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
  type TableWish,
} from '../../shared/sheet/sheet.js';
import { thousands } from '../../shared/text/formats.js';
import { paths } from './links.js';
import type { Child, Markup } from './markup.js';
import { Badge, Client, Count, Section, Time } from './parts.js';

/** A cell, or what only a page has: a link elsewhere, a part of a form. */
export type Told = Cell | Markup;

const isCell = (of: Told): of is Cell =>
  of === null || typeof of !== 'object' || Array.isArray(of) || 'kind' in of;

export function Shown({ of }: { of: Told }): Markup {
  if (!isCell(of)) return of;
  if (of === null) return <span class="soft">none</span>;
  if (typeof of === 'string') return <>{of}</>;
  if (typeof of === 'number') return <Count of={of} />;
  if (isList(of))
    return (
      <>
        {of.map((one) => (
          <Shown of={one} />
        ))}
      </>
    );
  switch (of.kind) {
    case 'client':
      return <Client text={of.text} />;
    case 'code':
      return <code>{of.text}</code>;
    case 'time':
      return <Time at={of.at} />;
    case 'money':
      return <>{cellText(of)}</>;
    case 'badge':
      return <Badge tone={of.tone}>{of.text}</Badge>;
    case 'below':
      return <a href={`#${of.text}`}>{of.text}</a>;
    case 'bill':
      return <a href={paths.bill(of.of)}>{of.text}</a>;
    case 'row':
      return <Link to={paths.row(of.job, of.row)} of={of} />;
    case 'event':
      return <Link to={paths.event(of.stream, of.revision)} of={of} />;
    default:
      return <Link to={paths[of.kind](of.id)} of={of} />;
  }
}

const Link = ({ to, of }: { to: string; of: Cell }): Markup => (
  <a href={to} class="id">
    {cellText(of)}
  </a>
);

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What, and its value; values that are null are left out. */
export const Facts = ({ of }: { of: Readonly<Record<string, Told>> }): Markup => (
  <dl class="facts">
    {Object.entries(of)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{capital(name)}</dt>
          <dd>
            <Shown of={value} />
          </dd>
        </div>
      ))}
  </dl>
);

/**
 * A table with a name; wide ones scroll by themselves, also from the keyboard.
 * @param titled whether its name stands above it; without it a heading says the same
 */
export function Table({
  name,
  titled = true,
  of,
}: {
  name: string;
  titled?: boolean;
  of: SheetTable<Told>;
}): Markup {
  const { heads, lines, none, left } = of;
  if (lines.length === 0 && left === 0) return <p class="soft">{none ?? 'None.'}</p>;
  const column = (at: number): Cell[] => lines.map((line) => asCell(line[at] ?? null));
  const classes = heads.map((_, at) => (areFigures(column(at)) ? 'figure' : undefined));
  return (
    <>
      <div class="table" role="region" aria-label={name} tabindex={0}>
        <table>
          {titled && <caption>{name}</caption>}
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" class={classes[at]}>
                  {capital(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                {line.map((one, at) => (
                  <td key={at} class={classes[at]}>
                    <Shown of={one} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <p class="soft">{left === Infinity ? 'There are more.' : `${thousands(left)} more are not shown.`}</p>
      )}
    </>
  );
}

/** A table of a page, whose cells may be markup. */
export const tableOf = <Item,>(
  items: readonly Item[],
  columns: SheetColumns<Item, Told>,
  wish?: TableWish,
): SheetTable<Told> => sheetTable(items, columns, wish);

/** Markup is no figure. */
const asCell = (of: Told): Cell => (isCell(of) ? of : '');

const TONES = { good: 'fine', bad: 'trouble', faint: 'soft' } as const;

const Said = ({ of }: { of: SheetSentence }): Markup => {
  const toned = isToned(of) ? of : { says: of };
  return (
    <p class={'tone' in toned ? TONES[toned.tone] : undefined}>
      <Shown of={toned.says} />
    </p>
  );
};

/** What stands under the heading of a part. */
const Body = ({ of: { title, says = [], facts, table } }: { of: Part }): Markup => (
  <>
    {says.map((sentence) => (
      <Said of={sentence} />
    ))}
    {facts !== undefined && <Facts of={facts} />}
    {table !== undefined && <Table name={cellText(title)} titled={false} of={table} />}
  </>
);

export const Parts = ({ of }: { of: readonly Part[] }): Markup => (
  <>
    {of.filter(hasContent).map((part) => (
      <Section title={cellText(part.title)}>
        <Body of={part} />
      </Section>
    ))}
  </>
);

/** A sheet within a page about more. */
export const SheetParts = ({ of }: { of: Sheet }): Markup => <Parts of={[of, ...of.parts]} />;

/** @param children what only a page has: it stands between the facts and the parts */
export const SheetShown = ({ of, children }: { of: Sheet; children?: Child }): Markup => (
  <>
    <h1>
      <Shown of={of.title} />
    </h1>
    <Body of={of} />
    {children}
    <Parts of={of.parts} />
  </>
);
