/** Makes `docs/events.md` from the definitions of the streams: the code is the only place where an event is described. */
import { z } from 'zod';
import type { EventSpec } from '../../src/streams/define-stream.js';
import type { AnyStream } from '../../src/streams/index.js';
import { STREAMS } from '../../src/streams/index.js';

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replace(/\|/g, '\\|');
const titleOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.title;
const descriptionOf = (schema: z.core.$ZodType): string => z.globalRegistry.get(schema)?.description ?? '';

/** The definition within what only says readonly. */
function bare(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  return known._zod.def.type === 'readonly' ? bare(known._zod.def.innerType) : known;
}

const inArray = (type: string): string => (type.includes(' ') ? `(${type})[]` : `${type}[]`);

/** A schema as a type that a reader of TypeScript understands. */
function typeOf(schema: z.core.$ZodType): string {
  const title = titleOf(schema);
  return title ?? shapeOf(schema);
}

function shapeOf(schema: z.core.$ZodType): string {
  const { _zod } = bare(schema);
  const { def } = _zod;
  switch (def.type) {
    case 'nullable':
      return `${typeOf(def.innerType)} | null`;
    case 'array':
      return inArray(typeOf(def.element));
    case 'enum':
      return Object.values(def.entries)
        .map((value) => `'${value}'`)
        .join(' | ');
    case 'literal':
      return def.values
        .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
        .join(' | ');
    case 'union':
      return def.options.map(typeOf).join(' | ');
    case 'record':
      return recordOf(typeOf(def.keyType), typeOf(def.valueType));
    case 'object':
      return objectOf(def.shape);
    default:
      return def.type;
  }
}

const recordOf = (key: string, value: string): string =>
  key === 'string' ? `Record<string, ${value}>` : `Partial<Record<${key}, ${value}>>`;

const fieldName = (name: string, schema: z.core.$ZodType): string =>
  bare(schema)._zod.def.type === 'optional' ? `${name}?` : name;
const fieldType = (schema: z.core.$ZodType): string => {
  const { def } = bare(schema)._zod;
  return def.type === 'optional' ? typeOf(def.innerType) : typeOf(schema);
};

function objectOf(shape: z.core.$ZodShape): string {
  const fields = Object.entries(shape).map(
    ([name, schema]) => `${fieldName(name, schema)}: ${fieldType(schema)}`,
  );
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`;
}

function tableOf(shape: z.core.$ZodShape): string {
  const row = ([name, schema]: [string, z.core.$ZodType]): string =>
    `| ${code(fieldName(name, schema))} | ${cell(code(fieldType(schema)))} | ${cell(descriptionOf(schema))} |`;
  return ['| field | type | |', '| --- | --- | --- |', ...Object.entries(shape).map(row)].join('\n');
}

function bodyOf(schema: z.core.$ZodType): string {
  const { def } = bare(schema)._zod;
  if (def.type === 'object') return Object.keys(def.shape).length === 0 ? 'No data.' : tableOf(def.shape);
  const choices =
    def.type === 'union'
      ? def.options.map((option) => [typeOf(option), descriptionOf(option)] as const)
      : [[shapeOf(schema), ''] as const];
  return choices.map(([type, text]) => `- ${code(type)}${text === '' ? '' : `: ${text}`}`).join('\n');
}

/** The table of a stored form that differs from the logical event. */
function storedForm({ schema, without }: NonNullable<EventSpec['stored']>): string {
  const left = without.map(code).join(', ');
  return `Stored without ${left} and with these fields beside the others:\n\n${bodyOf(schema)}`;
}

function eventSection([name, spec]: [string, EventSpec]): string {
  const { schema, meaning, billing = 'Bills nothing.', packedIn, stored: form } = spec;
  const stored = packedIn === undefined ? '' : ` Stored in the pack of its ${packedIn}.`;
  const title = titleOf(schema);
  const body = title === undefined ? bodyOf(schema) : `As ${code(title)}.`;
  const more = form === undefined ? [] : [storedForm(form)];
  return [`### ${name}`, meaning + stored, `Bill: ${billing}`, body, ...more].join('\n\n');
}

/** The parts of a schema, itself last. */
function* partsOf(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  const { def } = bare(schema)._zod;
  const inner: readonly z.core.$ZodType[] =
    def.type === 'object'
      ? Object.values(def.shape)
      : def.type === 'union'
        ? def.options
        : def.type === 'array'
          ? [def.element]
          : def.type === 'record'
            ? [def.valueType]
            : def.type === 'nullable' || def.type === 'optional'
              ? [def.innerType]
              : [];
  for (const part of inner) yield* partsOf(part);
  yield schema;
}

const WORTH_SHOWING = new Set(['object', 'union', 'enum']);

/** Shapes with a name, each shown once: behind the events of the first stream that uses it. */
function namedTypes(stream: AnyStream, shown: Set<string>): string[] {
  const sections: string[] = [];
  for (const { schema, stored } of Object.values(stream.events))
    for (const part of [...partsOf(schema), ...(stored === undefined ? [] : partsOf(stored.schema))]) {
      const title = titleOf(part);
      if (title === undefined || shown.has(title) || title === 'BlockKey') continue;
      if (!WORTH_SHOWING.has(bare(part)._zod.def.type)) continue;
      shown.add(title);
      sections.push([`### ${title}`, descriptionOf(part), bodyOf(part)].filter(Boolean).join('\n\n'));
    }
  return sections;
}

function section(stream: AnyStream, shown: Set<string>): string {
  const events = Object.entries(stream.events).map(eventSection);
  return [`## ${code(stream.shown)}`, stream.opening, ...events, ...namedTypes(stream, shown)].join('\n\n');
}

const BILL_FROM_EXPORT = `## A bill from an export

\`events export\` writes the log as NDJSON, in the order of the log. The first line is the head (\`export\`), the last one the end (\`end\`). Each line between is the deletion of a stream (\`deleted\`) or a stored event: \`stream\`, \`revision\` (0, 1, ... within the stream), \`id\`, \`type\`, \`format\`, \`position\` (a text; later events have a greater one), \`metadata\`, and \`data\`, or \`data_base64\` where the bytes are not plain JSON. If \`format\` is \`json\`, \`data_base64\` is the base64 of JSON. An event without \`v\` in its metadata is another program's. Packed types (RowResolved, RowCharged, RowFailed) are never lines of their own.

A bill is summed from these stored types alone. Rows as asked and as delivered aren't needed, so it can be summed after their erasure too.

- **Charges.** In \`RowsRecorded\` each row with an \`outcome\` is a delivered row, also one without units. It costs \`units\` of that outcome: one for each block that is \`available\`. \`BlockCharged\` costs one unit of a late block, and is no row. The account is \`account\` of the metadata; the day is the UTC day of \`time\` of the metadata.
- **Prices.** The price of a unit is that of the account's \`PricesAgreed\` which names the block and has the latest \`from\` on or before the day of the charge; of equal ones the later event. A price list isn't needed: \`PricesAgreed\` has the prices of the version that it names. Prices that a later \`PricesWithdrawn\` names by their \`from\` don't count. The currency of a day is that of the \`ContractAgreed\` with the latest \`from\` on or before it, of equal ones the later event; before any contract that of the first prices, else of the first contract. A price counts only where it is in the currency of the day, and every day since its \`from\` was in that currency. A unit without a price has no amount. An amount is the exact sum of the prices. The figures of usage use all agreements that are known when they are read.
- **Adjustments.** \`ChargeAdjusted\` takes back the charged units of the jobs that \`charges\` names, within \`scope\`, that no standing adjustment holds. It takes back their units and, at the prices of their days, their amounts. \`AdjustmentReversed\` gives exactly these units back, once. Usage counts both on the days of the charges: \`net_units\` and \`net_amount\` are the charges plus their adjustments. \`ChargesRepriced\` sets the price of such units to \`price\`: it adds the difference to what each cost before, under the adjustments and with 0 units, and a later adjustment takes them back at \`price\`. Its reversal undoes it; the net amount is there while one stands, even if nothing else has a price. A \`CreditGranted\` has no units. Its amount counts on its own day, and so does that of its reversal.
- **Usage of days.** Charges dated \`from\` to \`to\` and the adjustments of them. It has amounts if an agreement of the account begins on \`to\` or earlier; else there are none.
- **Month rules.** A month has the rules of the account's \`MonthRulesAgreed\` with the latest \`from\` in it or before it (of equal ones the later event), if they are in the currency of the \`PricesAgreed\` that begins last by its end. They count the month's net units: charges less what standing adjustments took back, each on the day of its charge, at its price or corrected price. Units without a price don't count. The units stand in the order of day, then price (the dearest first), then block. The first \`free_units\` cost nothing. Each later one costs \`percent\` less, of the last tier whose \`after\` is at most the number of units before it, free ones included. What the units then cost less than \`minimum\` is added. Rules change no charge and no net amount.
- **Statements.** \`StatementIssued\` covers every charge and adjustment of its account up to the event \`through\` (inclusive, in the order of the log) whose own UTC month is \`month\` or earlier, and that no complete statement before it covers. Those of an earlier month are late. It uses the account's first \`agreements\` events of the kinds \`PricesAgreed\`, \`PricesWithdrawn\` and \`ContractAgreed\`. It has amounts if one of these begins in its month or earlier and it covers something or has a line of a month rule. In the third format it has a line for each rule of its month, by its first \`month_rules\` agreements and the units that it covers. Of an earlier month it has the difference between the rules by all units that it and the complete statements before it cover and those by the latter alone, where there is one; these lines are late too. \`payable\` is the net amount and the lines of rules, rounded.

\`packages/independent-bill\` does this in Python. It was written from this page alone, and a test holds it against usage and statements.`;

/** The whole page. */
export function eventsPage(): string {
  const shown = new Set<string>();
  const contents = STREAMS.map(
    ({ shown: name, events }) => `- \`${name}\`: ${Object.keys(events).join(', ')}`,
  );
  return (
    [
      '# Events',
      'Made from the definitions in `src/streams` by `npm run docs`; a test fails when it differs. The event log is the only truth of this service: everything else can be made from it again.',
      'Every event carries flat metadata beside its data: `$correlationId` (the request id, as in `X-Request-ID`), `$causationId` where it answers another event, `account`, `actor` (`key:<key id>`, `operator:<name>`, `operator` where no name was recorded, or `worker`), `reason` (of the operator, where the data have no field for it), `time` (ISO 8601 UTC, set by the appender, never going back within a stream) and `v` (the version of its shape). While traces are on, `traceparent` (W3C trace context) too: no digest is over it, and older programs pass over it.',
      contents.join('\n'),
      BILL_FROM_EXPORT,
      ...STREAMS.map((stream) => section(stream, shown)),
    ].join('\n\n') + '\n'
  );
}
