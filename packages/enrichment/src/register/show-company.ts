import { namedCompanyNumber } from '../../../words/src/company-number.js';
import { SqliteFileError } from '../../../platform/src/sqlite/sqlite-file.js';
import type { OpenEdition } from '../sources/define-source.js';
import { activeEdition, editionPath, editionsOf } from '../sources/kit/editions/edition.js';
import { sourceNamed, type SourceName, SOURCE_NAMES } from '../sources/index.js';
import type { RegisterContext } from './register-context.js';
import { NotDone, WrongRequest } from '../../../platform/src/errors/refusal.js';

export interface StoredCompany {
  readonly source: SourceName;
  readonly edition: string;
  readonly as_of: string;
  /** True if the edition holds only some of the companies. */
  readonly part: boolean;
  /** The company number in the register's form; in a source of other subjects the requested name. */
  readonly number: string;
  /** True if the company is suppressed in answers. Its records are shown here nevertheless. */
  readonly suppressed: boolean;
  /** The records found. A source of other subjects gives each record that names the company. */
  readonly records: readonly { readonly subject: string; readonly record: unknown }[];
}

export interface StoredCompanyRequest {
  readonly source: SourceName;
  /** A company number; for a source of other subjects a name, such as a postcode. */
  readonly number: string;
  /** Null: the edition in force. */
  readonly edition: string | null;
}

/** Reads an edition's record of a company. @throws WrongRequest: no such edition; NotDone: no record */
export async function showCompany(
  register: RegisterContext,
  { source, number: name, edition: wantedEdition }: StoredCompanyRequest,
): Promise<StoredCompany> {
  const { dataDir } = register.settings;
  const edition = wantedEdition ?? activeEdition(dataDir, source);
  if (edition === null) throw new NotDone('no_edition', `no edition of ${source} is in force`);
  if (!editionsOf(dataDir, source).includes(edition))
    throw new WrongRequest(
      'no_such_edition',
      `there is no edition '${edition}' of ${source}: register status lists them`,
    );
  const number = namedCompanyNumber(name) ?? name.trim();
  const contents = readFrom(source, editionPath(dataDir, source, edition), [number, name.trim()]);
  if (contents.records.length === 0)
    throw new NotDone('not_on_file', `${source} ${edition} holds nothing of '${number}'`);
  const suppressed = (await register.suppressed()).has('company_number', number);
  return { source, edition, number, suppressed, ...contents };
}

/** @param names the names to look under. @throws NotDone */
function readFrom(
  source: SourceName,
  path: string,
  names: readonly string[],
): Pick<StoredCompany, 'as_of' | 'part' | 'records'> {
  const { open, company_index: index } = sourceNamed(source);
  try {
    const edition: OpenEdition = open(path);
    try {
      const { as_of, part = false } = edition.facts;
      const linked = index === undefined ? [] : (edition.subjectsUnder?.(index, names).values() ?? []);
      const records = edition.byNumbers([...names, ...[...linked].flat()]);
      return { as_of, part, records: [...records].map(([subject, record]) => ({ subject, record })) };
    } finally {
      edition.close();
    }
  } catch (error) {
    if (error instanceof SqliteFileError) throw new NotDone('unreadable_edition', error.message);
    throw error;
  }
}

/**
 * Reads every source that has an edition in force. `company` null: nothing is on file, or the edition
 * can't be read; `reason` says which.
 */
export const companyOnFile = (register: RegisterContext, number: string) =>
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
