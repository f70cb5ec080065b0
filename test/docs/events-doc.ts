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

function eventSection([name, { schema, meaning, billing, packedIn }]: [string, EventSpec]): string {
  const stored = packedIn === undefined ? '' : ` Stored in the pack of its ${packedIn}.`;
  const title = titleOf(schema);
  const body = title === undefined ? bodyOf(schema) : `As ${code(title)}.`;
  return [`### ${name}`, meaning + stored, `Bill: ${billing}`, body].join('\n\n');
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
  for (const { schema } of Object.values(stream.events))
    for (const part of partsOf(schema)) {
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
      'Every event carries flat metadata beside its data: `$correlationId` (the request id, as in `X-Request-ID`), `$causationId` where it answers another event, `account`, `actor` (`key:<key id>`, `operator:<name>`, `operator` where no name was recorded, or `worker`), `time` (ISO 8601 UTC, set by the appender, never going back within a stream) and `v` (the version of its shape). While traces are on, `traceparent` (W3C trace context) too: no digest is over it, and older programs pass over it.',
      contents.join('\n'),
      ...STREAMS.map((stream) => section(stream, shown)),
    ].join('\n\n') + '\n'
  );
}
