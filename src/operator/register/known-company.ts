/** What the editions in force hold of a company, source by source. */
import { activeEdition } from '../../sources/kit/editions/edition.js';
import { SOURCE_NAMES, type SourceName } from '../../sources/index.js';
import type { Operator } from '../operator.js';
import { NotDone } from '../refusal.js';
import { showCompany, type ShownCompany } from './show-company.js';

export interface SourceOfCompany {
  readonly source: SourceName;
  /** Null: nothing is on file, or no edition is in force; `why` says which. */
  readonly found: ShownCompany | null;
  readonly why: string | null;
}

/** Every source that has an edition in force. */
export const companyOnFile = (operator: Operator, number: string): Promise<SourceOfCompany[]> =>
  Promise.all(
    SOURCE_NAMES.filter((source) => activeEdition(operator.settings.dataDir, source) !== null).map((source) =>
      showCompany(operator, { source, number, edition: null }).then(
        (found) => ({ source, found, why: null }),
        (error: unknown) => {
          if (error instanceof NotDone) return { source, found: null, why: error.message };
          throw error;
        },
      ),
    ),
  );

export const knownCompany = async (operator: Operator, number: string): Promise<boolean> =>
  (await companyOnFile(operator, number)).some(({ found }) => found !== null);
