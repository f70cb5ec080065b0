/**
 * `npm run new:source -- NAME [--fact FACT]`: a new published source, a CSV with a row a company. Writes its folder
 * (definition, importer, edition, record, spec, README) and enters it in the list of sources. What is left is to say what
 * the publisher's file looks like.
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
const Name = variable[0].toUpperCase() + variable.slice(1);
const Fact = camel(fact)[0].toUpperCase() + camel(fact).slice(1);

const source = `/** What the file is, who publishes it, under which licence and how often. */
import { defineSource } from '../define-source.js';
import { ${Name}Edition } from './${file}.edition.js';
import { ${variable}Importer } from './${file}.importer.js';

export const ${variable} = defineSource({
  name: '${name}',
  fact: '${fact}',
  // Two monthly publications.
  stale_after_days: 62,
  importer: ${variable}Importer,
  open: (path) => ${Name}Edition.open(path),
});
`;

const record = `/** What a row of the file says of a company. */
import { companyNumberProblem, parsePublishedNumber } from '../../shared/company-number.js';

export interface ${Fact}Record {
  readonly company_number: string;
  /** As published; null where it is blank. */
  readonly note: string | null;
}

export const HEADER = ['company_number', 'note'];

/** The record of a row, or why it can't be used. */
export function read${Fact}(cells: readonly string[]): ${Fact}Record | { readonly reason: string } {
  if (cells.length !== HEADER.length) return { reason: \`\${cells.length} cells in place of \${HEADER.length}\` };
  const [text = '', note = ''] = cells;
  const company_number = parsePublishedNumber(text.trim());
  if (company_number === null) return { reason: companyNumberProblem(text) };
  return { company_number, note: note.trim() === '' ? null : note };
}
`;

const edition = `/** The ${name} edition: how it is laid out, built and read. */
import { BulkFile, type PreparedQuery, type ReadOnlyFile } from '../../platform/sqlite/sqlite-file.js';
import type { OpenEdition } from '../define-source.js';
import { factsOf, openEditionFile, writeFacts, type EditionFacts } from '../editions/edition-file.js';
import type { ${Fact}Record } from './${file}.record.js';

/** Raised with every change of the layout below or of the record's JSON. */
export const LAYOUT = 1;

/** Fills an edition. Numbers must be distinct. */
export class ${Name}EditionBuilder {
  private readonly insert: (...values: readonly string[]) => void;

  constructor(private readonly file: BulkFile) {
    file.run('CREATE TABLE record (number TEXT NOT NULL, record TEXT NOT NULL) STRICT');
    file.run('BEGIN');
    this.insert = file.inserter('INSERT INTO record VALUES (?, ?)');
  }

  add(record: ${Fact}Record): void {
    this.insert(record.company_number, JSON.stringify(record));
  }

  /** Writes the index and the edition's own facts, and closes the file. */
  finish(facts: EditionFacts): void {
    writeFacts(this.file, facts);
    this.file.run('COMMIT');
    this.file.run('CREATE UNIQUE INDEX record_by_number ON record (number)');
    this.file.close();
  }
}

/** An open edition. Look-ups are synchronous; many at once cost one query. */
export class ${Name}Edition implements OpenEdition<${Fact}Record> {
  private readonly numbered: PreparedQuery;
  readonly facts: EditionFacts;

  private constructor(private readonly file: ReadOnlyFile) {
    this.numbered = file.prepare(
      'SELECT number, record FROM record WHERE number IN (SELECT value FROM json_each(?))',
    );
    this.facts = factsOf(file);
  }

  /** @throws SqliteFileError where it is missing, damaged or of another layout */
  static open(path: string): ${Name}Edition {
    return new ${Name}Edition(openEditionFile(path, LAYOUT));
  }

  byNumbers(numbers: Iterable<string>): Map<string, ${Fact}Record> {
    const rows = this.numbered.all(JSON.stringify([...new Set(numbers)]));
    // Written by the builder above.
    return new Map(rows.map(([number, text]) => [String(number), JSON.parse(String(text)) as ${Fact}Record]));
  }

  close(): void {
    this.file.close();
  }
}
`;

const importer = `/** Builds a ${name} edition from the published CSV. */
import { BulkFile } from '../../platform/sqlite/sqlite-file.js';
import { CsvRecordReader, type CsvRecord } from '../editions/csv-records.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import { editionFacts, type BuildRequest, type Importer } from '../editions/importer.js';
import { tablesOf, type PublishedTable } from '../editions/published-file.js';
import { linesOf } from '../editions/text-lines.js';
import { LAYOUT, ${Name}EditionBuilder } from './${file}.edition.js';
import { HEADER, read${Fact} } from './${file}.record.js';

const BYTE_ORDER_MARK = /^\\uFEFF/;

/** Takes the rows of one table after the other into an edition. */
class Reading {
  rows = 0;
  readonly newestIncorporation = null;
  readonly tables = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(
    private readonly request: BuildRequest,
    private readonly builder: ${Name}EditionBuilder,
  ) {}

  async table({ name, bytes }: PublishedTable): Promise<void> {
    this.tables.add(name);
    let isHeader = true;
    const reader = new CsvRecordReader((csv) => {
      if (isHeader) checkHeader(name, csv);
      else this.take(name, csv);
      isHeader = false;
    });
    for await (const lines of linesOf(bytes)) reader.push(lines);
    reader.end();
    if (isHeader) throw new ImportRefusal('wrong_header', \`\${name} is empty\`);
  }

  private take(file: string, csv: CsvRecord): void {
    const { line } = csv;
    const read = 'problem' in csv ? { reason: csv.problem } : read${Fact}(csv.cells);
    if ('reason' in read) return this.request.rejects.add({ file, line, reason: read.reason });
    if (this.seen.has(read.company_number)) {
      const reason = \`\${read.company_number} came in an earlier row\`;
      return this.request.rejects.add({ file, line, reason });
    }
    this.seen.add(read.company_number);
    this.builder.add(read);
    this.rows += 1;
  }
}

function checkHeader(file: string, csv: CsvRecord): void {
  const cells = 'cells' in csv ? csv.cells : [];
  const found = cells.map((cell) => cell.replace(BYTE_ORDER_MARK, '').trim());
  if (found.join() !== HEADER.join())
    throw new ImportRefusal('wrong_header', \`\${file}: the header must be \${HEADER.join(',')}\`);
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const file = BulkFile.create(request.path, LAYOUT);
  try {
    const builder = new ${Name}EditionBuilder(file);
    const reading = new Reading(request, builder);
    for (const published of request.files)
      for await (const table of tablesOf(published, () => undefined)) await reading.table(table);
    const facts = editionFacts(request, reading);
    builder.finish(facts);
    return facts;
  } catch (error) {
    file.close();
    throw error;
  }
}

export const ${variable}Importer: Importer = { layout: LAYOUT, build };
`;

const spec = `import { TestFolder } from '../../../test/support/basic-company-data.js';
import { describeFile } from '../editions/published-file.js';
import { RejectList } from '../editions/import-outcome.js';
import { ${variable} } from './${file}.source.js';

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => {
  folder.remove();
});

it('is imported from the published file and read by company number', async () => {
  const table = 'company_number,note\\n08209948,a note\\nSC123456,\\nnone,\\n08209948,again\\n';
  const rejects = new RejectList();
  const path = \`\${folder.path}/edition.db\`;
  const facts = await ${variable}.importer.build({
    files: [await describeFile(folder.write('${file}-2026-11-01.csv', table))],
    path,
    asOf: null,
    maxRejectedPercent: 100,
    rejects,
    onProgress: () => undefined,
  });
  expect(facts).toMatchObject({ as_of: '2026-11-01', rows: 2, rejected: 2 });
  expect(rejects.first.map(({ line }) => line)).toEqual([4, 5]);
  const edition = ${variable}.open(path);
  expect([...edition.byNumbers(['08209948', 'SC123456', '00000001']).values()]).toEqual([
    { company_number: '08209948', note: 'a note' },
    { company_number: 'SC123456', note: null },
  ]);
  edition.close();
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
const listed = imported.replace(/(export const SOURCES = \[[^\]]*)\]/, `$1, ${variable}]`);
if (imported === index || listed === imported)
  refuse('the list of sources is not where it was: enter it by hand');

mkdirSync(folder, { recursive: true });
for (const [suffix, text] of Object.entries({ source, record, edition, importer, 'source.spec': spec }))
  writeFileSync(join(folder, `${file}.${suffix}.ts`), text);
writeFileSync(join(folder, 'README.md'), readme);
writeFileSync(indexFile, listed);
process.stdout.write(
  `Wrote ${folder}. Now say what its file looks like, then run npm run check and npm test.\n`,
);
