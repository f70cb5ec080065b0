/** Packs rows into one stored RowsRecorded: the writing side of its codec. */
import type { BlockOutcome, BlockOutcomes } from '../../../packages/contract/src/row.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { PackedOutcome, PackedRow, PackedRows, RowRecord, RowsRecorded } from './rows.events.js';

const outcomeText = (outcome: BlockOutcome): string =>
  'reason' in outcome ? `${outcome.status}:${outcome.reason}` : outcome.status;

type DeliveredRecord = Exclude<RowRecord, { reason: ReasonCode }>;

/** Returns a text that is equal for equal answers and charges. */
function answersOf({ blocks, charge }: DeliveredRecord): string {
  let text = '';
  for (const [key, outcome] of Object.entries(blocks)) text += `${key}=${outcomeText(outcome)};`;
  for (const [key, units] of Object.entries(charge.units)) text += `${key}+${units};`;
  for (const [key, why] of Object.entries(charge.not_billed)) text += `${key}-${why};`;
  return text;
}

const packedOutcome = ({ blocks, charge }: DeliveredRecord): PackedOutcome => ({
  blocks: Object.fromEntries(Object.entries(blocks).map(([key, value]) => [key, outcomeText(value)])),
  units: { ...charge.units },
  not_billed: { ...charge.not_billed },
});

/** A row's answers and charge in the form of a pack, with the text that is equal for equal ones. */
interface PackedAnswers {
  readonly charge: DeliveredRecord['charge'];
  readonly text: string;
  readonly packed: PackedOutcome;
}

/** Rows of several packs share the same `blocks` and `charge` objects, so these are packed once. */
const packedBefore = new WeakMap<BlockOutcomes, PackedAnswers>();

function packedAnswers(row: DeliveredRecord): PackedAnswers {
  const { blocks, charge } = row;
  let answers = packedBefore.get(blocks);
  if (answers?.charge !== charge) {
    answers = { charge, text: answersOf(row), packed: packedOutcome(row) };
    packedBefore.set(blocks, answers);
  }
  return answers;
}

/** Each distinct set of answers and charges, once. */
class Outcomes {
  readonly packed: PackedOutcome[] = [];
  private readonly byText = new Map<string, number>();

  indexOf(row: DeliveredRecord): number {
    const { text, packed } = packedAnswers(row);
    let index = this.byText.get(text);
    if (index === undefined) {
      index = this.packed.push(packed) - 1;
      this.byText.set(text, index);
    }
    return index;
  }
}

/** Returns the JSON of one stored RowsRecorded, with equal answers written once. */
export function packRows(
  { job_id, chunk, attempt, from, editions, delivered, unkept_digest }: RowsRecorded['data'],
  rows: readonly RowRecord[],
): PackedRows {
  const outcomes = new Outcomes();
  const packed = rows.map((row): PackedRow => {
    if ('reason' in row) return { failed: row.reason };
    return {
      company: row.company_number,
      on: row.matched_on,
      confidence: row.match_confidence,
      outcome: outcomes.indexOf(row),
    };
  });
  return {
    job_id,
    chunk,
    attempt,
    from,
    editions,
    delivered,
    unkept_digest,
    outcomes: outcomes.packed,
    rows: packed,
  };
}
