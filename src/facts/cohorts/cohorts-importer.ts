/** Makes cohorts as an import does: locked, named by what they are made of, and in force at the end or not at all. */
import type { Backtest } from '../../sources/cohorts/cohort.js';
import { ImportRefusal, type ImportOutcome } from '../../sources/editions/import-outcome.js';
import { activeEdition, editionPath, type EditionId } from '../../sources/editions/edition.js';
import type { Importer } from '../../sources/editions/importer.js';
import { importRegister } from '../../sources/editions/import-register.js';
import { sourceNamed } from '../../sources/index.js';
import { buildCohorts } from './build-cohorts.js';

/** Estimates of turnover held against what was filed, by the band of employees or `all`. */
export interface BacktestLine extends Backtest {
  readonly employees: string;
}

/** What was measured when the cohorts in force were made; none where none are. @throws SqliteFileError */
export function backtestInForce(dataDir: string): readonly BacktestLine[] {
  const edition = activeEdition(dataDir, 'cohorts');
  if (edition === null) return [];
  const open = sourceNamed('cohorts').open(editionPath(dataDir, 'cohorts', edition));
  try {
    return Object.entries(open.backtests).map(([employees, test]) => ({ employees, ...test }));
  } finally {
    open.close();
  }
}

const MADE_OF = ['accounts', 'companies'] as const;
type Inputs = Readonly<Record<(typeof MADE_OF)[number], EditionId>>;

function inputsInForce(dataDir: string): Inputs {
  const inForce = (source: (typeof MADE_OF)[number]): EditionId => {
    const edition = activeEdition(dataDir, source);
    if (edition !== null) return edition;
    throw new ImportRefusal(
      'missing_file',
      `no edition of ${source} is in force: cohorts are made of ${MADE_OF.join(' and ')}`,
    );
  };
  return { accounts: inForce('accounts'), companies: inForce('companies') };
}

const importerOf = (dataDir: string, ids: Inputs): Importer => ({
  ...sourceNamed('cohorts').importer,
  build: async ({ path, files }) => {
    const accounts = sourceNamed('accounts').open(editionPath(dataDir, 'accounts', ids.accounts));
    try {
      const companies = sourceNamed('companies').open(editionPath(dataDir, 'companies', ids.companies));
      try {
        const inputs = MADE_OF.map((source, at) => ({
          name: `${source} ${ids[source]}`,
          sha256: files[at]?.sha256 ?? '',
        }));
        return buildCohorts(path, { accounts, companies }, inputs);
      } finally {
        companies.close();
      }
    } finally {
      accounts.close();
    }
  },
});

/** Of the editions in force. */
export async function importCohorts(dataDir: string): Promise<ImportOutcome> {
  const source = sourceNamed('cohorts');
  try {
    const ids = inputsInForce(dataDir);
    return await importRegister({
      source: { ...source, importer: importerOf(dataDir, ids) },
      files: MADE_OF.map((name) => editionPath(dataDir, name, ids[name])),
      dataDir,
    });
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    const { code, message } = error;
    return {
      outcome: 'refused',
      source: source.name,
      error: code,
      detail: message,
      rejected: 0,
      rejects: [],
    };
  }
}
