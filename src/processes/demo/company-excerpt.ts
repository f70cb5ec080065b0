/** A company's owners, officers, charges and workforce, in some lines for a reader. */
import { safeLine } from '../../shared/text/safe-text.js';

/** A block of a row, as a client reads it. */
interface Envelope<T> {
  readonly status: string;
  readonly reason?: string;
  readonly source?: string;
  readonly as_of?: string;
  readonly value?: T;
}

interface Controller {
  readonly name: string | null;
  readonly company_number?: string | null;
  readonly natures_of_control: readonly string[];
  readonly notified_on: string | null;
  readonly ceased_on?: string;
}

interface Values {
  readonly corporate_owners: { readonly owners: readonly Controller[] };
  readonly controllers: {
    readonly controllers: readonly Controller[];
    readonly ceased_controllers: readonly Controller[];
    readonly control: { readonly statement: string | null };
  };
  readonly ultimate_owner: {
    readonly company_name: string;
    readonly company_number: string | null;
    readonly resolved_by: string;
  };
  readonly officers: {
    readonly active: number;
    readonly resigned: number;
    readonly current: readonly { name: string; role: string; appointed_on: string | null }[];
  };
  readonly charges: {
    readonly outstanding_count: number;
    readonly satisfied_count: number;
    readonly charges: readonly { created_on: string | null; persons_entitled: readonly string[] }[];
  };
  readonly registry_events: {
    readonly events: { readonly items: readonly { date: string; title: string }[]; readonly total: number };
  };
  readonly employees: {
    readonly headcount: number | null;
    readonly band: { readonly label: string } | null;
    readonly basis: string;
    readonly at: string | null;
  };
  readonly signals: { readonly counts: Readonly<Record<string, number>> };
}

type ShownBlock = keyof Values;

export interface CompanyRow {
  readonly job_id: string;
  readonly matched: { readonly company_name: string; readonly company_number: string };
  readonly blocks: { readonly [Key in ShownBlock]?: Envelope<Values[Key]> };
}

const MOST = 3;

/** The first of a list, and how many follow. */
const first = (lines: readonly string[], total = lines.length): string[] => {
  const left = total - Math.min(MOST, lines.length);
  return [...lines.slice(0, MOST), ...(left > 0 ? [`... ${left} more`] : [])];
};

const inWords = (key: string): string => key.replaceAll(/[-_]/g, ' ');

function controllerLine({ name, company_number, natures_of_control, ...days }: Controller): string {
  const who = `${name ?? 'a protected person'}${company_number ? ` (${company_number})` : ''}`;
  const until = days.ceased_on === undefined ? '' : ` until ${days.ceased_on}`;
  const [nature = 'control', ...others] = natures_of_control.map(inWords);
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${who}, from ${days.notified_on ?? '?'}${until}: ${nature}${more}`;
}

/** The lines of each block. Blocks are asked for and shown in this order. */
const LINES: { readonly [Key in ShownBlock]: (value: Values[Key]) => readonly string[] } = {
  corporate_owners: ({ owners }) => first(owners.map(controllerLine)),
  controllers: ({ controllers, ceased_controllers, control }) => [
    ...(control.statement === null ? [] : [inWords(control.statement)]),
    ...first([...controllers, ...ceased_controllers].map(controllerLine)),
  ],
  ultimate_owner: ({ company_name, company_number, resolved_by }) => [
    `${company_name}${company_number === null ? '' : ` (${company_number})`}, resolved by ${inWords(resolved_by)}`,
  ],
  officers: ({ active, resigned, current }) => [
    `${active} in office, ${resigned} resigned`,
    ...first(current.map(({ name, role, appointed_on }) => `${name}, ${role}, from ${appointed_on ?? '?'}`)),
  ],
  charges: ({ outstanding_count, satisfied_count, charges }) => [
    `${outstanding_count} outstanding, ${satisfied_count} satisfied`,
    ...first(
      charges.map(
        ({ created_on, persons_entitled }) => `${created_on ?? '?'}  ${persons_entitled.join(', ')}`,
      ),
    ),
  ],
  registry_events: ({ events }) =>
    first(
      events.items.map(({ date, title }) => `${date}  ${title}`),
      events.total,
    ),
  employees: ({ headcount, band, basis, at }) => [
    `${headcount ?? band?.label ?? '?'}, by ${inWords(basis)}${at === null ? '' : ` of ${at}`}`,
  ],
  signals: ({ counts }) => [
    Object.entries(counts)
      .map(([type, count]) => `${inWords(type)}: ${count}`)
      .join(', '),
  ],
};

/** The blocks of an excerpt, in its order. */
export const SHOWN_BLOCKS = Object.keys(LINES) as readonly ShownBlock[];

function blockLines<Key extends ShownBlock>(key: Key, envelope: Envelope<Values[Key]> | undefined): string[] {
  if (envelope === undefined) return [];
  const { status, reason, source, as_of, value } = envelope;
  const from = [source, as_of].filter(Boolean).join(', ');
  const head = `${key.padEnd(17)} ${from.padEnd(39)} ${reason === undefined ? status : `${status}: ${reason}`}`;
  return [head, ...(value === undefined ? [] : LINES[key](value).map((line) => `  ${line}`))];
}

/** The company, then a line a block with its source and day, and its value below; all safe for a terminal. */
export const excerpt = ({ matched, blocks }: CompanyRow): string[] =>
  [
    `${matched.company_name}, ${matched.company_number}`,
    ...SHOWN_BLOCKS.flatMap((key) => blockLines(key, blocks[key])).map((line) => `  ${line}`),
  ].map(safeLine);
