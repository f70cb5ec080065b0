/**
 * `npm run new:stream -- CATEGORY EVENT [--ends]`: a stream of accounts with one event, its decider and spec, entered in
 * the list of streams and, with a specimen of its event, in the newest corpus. `--ends`: it may be deleted for good.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ends: { type: 'boolean', default: false },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
  },
});
const [category = '', event = ''] = positionals;
const { ends, root } = values;

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const folder = join(root, 'src/streams', category);
const indexFile = join(root, 'src/streams/index.ts');
const corpus = join(root, 'test/fixtures/events');

if (!/^[a-z]+$/.test(category)) refuse(`'${category}' is no category of streams: small letters, no dash`);
if (!/^([A-Z][a-z]+){2,}$/.test(event)) refuse(`'${event}' is no event: a past tense like ThingRecorded`);
if (existsSync(folder)) refuse(`${category} is there already`);

const index = readFileSync(indexFile, 'utf8');
if (index.includes(`${category}Streams`)) refuse(`${category} is there already`);
const Category = category[0].toUpperCase() + category.slice(1);
const closing = ends ? `  closing: () => ({ type: '${event}', data: { note: '' } }),\n` : '';

const events = `/** The streams of ${category}: what they tell, in a sentence. */
import { z } from 'zod';
import type { EventsOf } from '../define-stream.js';
import { defineStream } from '../define-stream.js';
import { data } from '../fields.js';
import { accountStreamId } from '../stream-ids.js';
import { accountSubject } from '../subject.js';

const EVENTS = {
  ${event}: {
    meaning: 'What became true, in a sentence.',
    billing: 'What it means for the bill.',
    schema: data({ note: z.string() }),
  },
} as const;

export type ${Category}Event = EventsOf<typeof EVENTS>;

export const ${category}Streams = defineStream({
  category: '${category}',
  id: accountStreamId,
  opening: 'Whose life it tells. Who writes it; who reads it. How long it grows, and how long it lives.',
  subject: accountSubject,
  events: EVENTS,
${closing}});
`;

const decider = `/** What may be decided about ${category}. Pure: ids and times come in as arguments. */
import type { ${Category}Event } from './${category}.events.js';

export type ${Category}State = { readonly status: 'empty' } | { readonly status: 'recorded'; readonly note: string };

export const EMPTY: ${Category}State = { status: 'empty' };

export function evolve(_state: ${Category}State, event: ${Category}Event): ${Category}State {
  switch (event.type) {
    case '${event}':
      return { status: 'recorded', note: event.data.note };
  }
}

/** Asking for what is already so records nothing. */
export const record = (state: ${Category}State, note: string): readonly ${Category}Event[] =>
  state.status === 'recorded' && state.note === note ? [] : [{ type: '${event}', data: { note } }];
`;

const spec = `import { EMPTY, evolve, record } from './${category}.decider.js';

it('records once what is asked twice', () => {
  const [event, ...more] = record(EMPTY, 'a note');
  expect(event).toEqual({ type: '${event}', data: { note: 'a note' } });
  expect(more).toEqual([]);
  if (event !== undefined) expect(record(evolve(EMPTY, event), 'a note')).toEqual([]);
});
`;

const id = '01890a5d-ac96-774b-bcce-0000000000ff';
const specimen = {
  stored: {
    id,
    stream: `${category}-1001`,
    revision: 0,
    type: event,
    format: 'json',
    metadata: {
      $correlationId: 'req_01JDXB8Z5N0000000000000009',
      account: '1001',
      actor: 'operator',
      time: '2026-11-21T12:00:00.123Z',
      v: '1',
    },
    data: { note: 'a note' },
  },
  logical: [{ id, type: event, data: { note: 'a note' } }],
};

const imported = index.replace(
  /\n(import \{ contactStreams \})/,
  `\nimport { ${category}Streams } from './${category}/${category}.events.js';\n$1`,
);
const listed = imported.replace(/\n\] as const;/, `\n  ${category}Streams,\n] as const;`);
if (imported === index || listed === imported)
  refuse('the list of streams is not where it was: enter it by hand');

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${category}.events.ts`), events);
writeFileSync(join(folder, `${category}.decider.ts`), decider);
writeFileSync(join(folder, `${category}.decider.spec.ts`), spec);
writeFileSync(indexFile, listed);

const newest = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .at(-1);
writeFileSync(join(corpus, newest, `${event}.json`), `${JSON.stringify(specimen, null, 2)}\n`);
const sums = readdirSync(join(corpus, newest))
  .sort()
  .map((file) => {
    const bytes = readFileSync(join(corpus, newest, file));
    return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
  });
writeFileSync(join(corpus, `${newest}.sha256`), sums.join(''));
process.stdout.write(
  `Wrote ${folder} and a specimen of ${event}. Now say what it is, then run npm run docs, npm run check and npm test.\n`,
);
