/**
 * `npm run new:source -- NAME [--fact FACT]`: a new published source, a CSV with a row a company. Writes its folder
 * (definition, record, spec, README) and enters it in the list of sources. What is left is to say what the publisher's
 * files look like.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fact: { type: 'string' },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
  },
});
const [name = ''] = positionals;
const { root } = values;
const fact = values.fact ?? name.replace(/s$/, '');

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const NAME = /^[a-z]+(_[a-z]+)*$/;
if (!NAME.test(name)) refuse(`'${name}' is no name of a source: small letters, words joined by _`);
if (!NAME.test(fact)) refuse(`'${fact}' is no name of a fact: small letters, words joined by _`);

const file = name.replaceAll('_', '-');
const folder = join(root, 'src/sources', file);
const indexFile = join(root, 'src/sources/index.ts');
if (existsSync(folder)) refuse(`${name} is there already`);

const camel = (text) => text.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const variable = camel(name);
const Fact = camel(fact)[0].toUpperCase() + camel(fact).slice(1);

const source = `/** What the file is, who publishes it, under which licence and how often. */
import { csvTable } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { read${Fact}, type ${Fact}Record } from './${file}.record.js';

export const ${variable} = defineRecordSource<${Fact}Record>()({
  name: '${name}',
  fact: '${fact}',
  // Two monthly publications.
  stale_after_days: 62,
  layout: 1,
  forms: [
    csvTable({
      name: 'the published CSV',
      partial: false,
      columns: ['company_number', 'note'],
      read: (cell, { version }) => [read${Fact}(cell, version)],
    }),
  ],
});
`;

const record = `/** What a row of the file says of a company. */
import type { Cells } from '../kit/records/csv-table.js';
import type { Entry, Version } from '../kit/records/record.js';
import { publishedNumber, textOf } from '../kit/records/values.js';

export interface ${Fact}Record {
  /** As published; null where it is blank. */
  readonly note: string | null;
}

/** The entry of a row. @throws UnreadableRecord */
export function read${Fact}(cell: Cells, version: Version): Entry {
  const data: ${Fact}Record = { note: textOf(cell('note')) };
  return { kind: 'put', subject: publishedNumber(cell('company_number')), list: 'rows', key: '', version, data };
}
`;

const spec = `import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { RecordsWorld } from '../../../test/support/worlds/records-world.js';
import { ${variable} } from './${file}.source.js';

const world = forEachTest(() => new RecordsWorld());

it('is imported from the published file and read by company number', async () => {
  const table = 'company_number,note\\n08209948,a note\\nSC123456,\\nnone,\\n';
  const imported = await world.import(${variable}, [world.write('${file}-2026-11-01.csv', table)], {
    maxRejectedPercent: 100,
  });
  expect(imported).toMatchObject({ as_of: '2026-11-01', rows: 2, rejected: 1, rejects: [{ line: 4 }] });
  const notes = (number: string) =>
    world.inForce(${variable}, (edition) => edition.byNumbers([number]).get(number)?.items.map(({ data }) => data));
  expect(notes('08209948')).toEqual([{ note: 'a note' }]);
  expect(notes('SC123456')).toEqual([{ note: null }]);
  expect(notes('00000001')).toBeUndefined();
});
`;

const readme = `# ${name}

What it is, who publishes it, where. **Licence:** its name and attribution. **Cadence:** how often it is published.

**Owns** the reading of the publisher's file, the edition and the fact \`${fact}\`. **Does not own** what blocks make of it.

**Times.** \`as_of\` of an edition is the day the data speak of.

Quirks of the file, each with an example.
`;

const index = readFileSync(indexFile, 'utf8');
const imported = index.replace(
  'import type { RecordOf',
  `import { ${variable} } from './${file}/${file}.source.js';\nimport type { RecordOf`,
);
const listed = imported.replace(/(export const SOURCES = \[[^\]]*[^\],\s]),?\s*\]/, `$1, ${variable}]`);
if (imported === index || listed === imported)
  refuse('the list of sources is not where it was: enter it by hand');

mkdirSync(folder, { recursive: true });
for (const [suffix, text] of Object.entries({ source, record, 'source.spec': spec }))
  writeFileSync(join(folder, `${file}.${suffix}.ts`), text);
writeFileSync(join(folder, 'README.md'), readme);
writeFileSync(indexFile, listed);
process.stdout.write(
  `Wrote ${folder}. Now say what its file looks like, then run npm run check and npm test.\n`,
);
