import {
  backtestsInForce,
  importCohorts,
  type BacktestLine,
  type HeadcountBacktestLine,
} from '../../sources/cohorts/cohorts-importer.js';
import { editionPath } from '../../sources/kit/editions/edition.js';
import type { ImportedEdition } from '../../sources/kit/editions/import-outcome.js';
import { sourceNamed } from '../../sources/index.js';
import {
  activationPermit,
  importRefusal,
  shareOnAllMachines,
  type RegisterSettings,
} from './import-edition.js';

export interface MadeCohorts extends Pick<ImportedEdition, 'source' | 'edition' | 'as_of' | 'rows'> {
  /** The editions that the cohorts were made from: name, and SHA-256 of the file. */
  readonly made_of: readonly { readonly name: string; readonly sha256: string }[];
  /** The digest of all cohorts: equal editions give an equal digest. */
  readonly digest: string;
  /** The error of estimated turnover for companies that file theirs: for all of them, and by size. */
  readonly backtest: readonly BacktestLine[];
  readonly headcount_backtest: readonly HeadcountBacktestLine[];
}

/**
 * Makes cohorts from the editions in force and puts them in force, on all machines where there are several.
 * @throws WrongRequest where there are no editions to make them from; NotDone where they can't be made
 */
export async function makeCohorts({ dataDir, mongodbUrl = null }: RegisterSettings): Promise<MadeCohorts> {
  const made = await importCohorts(dataDir, activationPermit({ dataDir, mongodbUrl }, 'cohorts'));
  if (made.outcome === 'refused') throw importRefusal(made);
  const { source, edition, as_of, rows } = made;
  const open = sourceNamed('cohorts').open(editionPath(dataDir, 'cohorts', edition));
  const { digest, facts } = open;
  open.close();
  await shareOnAllMachines({ dataDir, mongodbUrl }, 'cohorts', edition);
  const { turnover: backtest, headcount: headcount_backtest } = backtestsInForce(dataDir);
  return { source, edition, as_of, rows, made_of: facts.files, digest, backtest, headcount_backtest };
}
