/** The words by which people search the rows of a job. */
import { plainOf } from '../../packages/platform/src/bytes/deflated.js';
import { put } from '../../packages/platform/src/projector/operations.js';
import { rowsOfPack, type RowsDelivered } from '../../src/streams/rowdata/rowdata.events.js';
import { defineProjection } from '../define-projection.js';
import { erasedJobs } from '../erased-jobs.js';
import { resultPackKey } from '../results/results.document.js';
import { FEWEST_ROWS, ROW_WORDS, packedPrints, type SearchedRow } from './row-words.document.js';

const erased = erasedJobs('erased_row_words', [ROW_WORDS]);

export const rowWords = defineProjection({
  name: 'row-words',
  version: 1,
  lane: 'pages',
  collections: [ROW_WORDS, erased.collection],
  evenIfParked: ['JobRowsErased'],
  lookups: { RowsDelivered: erased.lookup },
  on: {
    RowsDelivered: (delivered, found) =>
      erased.unlessErased(delivered, found, () => {
        const { head } = delivered.event.data;
        const { job_id, chunk, attempt, from, lengths } = head;
        if (lengths.length < FEWEST_ROWS) return [];
        const document = { job_id, chunk, attempt, from };
        const rows = searchedRows(delivered.event.data);
        if (rows === null) return [];
        return [put(ROW_WORDS, resultPackKey(job_id, chunk, attempt, from), document, packedPrints(rows))];
      }),
    JobRowsErased: erased.erase,
  },
});

/**
 * The words of a pack; null if its bytes are damaged. Such a pack has no words to search by, and must not
 * keep the other pages of its job from being read.
 */
function searchedRows(pack: RowsDelivered['data']): readonly SearchedRow[] | null {
  try {
    return rowsIn(pack);
  } catch {
    return null;
  }
}

/** Parses of each row what stands before and behind its blocks, which are nearly all of its bytes. */
function rowsIn(pack: RowsDelivered['data']): readonly SearchedRow[] {
  const { head, errors } = pack;
  const failures = new Map<number, SearchedRow>();
  let start = 0;
  const plain = head.errors.rows.length === 0 ? null : plainOf(errors);
  head.errors.rows.forEach((row, index) => {
    const end = start + (head.errors.lengths[index] ?? 0);
    failures.set(row, searched(parsed(plain?.subarray(start, end))));
    start = end + 1;
  });
  return rowsOfPack(pack).map((bytes, index) => failures.get(head.from + index) ?? deliveredRow(bytes));
}

/** The parts of served JSON that are read here. */
interface Served {
  readonly ref?: string;
  readonly company_name?: string;
  readonly matched?: { readonly company_name?: string };
  readonly reason?: SearchedRow['reason'];
}

/** Parses JSON that this program wrote. */
const parsed = (bytes: Uint8Array | undefined): Served =>
  bytes === undefined ? {} : (JSON.parse(Buffer.from(bytes).toString('utf8')) as Served);

const searched = ({ ref, company_name, matched, reason }: Served): SearchedRow => ({
  texts: [ref, matched?.company_name ?? company_name],
  reason,
});

/** In `{"ref":…,"blocks":{…},"matched":{…}}` these stand in no text: there a quote is escaped. */
const BLOCKS = Buffer.from(',"blocks":');
const MATCHED = Buffer.from(',"matched":');
const CLOSED = Buffer.from('}');

function deliveredRow(bytes: Uint8Array): SearchedRow {
  const row = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [blocks, matched] = [row.indexOf(BLOCKS), row.lastIndexOf(MATCHED)];
  if (blocks < 0 || matched < blocks) return searched(parsed(row));
  const { ref } = parsed(Buffer.concat([row.subarray(0, blocks), CLOSED]));
  const { company_name } = parsed(row.subarray(matched + MATCHED.length, -1));
  return { texts: [ref, company_name], reason: undefined };
}
