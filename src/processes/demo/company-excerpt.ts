/** Prints a company's owners, officers, charges and workforce in some lines for a reader. */
import type { ResolveResponse, Blocks } from '../../../packages/client/src/index.js';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';

/** A block of a row, as a client reads it. */
export interface Envelope<T> {
  readonly status: string;
  readonly reason?: string;
  readonly source?: string;
  readonly as_of?: string;
  readonly value?: T;
}

export type ValueOf<Key extends keyof Blocks> = Extract<
  Blocks[Key],
  { readonly status: 'available' }
>['value'];

type ShownBlock =
  | 'corporate_owners'
  | 'controllers'
  | 'ultimate_owner'
  | 'officers'
  | 'charges'
  | 'registry_events'
  | 'employees'
  | 'signals';

export type CompanyRow = Required<Pick<ResolveResponse, 'job_id' | 'matched' | 'blocks'>>;

const MAX_LINES = 3;

/** The first lines of a list, and the number of the others. */
const firstLines = (lines: readonly string[], total = lines.length): string[] => {
  const unlisted = total - Math.min(MAX_LINES, lines.length);
  return [...lines.slice(0, MAX_LINES), ...(unlisted > 0 ? [`... ${unlisted} more`] : [])];
};

const inWords = (key: string): string => key.replaceAll(/[-_]/g, ' ');

type Controller =
  | ValueOf<'corporate_owners'>['owners'][number]
  | ValueOf<'controllers'>['controllers' | 'ceased_controllers'][number];

function controllerLine({ name, natures_of_control, ...rest }: Controller): string {
  const who = `${name ?? 'a protected person'}${rest.company_number ? ` (${rest.company_number})` : ''}`;
  const until = 'ceased_on' in rest ? ` until ${rest.ceased_on}` : '';
  const [nature = 'control', ...others] = natures_of_control.map(inWords);
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${who}, from ${rest.notified_on ?? '?'}${until}: ${nature}${more}`;
}

/** The lines of each block. Blocks are asked for and shown in this order. */
const LINES_BY_BLOCK: { readonly [Key in ShownBlock]: (value: ValueOf<Key>) => readonly string[] } = {
  corporate_owners: ({ owners }) => firstLines(owners.map(controllerLine)),
  controllers: ({ controllers, ceased_controllers, control }) => [
    ...(control.statement === null ? [] : [inWords(control.statement)]),
    ...firstLines([...controllers, ...ceased_controllers].map(controllerLine)),
  ],
  ultimate_owner: ({ company_name, company_number, resolved_by }) => [
    `${company_name}${company_number === null ? '' : ` (${company_number})`}, resolved by ${inWords(resolved_by)}`,
  ],
  officers: ({ active, resigned, current }) => [
    `${active} in office, ${resigned} resigned`,
    ...firstLines(
      current.map(({ name, role, appointed_on }) => `${name}, ${role}, from ${appointed_on ?? '?'}`),
    ),
  ],
  charges: ({ outstanding_count, satisfied_count, charges }) => [
    `${outstanding_count} outstanding, ${satisfied_count} satisfied`,
    ...firstLines(
      charges.map(
        ({ created_on, persons_entitled }) => `${created_on ?? '?'}  ${persons_entitled.join(', ')}`,
      ),
    ),
  ],
  registry_events: ({ events }) =>
    firstLines(
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

export const SHOWN_BLOCKS = Object.keys(LINES_BY_BLOCK) as readonly ShownBlock[];

function blockLines<Key extends ShownBlock>(
  key: Key,
  envelope: Envelope<ValueOf<Key>> | undefined,
): string[] {
  if (envelope === undefined) return [];
  const { status, reason, source, as_of, value } = envelope;
  const from = [source, as_of].filter(Boolean).join(', ');
  const head = `${key.padEnd(17)} ${from.padEnd(39)} ${reason === undefined ? status : `${status}: ${reason}`}`;
  return [head, ...(value === undefined ? [] : LINES_BY_BLOCK[key](value).map((line) => `  ${line}`))];
}

/** The company, then each block with source, day and value, as lines that are safe for a terminal. */
export const excerpt = ({ matched, blocks }: CompanyRow): string[] =>
  [
    `${matched.company_name}, ${matched.company_number}`,
    ...SHOWN_BLOCKS.flatMap((key) => blockLines(key, blocks[key])).map((line) => `  ${line}`),
  ].map(safeLine);
