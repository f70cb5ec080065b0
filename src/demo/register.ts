/** Loads the register from the files in `samples/`, as an operator loads the published ones. */
import { join, relative } from 'node:path';
import { sampleFile, sampleRegister } from './samples.js';
import { cli, cliJson, say } from './terminal.js';

/** Whose answers of the public register ship: those of `companies` go over its file, the others stand alone. */
const ANSWERED = ['companies', 'psc', 'officers', 'charges', 'filings'];

interface Imported {
  readonly source: string;
  readonly as_of: string;
  readonly rows: number;
}

const importAnswers = (source: string, dataDir: string): Promise<Imported> => {
  const file = relative('.', sampleFile(join('register-answers', `${source}.jsonl`)));
  const update = source === 'companies' ? ['--update'] : [];
  return cliJson<Imported>(['register', 'import', '--source', source, ...update, file], { dataDir });
};

/** The file of companies first, then what the register answered about four of them, its sources at once. */
export async function loadRegister(dataDir: string): Promise<void> {
  const file = relative('.', sampleRegister());
  say((await cli(['register', 'import', '--source', 'companies', file], { dataDir })).trimEnd());
  const imported = await Promise.all(ANSWERED.map((source) => importAnswers(source, dataDir)));
  for (const { source, as_of, rows } of imported) {
    say(`  ${source.padEnd(9)} ${rows.toLocaleString('en-GB').padStart(5)} records, as of ${as_of}`);
  }
}
