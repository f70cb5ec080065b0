/** Makes an edition of cohorts as an import does: under a lock, and whole or not at all. */
import type { Backtest } from './cohort.js';
import { ImportRefusal, refusedImport, type ImportOutcome } from '../kit/editions/import-outcome.js';
import { activeEdition, editionPath, type EditionId } from '../kit/editions/edition.js';
import type { Importer } from '../kit/editions/importer.js';
import { importRegister, type ImportRequest } from '../kit/editions/import-register.js';
import { SqliteFileError } from '../../../../platform/src/sqlite/sqlite-file.js';
import { sourceNamed, type SourceName } from '../index.js';
import { buildCohorts } from './build-cohorts.js';

/** The backtest of estimated turnover, by the band of employees or `all`. */
export interface BacktestLine extends Backtest {
  readonly employees: string;
}
/** The backtest of headcounts, by the lower bound of a band of total assets in pounds, or `all`. */
export interface HeadcountBacktestLine extends Backtest {
  readonly assets_from: string;
}

export interface BacktestsInForce {
  readonly turnover: readonly BacktestLine[];
  /** The backtests of headcounts; empty if the cohorts were made before headcounts were estimated. */
  readonly headcount: readonly HeadcountBacktestLine[];
}

/** The backtests of the cohorts in force; none without cohorts. @throws SqliteFileError */
export function backtestsInForce(dataDir: string): BacktestsInForce {
  const edition = activeEdition(dataDir, 'cohorts');
  if (edition === null) return { turnover: [], headcount: [] };
  const open = sourceNamed('cohorts').open(editionPath(dataDir, 'cohorts', edition));
  try {
    return {
      turnover: Object.entries(open.backtests).map(([employees, test]) => ({ employees, ...test })),
      headcount: Object.entries(open.headcountBacktests).map(([assets_from, test]) => ({
        assets_from,
        ...test,
      })),
    };
  } finally {
    open.close();
  }
}

/** The sources of cohorts. The first two are required; the others give regions and groups. */
const MADE_OF = ['accounts', 'companies', 'postcodes', 'psc'] as const;
type Input = (typeof MADE_OF)[number];
export const isCohortInput = ({ source }: { readonly source: SourceName }): boolean =>
  MADE_OF.some((input) => input === source);
const REQUIRED: readonly Input[] = ['accounts', 'companies'];
type Inputs = ReadonlyMap<Input, EditionId>;

function inputsInForce(dataDir: string): Inputs {
  const inputs = new Map<Input, EditionId>();
  for (const source of MADE_OF) {
    const edition = activeEdition(dataDir, source);
    if (edition !== null) inputs.set(source, edition);
    else if (REQUIRED.includes(source))
      throw new ImportRefusal(
        'missing_file',
        `no edition of ${source} is in force: cohorts are made of ${REQUIRED.join(' and ')}`,
      );
  }
  return inputs;
}

/** The inputs whose edition in force isn't the one that the cohorts in force were made of. */
export function cohortsOutdatedBy(dataDir: string): readonly SourceName[] {
  const edition = activeEdition(dataDir, 'cohorts');
  const usedEditions = edition === null ? null : madeOf(editionPath(dataDir, 'cohorts', edition));
  if (usedEditions === null) return [];
  return MADE_OF.filter((source) => {
    const inForce = activeEdition(dataDir, source);
    return inForce !== null && !usedEditions.has(nameOf(source, inForce));
  });
}

/** True if the required editions are in force, and there are no cohorts or an input changed since. */
export const cohortsAreDue = (dataDir: string): boolean =>
  REQUIRED.every((source) => activeEdition(dataDir, source) !== null) &&
  (activeEdition(dataDir, 'cohorts') === null || cohortsOutdatedBy(dataDir).length > 0);

/** The names of the editions that cohorts were made of; null if the file can't be read. */
function madeOf(path: string): ReadonlySet<string> | null {
  try {
    const open = sourceNamed('cohorts').open(path);
    open.close();
    return new Set(open.facts.files.map(({ name }) => name));
  } catch (error) {
    if (error instanceof SqliteFileError) return null;
    throw error;
  }
}

const nameOf = (source: Input, edition: EditionId): string => `${source} ${edition}`;

const importerOf = (dataDir: string, ids: Inputs): Importer => ({
  ...sourceNamed('cohorts').importer,
  build: async ({ path, files }) => {
    const opened: { close(): void }[] = [];
    const open = <E extends { close(): void }>(
      name: Input,
      { open: opening }: { readonly open: (path: string) => E },
    ): E | null => {
      const id = ids.get(name);
      if (id === undefined) return null;
      const edition = opening(editionPath(dataDir, name, id));
      opened.push(edition);
      return edition;
    };
    try {
      const accounts = open('accounts', sourceNamed('accounts'));
      const companies = open('companies', sourceNamed('companies'));
      if (accounts === null || companies === null) throw new Error('what cohorts are made of is not there');
      const postcodes = open('postcodes', sourceNamed('postcodes'));
      const psc = open('psc', sourceNamed('psc'));
      const inputs: { name: string; sha256: string }[] = [];
      for (const [at, [source, id]] of [...ids].entries())
        inputs.push({ name: nameOf(source, id), sha256: (await files[at]?.sha256()) ?? '' });
      return buildCohorts(path, { accounts, companies, postcodes, psc }, inputs);
    } finally {
      for (const edition of opened) edition.close();
    }
  },
});

/** Makes cohorts of the editions in force. @param permit as in an import; absent: no permit is needed */
export async function importCohorts(
  dataDir: string,
  permit?: ImportRequest['permit'],
): Promise<ImportOutcome> {
  const source = sourceNamed('cohorts');
  try {
    const ids = inputsInForce(dataDir);
    return await importRegister({
      source: { ...source, importer: importerOf(dataDir, ids) },
      files: [...ids].map(([name, id]) => editionPath(dataDir, name, id)),
      dataDir,
      ...(permit !== undefined && { permit }),
    });
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return refusedImport(source.name, error);
  }
}
