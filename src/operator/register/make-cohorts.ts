import {
  backtestsInForce,
  importCohorts,
  type BacktestLine,
  type HeadcountBacktestLine,
} from '../../sources/cohorts/cohorts-importer.js';
import { editionPath } from '../../sources/kit/editions/edition.js';
import type { ImportedEdition } from '../../sources/kit/editions/import-outcome.js';
import { sourceNamed } from '../../sources/index.js';
import { permit, refused, share, type RegisterSettings } from './import-edition.js';

export interface MadeCohorts extends Pick<ImportedEdition, 'source' | 'edition' | 'as_of' | 'rows'> {
  /** The editions that they were made of: name, and SHA-256 of the file. */
  readonly made_of: readonly { readonly name: string; readonly sha256: string }[];
  /** Of all cohorts: the same editions give the same. */
  readonly digest: string;
  /** How far estimates of turnover are off, of all companies that file theirs and by size. */
  readonly backtest: readonly BacktestLine[];
  readonly headcount_backtest: readonly HeadcountBacktestLine[];
}

/**
 * Makes cohorts of the editions in force and puts them in force, where there are several machines on all.
 * @throws WrongRequest where there is nothing to make them of; NotDone where they can't be made
 */
export async function makeCohorts({ dataDir, mongodbUrl = null }: RegisterSettings): Promise<MadeCohorts> {
  const made = await importCohorts(dataDir, permit({ dataDir, mongodbUrl }, 'cohorts'));
  if (made.outcome === 'refused') throw refused(made);
  const { source, edition, as_of, rows } = made;
  const open = sourceNamed('cohorts').open(editionPath(dataDir, 'cohorts', edition));
  const { digest, facts } = open;
  open.close();
  await share({ dataDir, mongodbUrl }, 'cohorts', edition);
  const { turnover: backtest, headcount: headcount_backtest } = backtestsInForce(dataDir);
  return { source, edition, as_of, rows, made_of: facts.files, digest, backtest, headcount_backtest };
}
