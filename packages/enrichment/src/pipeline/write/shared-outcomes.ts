/**
 * What facts keep of a row's blocks. Most rows of a job have the same answers block by block, so equal sets
 * are one frozen object: cheap to make, and the packing code can tell them, their charge and their text by
 * identity.
 */
import type { BlockEnvelope, FinalEnvelope } from '../../blocks/runner/envelope.js';
import type { BlockOutcome, BlockOutcomes } from '../../../../contract/src/row.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import { memoizeRecent } from '../../../../words/src/memoize.js';

export type FinalOutcome = Exclude<BlockOutcome, { status: 'pending' }>;

const AVAILABLE: FinalOutcome = Object.freeze({ status: 'available' });
const PENDING: BlockOutcome = Object.freeze({ status: 'pending' });
/** By status, then by reason. */
const known = {
  not_found: new Map<ReasonCode, FinalOutcome>(),
  not_enabled: new Map<ReasonCode, FinalOutcome>(),
};

/** The outcome of an envelope: one object for all that are equal. */
export function outcomeOf(envelope: FinalEnvelope): FinalOutcome {
  if (envelope.status === 'available') return AVAILABLE;
  const { status, reason } = envelope;
  let outcome = known[status].get(reason);
  if (outcome === undefined) {
    outcome = Object.freeze({ status, reason });
    known[status].set(reason, outcome);
  }
  return outcome;
}

const envelopeOutcome = (envelope: BlockEnvelope): BlockOutcome =>
  envelope.status === 'pending' ? PENDING : outcomeOf(envelope);

/** A place in the tree of all sets met so far: one step an outcome, in the order of the blocks. */
class Step {
  readonly next = new Map<BlockOutcome, Step>();
  outcomes: BlockOutcomes | undefined;
}

/** So many sets are kept of one list of blocks; jobs rarely meet more than some hundreds. */
const MOST_SETS = 500;
/** Lists of blocks whose sets are kept. */
const MOST_LISTS = 8;

export class SharedOutcomes {
  private start = new Step();
  private sets = 0;

  /** `envelopes` in the order of `keys`. */
  constructor(private readonly keys: readonly BlockKey[]) {}

  of(envelopes: readonly BlockEnvelope[]): BlockOutcomes {
    let step = this.start;
    for (const envelope of envelopes) {
      const outcome = envelopeOutcome(envelope);
      let next = step.next.get(outcome);
      if (next === undefined) {
        next = new Step();
        step.next.set(outcome, next);
      }
      step = next;
    }
    return (step.outcomes ??= this.made(envelopes));
  }

  private made(envelopes: readonly BlockEnvelope[]): BlockOutcomes {
    if (++this.sets > MOST_SETS) {
      this.start = new Step();
      this.sets = 0;
    }
    return Object.freeze(
      Object.fromEntries(envelopes.map((envelope, i) => [this.keys[i], envelopeOutcome(envelope)])),
    ) as BlockOutcomes;
  }
}

const ofList = memoizeRecent(
  MOST_LISTS,
  // The text is one that `sharedOutcomes` has joined.
  (list: string) => new SharedOutcomes(list.split(',') as BlockKey[]),
);

/** The sets of all batches of rows with these blocks. */
export const sharedOutcomes = (keys: readonly BlockKey[]): SharedOutcomes => ofList(keys.join());
