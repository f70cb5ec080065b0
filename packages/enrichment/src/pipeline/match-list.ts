/** Counts the rows of a list that the register in force matches. Nothing of the rows themselves is kept. */
import type { MatchOutcome } from './matching/match-outcome.js';
import { grantOptions } from '../../../contract/src/options.js';
import type { SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import { MAX_CHUNK_ROWS } from '../../../words/src/memoize.js';
import { isUnusableIdentifier } from '../../../contract/src/reason-code.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import { EditionFaults, EditionReader } from './editions/edition-reader.js';
import { companyShelves, lookUpCompanies } from './look-up/look-up.js';
import { identify, matchRows } from './match.js';

export interface ListMatches {
  /** The edition that was read. */
  readonly edition: string;
  readonly matched: number;
  /** Rows that several companies fit. */
  readonly ambiguous: number;
  /** Rows for which no company is on file, or none fits well enough. */
  readonly not_matched: number;
  /** Rows that name no company, or name one by an impossible number. */
  readonly invalid: number;
}

type Kind = Exclude<keyof ListMatches, 'edition'>;

function kindOf(match: MatchOutcome): Kind {
  if (match.outcome === 'matched') return 'matched';
  const { reason } = match;
  if (reason === 'ambiguous_match') return 'ambiguous';
  return isUnusableIdentifier(reason) ? 'invalid' : 'not_matched';
}

/**
 * Matches as a job of these rows would.
 * @param list its rows, how many they are, under what confidence a match is none (default: as in a job
 * without options), and what is suppressed
 * @returns null where no edition was ever imported
 * @throws SqliteFileError where the edition can't be read
 */
export async function matchList(
  dataDir: string,
  list: {
    readonly rows: AsyncIterable<SubmittedRow>;
    readonly count: number;
    readonly min_confidence?: number;
    readonly suppressed?: SuppressedValues;
  },
): Promise<ListMatches | null> {
  const shelves = companyShelves(dataDir, list.suppressed);
  const edition = shelves.register.current();
  if (edition === null) return null;
  const index = shelves.index.current();
  // Nothing that is read here is served, so no day is needed to tell whether it is stale.
  const editions = { companies: edition, ...(index !== null && { index }) };
  const reader = new EditionReader(editions, edition.slice(0, 10), new EditionFaults(throwIt));
  const { min_confidence = grantOptions({}, 'enrich_job').min_confidence } = list;
  const rules = { min_confidence, jobRows: list.count, onFault: throwIt };
  const counts: Record<Kind, number> = { matched: 0, ambiguous: 0, not_matched: 0, invalid: 0 };
  try {
    for await (const rows of inBatches(list.rows)) {
      const identified = identify(rows);
      const answers = lookUpCompanies(reader, shelves, identified);
      const found = typeof answers === 'string' ? answers : answers.found;
      for (const match of matchRows(identified, found, rules)) counts[kindOf(match)] += 1;
    }
  } finally {
    for (const shelf of Object.values(shelves)) shelf.close();
  }
  return { edition, ...counts };
}

/** Throws the fault: a list that can't be matched has no estimate. */
function throwIt(_where: string, error: unknown): never {
  throw error;
}

async function* inBatches(rows: AsyncIterable<SubmittedRow>): AsyncGenerator<readonly SubmittedRow[]> {
  let batch: SubmittedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < MAX_CHUNK_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
