/** Defines the layout of a cohorts edition, and reads one. */
import { createHash } from 'node:crypto';
import {
  SqliteFileError,
  type PreparedQuery,
  type ReadOnlyFile,
} from '../../../../platform/src/sqlite/sqlite-file.js';
import {
  isSuppressedCompany,
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import type { OpenEdition } from '../define-source.js';
import { editionFactsOf, itemOf, openEditionFile, type EditionFacts } from '../kit/editions/edition-file.js';
import type { HeadcountBacktests, HeadcountPeers } from './headcount-model.js';
import { PeerPages } from './peer-pages.js';
import { MEASURES, type Backtests, type Cohort, type CohortMember, type Measure } from './cohort.js';

/** The layout's number. Raise it for every change of the tables, of membership or of a measure's formula. */
export const COHORTS_LAYOUT = 2;

/** The columns of `member`, in order; measures follow under their own names. */
export const MEMBER_COLUMNS = [
  'number',
  'sic',
  'section',
  'band',
  'period_end',
  'headcount',
  'total_assets',
  'turnover',
] as const;

/** The tables. A cohort is JSON, stored with the digest of its text. Each read checks the digest. */
export const COHORT_TABLES = `
  CREATE TABLE cohort (key TEXT PRIMARY KEY, data TEXT NOT NULL, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE member (number TEXT PRIMARY KEY, sic TEXT NOT NULL, section TEXT NOT NULL, band TEXT NOT NULL,
    period_end TEXT NOT NULL, headcount INTEGER, total_assets REAL, turnover REAL,
    ${MEASURES.map((measure) => `${measure} REAL`).join(', ')}) STRICT, WITHOUT ROWID;`;

export const BACKTEST = 'backtest';
/** The key of the backtest of headcounts. Editions made before headcounts were estimated lack it. */
export const HEADCOUNT_BACKTEST = 'headcount_backtest';
/** The key of the digest of all cohorts. The same editions give the same digest. */
export const COHORTS_DIGEST = 'cohorts_digest';

export const cohortDigestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The maximum number of cohorts in memory. Each has some kilobytes, and rows read the same ones again. */
const MAX_REMEMBERED = 2_000;

export class CohortsEdition implements OpenEdition<CohortMember> {
  private readonly keyed: PreparedQuery;
  private readonly numbered: PreparedQuery;
  private readonly remembered = new Map<string, unknown>();
  readonly facts: EditionFacts;
  readonly backtests: Backtests;
  readonly headcountBacktests: HeadcountBacktests;
  readonly digest: string;
  readonly peers: PeerPages;

  private constructor(
    private readonly file: ReadOnlyFile,
    private readonly suppressed: SuppressedValues,
  ) {
    this.keyed = file.prepare(
      'SELECT key, data, digest FROM cohort WHERE key IN (SELECT value FROM json_each(?))',
    );
    this.numbered = file.prepare(
      `SELECT ${[...MEMBER_COLUMNS, ...MEASURES].join(', ')} FROM member
       WHERE number IN (SELECT value FROM json_each(?))`,
    );
    this.facts = editionFactsOf(file);
    // Written by the builder.
    this.backtests = JSON.parse(itemOf(file, BACKTEST) ?? '{}') as Backtests;
    this.headcountBacktests = JSON.parse(itemOf(file, HEADCOUNT_BACKTEST) ?? '{}') as HeadcountBacktests;
    this.peers = new PeerPages(file, suppressed);
    this.digest = itemOf(file, COHORTS_DIGEST) ?? '';
  }

  static open(path: string, suppressed: SuppressedValues = NOTHING_SUPPRESSED): CohortsEdition {
    return new CohortsEdition(openEditionFile(path, COHORTS_LAYOUT), suppressed);
  }

  byNumbers(numbers: Iterable<string>): Map<string, CohortMember> {
    const sorted = [...new Set(numbers)].sort();
    const membersByNumber = new Map<string, CohortMember>();
    if (sorted.length === 0) return membersByNumber;
    for (const row of this.numbered.all(JSON.stringify(sorted))) {
      const member = memberOf(row);
      if (!isSuppressedCompany(this.suppressed, member.number)) membersByNumber.set(member.number, member);
    }
    return membersByNumber;
  }

  /** The cohorts by key (`cohortKeysOf`). @throws SqliteFileError if a cohort is damaged */
  cohorts(keys: Iterable<string>): ReadonlyMap<string, Cohort> {
    return this.valuesOf<Cohort>(keys);
  }

  /** The headcount peers by key (`headcountKeysOf`). @throws SqliteFileError if an entry is damaged */
  headcountPeers(keys: Iterable<string>): ReadonlyMap<string, HeadcountPeers> {
    return this.valuesOf<HeadcountPeers>(keys);
  }

  /** Reads values by key. The builder wrote them, so the kind of key determines the type. */
  private valuesOf<T>(keys: Iterable<string>): ReadonlyMap<string, T> {
    const sortedKeys = [...new Set(keys)].sort();
    const missing = sortedKeys.filter((key) => !this.remembered.has(key));
    if (this.remembered.size + missing.length > MAX_REMEMBERED) this.remembered.clear();
    this.read(sortedKeys.filter((key) => !this.remembered.has(key)));
    return new Map(
      sortedKeys.flatMap((key) => {
        const row = (this.remembered.get(key) ?? null) as T | null;
        return row === null ? [] : [[key, row]];
      }),
    );
  }

  private read(keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.remembered.set(key, null);
    for (const [key, data, digest] of this.keyed.all(JSON.stringify(keys))) {
      const text = String(data);
      if (cohortDigestOf(text) !== digest) {
        this.remembered.clear();
        throw new SqliteFileError('damaged', `cohort ${String(key)} is not what was written`);
      }
      // The builder wrote this text, as the digest shows.
      this.remembered.set(String(key), JSON.parse(text));
    }
  }

  close(): void {
    this.file.close();
  }
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads a row of `member`, whose columns are in the order of the table. */
export function memberOf(row: readonly unknown[]): CohortMember {
  const [number, sic, section, band, period_end, headcount, total_assets, turnover, ...measured] = row;
  const measures: Partial<Record<Measure, number>> = {};
  for (const [at, measure] of MEASURES.entries()) {
    const value = numberOrNull(measured[at]);
    if (value !== null) measures[measure] = value;
  }
  return {
    number: String(number),
    sic: String(sic),
    section: String(section),
    // Written by the builder.
    band: String(band) as CohortMember['band'],
    period_end: String(period_end),
    headcount: numberOrNull(headcount),
    total_assets: numberOrNull(total_assets),
    turnover: numberOrNull(turnover),
    measures,
  };
}
