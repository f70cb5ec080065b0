/** Reads what the editions in force hold about a company, source by source. */
import { activeEdition } from '../sources/kit/editions/edition.js';
import { SOURCE_NAMES, type SourceName } from '../sources/index.js';
import type { RegisterContext } from './register-context.js';
import { NotDone } from '../../../platform/src/errors/refusal.js';
import { showCompany, type StoredCompany } from './show-company.js';

export interface SourceRecord {
  readonly source: SourceName;
  /** Null where the source holds nothing or has no edition in force; `reason` states which. */
  readonly company: StoredCompany | null;
  readonly reason: string | null;
}

/** Reads every source that has an edition in force. */
export const companyOnFile = (register: RegisterContext, number: string): Promise<SourceRecord[]> =>
  Promise.all(
    SOURCE_NAMES.filter((source) => activeEdition(register.settings.dataDir, source) !== null).map((source) =>
      showCompany(register, { source, number, edition: null }).then(
        (company) => ({ source, company, reason: null }),
        (error: unknown) => {
          if (error instanceof NotDone) return { source, company: null, reason: error.message };
          throw error;
        },
      ),
    ),
  );

export const isCompanyOnFile = async (register: RegisterContext, number: string): Promise<boolean> =>
  (await companyOnFile(register, number)).some(({ company }) => company !== null);
