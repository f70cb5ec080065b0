/** Makes an edition of cohorts from editions of accounts and companies. Equal editions give equal cohorts. */
import { createHash } from 'node:crypto';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { BulkFile, type SqlValue } from '../../../../platform/src/sqlite/sqlite-file.js';
import type { CompaniesEdition } from '../companies/companies.edition.js';
import type { CompanyRecord } from '../companies/company-record.js';
import {
  cohortKey,
  cohortKeysOf,
  LEVELS,
  MEASURES,
  type Backtests,
  type Cohort,
  type CohortMember,
  type Measure,
  type SizeBand,
} from './cohort.js';
import {
  BACKTEST,
  HEADCOUNT_BACKTEST,
  COHORT_TABLES,
  COHORTS_DIGEST,
  COHORTS_LAYOUT,
  cohortDigestOf,
  MEMBER_COLUMNS,
  memberOf,
} from './cohorts.edition.js';
import type { Peer } from './peer.js';
import { PEER_TABLES, stagePeers, writePeerPages } from './peer-pages.js';
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import type { PscRecord } from '../psc/psc-record.js';
import { distributionOf, type Distribution } from './distribution.js';
import { BacktestTallies } from './backtest-tally.js';
import { estimateRevenue } from './revenue-model.js';
import { writeFacts, writeItem, type EditionFacts } from '../kit/editions/edition-file.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import { peersOf } from './peers-of.js';
import { cohortMember } from './cohort-member.js';
import { headcountBacktestsOf, headcountPeersOf } from './headcount-model.js';

export interface CohortEditions {
  /** Null: not loaded. Without postcodes no region is known, without PSC no group. */
  readonly postcodes: RecordEdition<PostcodeRecord> | null;
  readonly psc: RecordEdition<PscRecord> | null;
  readonly accounts: RecordEdition<AccountsRecord>;
  readonly companies: CompaniesEdition;
}

const COMPANIES_A_QUERY = 1_000;

function* batches<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Yields each company as a cohort member and as a peer, in the order of the companies edition. */
function* comparedIn(
  editions: CohortEditions,
): Generator<{ readonly member: CohortMember | null; readonly peer: Peer | null }> {
  const { accounts, companies } = editions;
  const accountsDay = accounts.facts.as_of;
  for (const batch of batches<CompanyRecord>(companies.each(), COMPANIES_A_QUERY)) {
    const numbers = batch.map(({ number }) => number);
    const records = accounts.byNumbers(numbers);
    const peers = peersOf(batch, records, editions);
    for (const company of batch) {
      const companyRecords = records.get(company.number);
      const member = companyRecords === undefined ? null : cohortMember(company, companyRecords, accountsDay);
      yield { member, peer: peers.get(company.number) ?? null };
    }
  }
}

const rowOf = (member: CohortMember): SqlValue[] => [
  ...MEMBER_COLUMNS.map((column) => member[column]),
  ...MEASURES.map((measure) => member.measures[measure] ?? null),
];

function writeCompanies(file: BulkFile, editions: CohortEditions): number {
  const columns = MEMBER_COLUMNS.length + MEASURES.length;
  const insert = file.inserter(`INSERT INTO member VALUES (${Array(columns).fill('?').join(', ')})`);
  let rows = 0;
  file.run('BEGIN');
  const stage = stagePeers(file);
  for (const { member, peer } of comparedIn(editions)) {
    if (peer !== null) stage(peer);
    if (member === null) continue;
    insert(...rowOf(member));
    rows += 1;
  }
  file.run('COMMIT');
  return rows;
}

const CODE: Readonly<Record<(typeof LEVELS)[number], string>> = {
  class: 'sic',
  group: 'substr(sic, 1, 3)',
  division: 'substr(sic, 1, 2)',
  section: 'section',
};

/** Gathers the members of one cohort while their rows are read. */
class Gathered {
  private companies = 0;
  private from = '9999-12-31';
  private to = '';
  private readonly values: Record<Measure, number[]>;

  constructor(
    readonly code: string,
    readonly band: SizeBand,
  ) {
    // An empty list for each measure.
    this.values = Object.fromEntries(MEASURES.map((measure) => [measure, []])) as unknown as Record<
      Measure,
      number[]
    >;
  }

  add(period_end: string, measured: readonly SqlValue[]): void {
    this.companies += 1;
    if (period_end < this.from) this.from = period_end;
    if (period_end > this.to) this.to = period_end;
    for (const [at, measure] of MEASURES.entries()) {
      const value = measured[at];
      if (typeof value === 'number') this.values[measure].push(value);
    }
  }

  get cohort(): Cohort {
    const { code, band, companies, from, to } = this;
    const distributions: Partial<Record<Measure, Distribution>> = {};
    for (const measure of MEASURES) {
      const values = this.values[measure];
      if (values.length > 0) distributions[measure] = distributionOf(Float64Array.from(values).sort());
    }
    return { code, band, companies, from, to, distributions };
  }
}

/** Turns rows of `code, band, period_end` and measures, in order of the first two, into cohorts. */
function* cohortsIn(rows: Iterable<SqlValue[]>): Generator<Cohort> {
  const open: Gathered[] = [];
  for (const [code, band, period_end, ...measured] of rows) {
    const last = open.pop();
    const isSame = last?.code === code && last?.band === band;
    if (last !== undefined && !isSame) yield last.cohort;
    // The band was written by `sizeBandOf`.
    const gathered =
      last !== undefined && isSame ? last : new Gathered(String(code), String(band) as SizeBand);
    gathered.add(String(period_end), measured);
    open.push(gathered);
  }
  for (const last of open) yield last.cohort;
}

/** Yields the cohorts by one ordered pass for each level and kind of band. Memory holds one cohort. */
function* cohortsOf(file: BulkFile): Generator<Cohort> {
  for (const level of LEVELS) {
    const columns = (band: string): string =>
      `SELECT ${CODE[level]} AS code, ${band} AS in_band, period_end, ${MEASURES.join(', ')} FROM member`;
    yield* cohortsIn(file.rows(`${columns('band')} WHERE band <> 'any' ORDER BY code, in_band`));
    yield* cohortsIn(file.rows(`${columns("'any'")} ORDER BY code`));
  }
}

/** Writes the cohorts and the peers of headcounts. @returns the digest of all, in order of key */
function writeCohorts(file: BulkFile): string {
  const insert = file.inserter('INSERT INTO cohort VALUES (?, ?, ?)');
  for (const cohort of cohortsOf(file)) {
    const data = JSON.stringify(cohort);
    insert(cohortKey(cohort.code, cohort.band), data, cohortDigestOf(data));
  }
  for (const [key, peers] of headcountPeersOf(file)) {
    const data = JSON.stringify(peers);
    insert(key, data, cohortDigestOf(data));
  }
  const all = createHash('sha256');
  for (const [key, digest] of file.rows('SELECT key, digest FROM cohort ORDER BY key'))
    all.update(`${String(key)} ${String(digest)}\n`);
  return all.digest('hex');
}

/** Tests the estimate on each company that files its turnover, without the company's own contribution. */
function backtestsOf(file: BulkFile): Backtests {
  const tallies = new BacktestTallies();
  const keyed = file.prepare('SELECT data FROM cohort WHERE key = ?');
  // Members are in order of trade, so a few cohorts are needed at a time.
  const cohortsByKey = new Map<string, Cohort | null>();
  const cohortUnder = (key: string): Cohort[] => {
    let cohort = cohortsByKey.get(key);
    if (cohort === undefined) {
      if (cohortsByKey.size > 200) cohortsByKey.clear();
      const [row] = keyed.all(key);
      cohort = row === undefined ? null : (JSON.parse(String(row[0])) as Cohort);
      cohortsByKey.set(key, cohort);
    }
    return cohort === null ? [] : [cohort];
  };
  const rows = file.rows(
    `SELECT ${[...MEMBER_COLUMNS, ...MEASURES].join(', ')} FROM member WHERE turnover > 0 ORDER BY sic, band, number`,
  );
  for (const row of rows) {
    const member = memberOf(row);
    const { turnover, measures } = member;
    if (turnover === null) continue;
    const cohorts = cohortKeysOf(member, member.band).flatMap(cohortUnder);
    const estimate = estimateRevenue(member, cohorts, measures);
    for (const tally of tallies.of(member.band)) tally.add(turnover, estimate);
  }
  return tallies.results;
}

/** Builds and closes the file. @param inputs the source editions @throws SqliteFileError */
export function buildCohorts(
  path: string,
  editions: CohortEditions,
  inputs: EditionFacts['files'],
): EditionFacts {
  const file = BulkFile.create(path, COHORTS_LAYOUT);
  try {
    file.run(COHORT_TABLES);
    file.run(PEER_TABLES);
    const rows = writeCompanies(file, editions);
    writePeerPages(file);
    writeItem(file, COHORTS_DIGEST, writeCohorts(file));
    writeItem(file, BACKTEST, JSON.stringify(backtestsOf(file)));
    writeItem(file, HEADCOUNT_BACKTEST, JSON.stringify(headcountBacktestsOf(file)));
    const { as_of, as_of_basis } = editions.accounts.facts;
    const facts: EditionFacts = { as_of, as_of_basis, rows, rejected: 0, files: inputs };
    writeFacts(file, facts);
    return facts;
  } finally {
    file.close();
  }
}
