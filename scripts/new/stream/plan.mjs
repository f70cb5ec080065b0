/**
 * `CATEGORY EVENT [--ends]`: a stream of accounts with one event and its decider, entered in the list of streams and, with
 * a specimen of its event, in the newest corpus. `--ends`: it may be deleted for good.
 */
import { createHash } from 'node:crypto';

const INDEX = 'src/streams/index.ts';
const CORPUS = 'test/fixtures/events';
const RELEASED = 'test/fixtures/released-kinds.json';

export const options = { ends: { type: 'boolean', default: false } };

export function plan([category = '', event = ''], { ends }, { refuse, pascal, exists, read, list }) {
  if (!/^[a-z]+$/.test(category)) refuse(`'${category}' is no category of streams: small letters, no dash`);
  if (!/^([A-Z][a-z]+){2,}$/.test(event)) refuse(`'${event}' is no event: a past tense like ThingRecorded`);
  const folder = `src/streams/${category}`;
  const index = read(INDEX);
  if (exists(folder) || index.includes(`${category}Streams`)) refuse(`${category} is there already`);

  const imported = index.replace(
    /\n(import \{ contactStreams \})/,
    `\nimport { ${category}Streams } from './${category}/${category}.events.js';\n$1`,
  );
  const listed = imported.replace(/\n\] as const;/, `\n  ${category}Streams,\n] as const;`);
  if (imported === index || listed === imported)
    refuse('the list of streams is not where it was: enter it by hand');

  const closing = ends ? `  closing: () => ({ type: '${event}', data: { note: '' } }),\n` : '';
  const versions = list(CORPUS).filter((entry) => entry.isDirectory());
  const newest = versions
    .map(({ name }) => name)
    .sort()
    .at(-1);
  const { data_version: released } = JSON.parse(read(RELEASED));
  const sumOf = (name) =>
    createHash('sha256')
      .update(read(`${CORPUS}/${newest}/${name}`, null))
      .digest('hex');
  const specimens = () =>
    list(`${CORPUS}/${newest}`)
      .map(({ name }) => name)
      .sort();
  return {
    words: { category, Category: pascal(category), event, closing, newest, since: String(released + 1) },
    edits: { [INDEX]: listed },
    then: () => ({
      [`${CORPUS}/${newest}.sha256`]: specimens()
        .map((name) => `${sumOf(name)}  ${name}\n`)
        .join(''),
    }),
    said: `${folder} and a specimen of ${event}. Now say what it is, see that DATA_VERSION is not below its 'since', then run npm run docs, npm run check and npm test.`,
  };
}
