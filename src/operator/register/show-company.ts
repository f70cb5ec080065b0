import { completeCompanyNumber } from '../../shared/company-number.js';
import { SqliteFileError } from '../../platform/sqlite/sqlite-file.js';
import type { OpenEdition } from '../../sources/define-source.js';
import { activeEdition, editionPath, editionsOf } from '../../sources/kit/editions/edition.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import { SuppressionList } from '../../enrichment/suppress/suppression-list.js';
import type { Operator } from '../operator.js';
import { NotDone, WrongRequest } from '../refusal.js';

export interface ShownCompany {
  readonly source: SourceName;
  readonly edition: string;
  readonly as_of: string;
  /** The edition doesn't hold everybody. */
  readonly part: boolean;
  /** In the register's writing; what it was asked by, where the source is not one of companies. */
  readonly number: string;
  /** No answer names this company; what is on file of it is shown here all the same. */
  readonly suppressed: boolean;
  /** Of a source that is found by other names than company numbers, each that names the company. */
  readonly records: readonly { readonly subject: string; readonly record: unknown }[];
}

export interface ShowRequest {
  readonly source: SourceName;
  /** A company number; of another source the name of its subject, a postcode say. */
  readonly number: string;
  /** Null: the one in force. */
  readonly edition: string | null;
}

/**
 * What an edition holds of a company, as it is stored.
 * @throws WrongRequest where there is no such edition; NotDone where it holds nothing of it, or can't be read
 */
export async function showCompany(
  { settings, stores }: Operator,
  { source: name, number: asked, edition: wanted }: ShowRequest,
): Promise<ShownCompany> {
  const { dataDir, keyHashSecret: secret } = settings;
  const edition = wanted ?? activeEdition(dataDir, name);
  if (edition === null) throw new NotDone('no_edition', `no edition of ${name} is in force`);
  if (!editionsOf(dataDir, name).includes(edition))
    throw new WrongRequest(
      'no_such_edition',
      `there is no edition '${edition}' of ${name}: register status lists them`,
    );
  const number = completeCompanyNumber(asked) ?? asked.trim();
  const found = readFrom(name, editionPath(dataDir, name, edition), [number, asked.trim()]);
  if (found.records.length === 0)
    throw new NotDone('not_on_file', `${name} ${edition} holds nothing of '${number}'`);
  const suppressions = new SuppressionList({ store: stores.eventStore, secret });
  await suppressions.upToDate();
  const suppressed = suppressions.has('company_number', number);
  return { source: name, edition, number, suppressed, ...found };
}

/** @param names the first under which something is found counts. @throws NotDone */
function readFrom(
  name: SourceName,
  path: string,
  names: readonly string[],
): Pick<ShownCompany, 'as_of' | 'part' | 'records'> {
  const { open, company_index: index } = sourceNamed(name);
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
