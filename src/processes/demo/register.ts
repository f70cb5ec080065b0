/** Loads the register from the files in `samples/`, as an operator loads published files. */
import { relative } from 'node:path';
import { sampleFile, sampleRegister } from './samples.js';
import { cliJson, say, showCli } from './terminal.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

const answers = (source: string): string => `register-answers/${source}.jsonl`;

/** Files to load after that of companies: answers of the public register, and a part of a published file. */
const OTHER_FILES: readonly { source: string; file: string; flag?: string }[] = [
  { source: 'companies', file: answers('companies'), flag: '--update' },
  ...['psc', 'officers', 'charges', 'filings'].map((source) => ({ source, file: answers(source) })),
  {
    source: 'pay_gap',
    file: 'published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
    flag: '--part',
  },
];

interface ImportedFile {
  readonly source: string;
  readonly as_of: string;
  readonly rows: number;
}

const importFile = (
  { source, file, flag }: (typeof OTHER_FILES)[number],
  dataDir: string,
): Promise<ImportedFile> => {
  const path = relative('.', sampleFile(file));
  const flags = flag === undefined ? [] : [flag];
  return cliJson<ImportedFile>(['register', 'import', '--source', source, ...flags, path], dataDir);
};

/**
 * Loads the file of companies first, then the other files, all at once.
 * @param sources whose other files are loaded; left out: all of them
 */
export async function loadRegister(dataDir: string, sources?: readonly string[]): Promise<void> {
  const file = relative('.', sampleRegister());
  await showCli(['register', 'import', '--source', 'companies', file], dataDir);
  const otherFiles = OTHER_FILES.filter(({ source }) => sources?.includes(source) ?? true);
  const imported = await Promise.all(otherFiles.map((each) => importFile(each, dataDir)));
  for (const { source, as_of, rows } of imported) {
    say(`  ${source.padEnd(9)} ${thousands(rows).padStart(5)} records, as of ${as_of}`);
  }
}
