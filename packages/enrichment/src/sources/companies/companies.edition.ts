/** Reads an edition of companies (`companies-builder.ts` builds it). */
import { normaliseName, nameKey } from '../../../../words/src/names/company-name.js';
import {
  differingLetters,
  isTypingError,
  KEYS_OF_END,
  nearness,
  nearSearch,
} from '../../../../words/src/names/near-name.js';
import { nameForms, type NameForms } from '../../../../words/src/names/same-as-name.js';
import type { PreparedQuery, ReadOnlyFile, SqlValue } from '../../../../platform/src/sqlite/sqlite-file.js';
import {
  isSuppressedCompany,
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import type { NumberedRecord, OpenEdition } from '../define-source.js';
import { editionFactsOf, itemOf, openEditionFile, type EditionFacts } from '../kit/editions/edition-file.js';
import { COMPANIES_LAYOUT, ROWS_AS_OF } from './companies-builder.js';
import { decodeCompany, namesOfLine, numberOfLine, type CompanyRecord } from './company-record.js';

export interface NameBearers {
  readonly current: readonly CompanyRecord[];
  readonly former: readonly CompanyRecord[];
  /** True if a suppressed company that has or had the name is left out. */
  readonly suppressed?: boolean;
  /** The suppressed companies. Matching compares them with the row; no answer shows them. */
  readonly left?: Pick<NameBearers, 'current' | 'former'>;
}

/** The companies that have the name now, with the suppressed ones. */
export const everyBearer = ({ current = [], left }: Partial<NameBearers> = {}): readonly CompanyRecord[] =>
  left === undefined ? current : [...current, ...left.current];

/** Companies with names similar to a given name. */
export interface NearNames {
  /** The companies by descending similarity, then by number. */
  readonly companies: readonly CompanyRecord[];
  /** True if more companies may be similar: too many names share an end, or a suppressed one is left out. */
  readonly others: boolean;
}

/** The maximum number of names with the same end that are read. Beyond it no name can be distinguished. */
const MAX_SHARING = 2_000;
/** The maximum number of names that are compared: those that share the most letters. */
const MAX_COMPARED = 24;
/** The maximum number of letters in which similar names differ. */
const MAX_DIFFERING = 4;

interface Bearers extends NameBearers {
  readonly current: CompanyRecord[];
  readonly former: CompanyRecord[];
  suppressed: boolean;
  left?: Pick<Bearers, 'current' | 'former'>;
}

export class CompaniesEdition implements OpenEdition<CompanyRecord> {
  private readonly numbered: PreparedQuery;
  private readonly byName: PreparedQuery;
  private readonly byFormerName: PreparedQuery;
  private readonly bySameAs: PreparedQuery;
  private readonly byNearEnd: PreparedQuery;
  private readonly byId: PreparedQuery;
  private readonly crowded: PreparedQuery;
  readonly facts: EditionFacts;
  /** The day of records that have no version. */
  readonly rowsAsOf: string;

  private constructor(
    private readonly file: ReadOnlyFile,
    private readonly suppressed: SuppressedValues,
  ) {
    this.numbered = file.prepare(
      'SELECT number, record FROM company WHERE number IN (SELECT value FROM json_each(?))',
    );
    this.byName = file.prepare(
      'SELECT record FROM company WHERE name_key IN (SELECT value FROM json_each(?)) ORDER BY number',
    );
    this.byFormerName = file.prepare(
      `SELECT f.name_key, c.record FROM former_name f JOIN company c ON c.id = f.company
       WHERE f.name_key IN (SELECT value FROM json_each(?)) ORDER BY c.number`,
    );
    this.bySameAs = file.prepare(
      `SELECT record FROM company WHERE same_as_key IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT record FROM company WHERE name_key IN (SELECT value FROM json_each(?1)) AND same_as_key IS NULL`,
    );
    // Both parts read only an index.
    this.byNearEnd = file.prepare(
      `SELECT c.id, c.near_head FROM json_each(?1) e CROSS JOIN company c ON c.near_head >= e.value AND c.near_head < e.value + ${KEYS_OF_END}
       UNION ALL
       SELECT c.id, c.near_tail FROM json_each(?2) e CROSS JOIN company c ON c.near_tail >= e.value AND c.near_tail < e.value + ${KEYS_OF_END}
       LIMIT ${MAX_SHARING}`,
    );
    this.byId = file.prepare('SELECT record FROM company WHERE id IN (SELECT value FROM json_each(?))');
    this.crowded = file.prepare(
      'SELECT postcode_key, companies FROM crowded_postcode WHERE postcode_key IN (SELECT value FROM json_each(?))',
    );
    const facts = editionFactsOf(file);
    this.rowsAsOf = itemOf(file, ROWS_AS_OF) ?? facts.as_of;
    this.facts = this.rowsAsOf === facts.as_of ? facts : { ...facts, whole_as_of: this.rowsAsOf };
  }

  static open(path: string, suppressed: SuppressedValues = NOTHING_SUPPRESSED): CompaniesEdition {
    return new CompaniesEdition(openEditionFile(path, COMPANIES_LAYOUT), suppressed);
  }

  byNumbers(numbers: Iterable<string>): Map<string, CompanyRecord> {
    const numberList = [...numbers];
    const recordsByNumber = new Map<string, CompanyRecord>();
    if (numberList.length === 0) return recordsByNumber;
    // SQLite sorts the values of an IN and looks up each once.
    for (const [number, record] of this.numbered.all(JSON.stringify(numberList))) {
      if (isSuppressedCompany(this.suppressed, String(number))) continue;
      recordsByNumber.set(String(number), decodeCompany(String(record)));
    }
    return recordsByNumber;
  }

  /** The numbers on file, also of suppressed companies: they are compared and never shown. */
  heldAmong(numbers: readonly string[]): ReadonlySet<string> {
    if (numbers.length === 0) return new Set();
    return new Set(this.numbered.all(JSON.stringify(numbers)).map(([number]) => String(number)));
  }

  /** Returns for each normalised name the companies that have or had it, by number. */
  bearers(normalisedNames: Iterable<string>): Map<string, NameBearers> {
    const names = [...new Set(normalisedNames)];
    const bearersByName = new Map<string, Bearers>();
    if (names.length === 0) return bearersByName;
    for (const name of names) bearersByName.set(name, { current: [], former: [], suppressed: false });
    const keys = JSON.stringify(names.map(nameKey));
    for (const [record] of this.byName.all(keys)) {
      const company = decodeCompany(String(record));
      const bearers = bearersByName.get(normaliseName(company.name));
      if (bearers === undefined) continue;
      this.shownIn(bearers, company).current.push(company);
    }
    this.addFormerBearers(keys, bearersByName);
    return bearersByName;
  }

  /** Adds former bearers. A company that had the name twice, or took it again, is listed once. */
  private addFormerBearers(keys: string, bearersByName: Map<string, Bearers>): void {
    for (const [, record] of this.byFormerName.all(keys)) {
      const company = decodeCompany(String(record));
      for (const name of new Set(company.previous_names.map((previous) => normaliseName(previous.name)))) {
        const bearers = bearersByName.get(name);
        if (bearers === undefined) continue;
        const { former } = this.shownIn(bearers, company);
        if (former.at(-1)?.number !== company.number) former.push(company);
      }
    }
  }

  private shownIn(bearers: Bearers, { number }: CompanyRecord): Pick<Bearers, 'current' | 'former'> {
    if (!isSuppressedCompany(this.suppressed, number)) return bearers;
    bearers.suppressed = true;
    return (bearers.left ??= { current: [], former: [] });
  }

  /** The companies whose names the registrar regards as the same (`NameForms.sameAs`), by number. */
  sameAs(forms: Iterable<NameForms['sameAs']>): Map<string, Omit<NameBearers, 'former'>> {
    const bearersByForm = new Map<string, Omit<Bearers, 'former' | 'left'>>();
    for (const form of forms) bearersByForm.set(form, { current: [], suppressed: false });
    if (bearersByForm.size === 0) return bearersByForm;
    for (const [record] of this.bySameAs.all(JSON.stringify([...bearersByForm.keys()].map(nameKey)))) {
      const company = decodeCompany(String(record));
      const bearers = bearersByForm.get(nameForms(company.name).sameAs);
      if (bearers === undefined) continue;
      if (isSuppressedCompany(this.suppressed, company.number)) bearers.suppressed = true;
      else bearers.current.push(company);
    }
    for (const { current } of bearersByForm.values()) current.sort((a, b) => (a.number < b.number ? -1 : 1));
    return bearersByForm;
  }

  /** The companies with a similar name: by `nearness`, or different by one typing error. */
  near(name: string): NearNames {
    const normalised = normaliseName(name);
    const { typed, heads, otherFirst, letters } = nearSearch(normalised);
    const ends = this.byNearEnd.all(JSON.stringify(typed.heads), JSON.stringify(typed.tails));
    const near = this.nearAmong(ends, name, normalised, letters);
    if (near.companies.length > 0 || near.others || heads.length + otherFirst.length === 0) return near;
    const further = this.byNearEnd.all(JSON.stringify(heads), JSON.stringify(otherFirst));
    return this.nearAmong(further, name, normalised, letters);
  }

  /** @param keyed the ids and keys of companies whose names share an end with the name */
  private nearAmong(
    keyed: readonly (readonly SqlValue[])[],
    name: string,
    normalised: string,
    letters: number,
  ): NearNames {
    const likely = keyed
      .map(([id, key]) => ({ id: Number(id), differing: differingLetters(Number(key), letters) }))
      .filter(({ differing }) => differing <= MAX_DIFFERING)
      .sort((a, b) => a.differing - b.differing);
    const ids = [...new Set(likely.slice(0, MAX_COMPARED).map(({ id }) => id))];
    let others = keyed.length === MAX_SHARING || (likely[MAX_COMPARED]?.differing ?? Infinity) <= 2;
    const nearLines: { line: string; alike: number }[] = [];
    for (const [record] of ids.length === 0 ? [] : this.byId.all(JSON.stringify(ids))) {
      const line = String(record);
      const registeredName = namesOfLine(line).name;
      const alike = nearness(normalised, normaliseName(registeredName));
      if (alike === 0 && !isTypingError(name, registeredName)) continue;
      if (isSuppressedCompany(this.suppressed, numberOfLine(line))) others = true;
      else nearLines.push({ line, alike });
    }
    const companies = nearLines
      .sort((a, b) => b.alike - a.alike || (a.line < b.line ? -1 : 1))
      .map(({ line }) => decodeCompany(line));
    return { companies, others };
  }

  /** Yields every company, in the order of the file from which the edition was built. */
  *each(): Generator<CompanyRecord> {
    for (const [record] of this.file.prepare('SELECT record FROM company ORDER BY id').each())
      yield decodeCompany(String(record));
  }

  *records(): Generator<NumberedRecord<CompanyRecord>> {
    for (const record of this.each())
      yield { number: record.number, record, hides: isSuppressedCompany(this.suppressed, record.number) };
  }

  /** The number of companies at each of these postcodes (`postcodeKey`), from `FEWEST_COUNTED` on. */
  registeredAt(postcodes: Iterable<string>): Map<string, number> {
    const keys = new Map([...postcodes].map((postcode) => [nameKey(postcode), postcode]));
    const counts = new Map<string, number>();
    if (keys.size === 0) return counts;
    for (const [key, companies] of this.crowded.all(JSON.stringify([...keys.keys()]))) {
      const postcode = keys.get(Number(key));
      if (postcode !== undefined) counts.set(postcode, Number(companies));
    }
    return counts;
  }

  close(): void {
    this.file.close();
  }
}
