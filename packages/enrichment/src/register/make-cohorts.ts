import { backtestsInForce, importCohorts } from '../sources/cohorts/cohorts-importer.js';
import { editionPath } from '../sources/kit/editions/edition.js';
import { sourceNamed } from '../sources/index.js';
import {
  activationPermit,
  importRefusal,
  shareOnAllMachines,
  type RegisterSettings,
} from './import-edition.js';

export type MadeCohorts = Awaited<ReturnType<typeof makeCohorts>>;

/** Makes cohorts from the editions in force, and puts the cohorts in force. @throws WrongRequest, NotDone */
export async function makeCohorts({ dataDir, mongodbUrl = null }: RegisterSettings) {
  const outcome = await importCohorts(dataDir, activationPermit({ dataDir, mongodbUrl }, 'cohorts'));
  if (outcome.outcome === 'refused') throw importRefusal(outcome);
  const { source, edition, as_of, rows } = outcome;
  const opened = sourceNamed('cohorts').open(editionPath(dataDir, 'cohorts', edition));
  const { digest, facts } = opened;
  opened.close();
  await shareOnAllMachines({ dataDir, mongodbUrl }, 'cohorts', edition);
  const { turnover: backtest, headcount: headcount_backtest } = backtestsInForce(dataDir);
  return {
    source,
    edition,
    as_of,
    rows,
    /** The editions that the cohorts were made from: name, and SHA-256 of the file. */
    made_of: facts.files,
    /** The digest of all cohorts: equal editions give an equal digest. */
    digest,
    /** The error of estimated turnover for companies that file theirs: for all of them, and by size. */
    backtest,
    headcount_backtest,
  };
}
