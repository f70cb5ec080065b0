/** A company's owners, officers, charges and workforce, in some lines for a reader. */
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

/** The value of an available block. */
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

/** The first of a list, and how many follow. */
const first = (lines: readonly string[], total = lines.length): string[] => {
  const left = total - Math.min(MAX_LINES, lines.length);
  return [...lines.slice(0, MAX_LINES), ...(left > 0 ? [`... ${left} more`] : [])];
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
const LINES: { readonly [Key in ShownBlock]: (value: ValueOf<Key>) => readonly string[] } = {
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

function blockLines<Key extends ShownBlock>(
  key: Key,
  envelope: Envelope<ValueOf<Key>> | undefined,
): string[] {
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
