/**
 * What facts keep of a row's blocks. Most rows of a job have the same answers block by block, so equal sets are one
 * object: cheap to make, and the packing code can compare them by identity.
 */
import type { BlockEnvelope, FinalEnvelope } from '../../blocks/runner/envelope.js';
import type { BlockOutcome, BlockOutcomes } from '../../streams/rows/rows.events.js';
import type { BlockKey } from '../../shared/block-key.js';

export type FinalOutcome = Exclude<BlockOutcome, { status: 'pending' }>;

const AVAILABLE: FinalOutcome = Object.freeze({ status: 'available' });
const PENDING: BlockOutcome = Object.freeze({ status: 'pending' });
const known = new Map<string, FinalOutcome>();

/** The outcome of an envelope: one object for all that are equal. */
export function outcomeOf(envelope: FinalEnvelope): FinalOutcome {
  if (envelope.status === 'available') return AVAILABLE;
  const { status, reason } = envelope;
  const name = `${status} ${reason}`;
  let outcome = known.get(name);
  if (outcome === undefined) {
    outcome = Object.freeze({ status, reason });
    known.set(name, outcome);
  }
  return outcome;
}

/** A place in the tree of all sets met so far: one step an outcome, in the order of the blocks. */
class Step {
  readonly next = new Map<BlockOutcome, Step>();
  outcomes: BlockOutcomes | undefined;
}

export class SharedOutcomes {
  private readonly start = new Step();

  /** `envelopes` in the order of `keys`. */
  constructor(private readonly keys: readonly BlockKey[]) {}

  of(envelopes: readonly BlockEnvelope[]): BlockOutcomes {
    const path = envelopes.map((envelope) => (envelope.status === 'pending' ? PENDING : outcomeOf(envelope)));
    let step = this.start;
    for (const outcome of path) {
      let next = step.next.get(outcome);
      if (next === undefined) {
        next = new Step();
        step.next.set(outcome, next);
      }
      step = next;
    }
    step.outcomes ??= Object.freeze(
      Object.fromEntries(path.map((outcome, i) => [this.keys[i], outcome])),
    ) as BlockOutcomes;
    return step.outcomes;
  }
}
