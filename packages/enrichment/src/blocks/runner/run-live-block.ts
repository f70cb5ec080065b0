/** Answers a block that was left pending, with readings that are fetched for it. */
import { nameOf, type Reading, type ReadingKind, type ReadingName } from '../../live/readings/readings.js';
import type { FinalEnvelope } from './envelope.js';
import { envelopeOf, freshnessOf } from './make-envelope.js';
import { WANTED, type BlockPlan } from './plan-blocks.js';
import { begin, derive, deriveSteps, readersOf, type RowGiven } from './run-blocks.js';

/** The way in which a live check gets readings, and the signal that ends it. */
export interface LiveContext {
  readonly fetch: (name: ReadingName) => Promise<Reading<ReadingKind>>;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

export interface LiveOutcome {
  readonly envelope: FinalEnvelope;
  /** The milliseconds after which a missing reading may be available. */
  readonly again_in_ms?: number;
}

/**
 * Answers the last block of the plan: fetches the readings that it wants, in parallel, and derives it again,
 * until it wants no more. An error of a fetch is passed on, because only the caller knows the deadline and
 * can decide whether to try again.
 * @param lookUpRequested looks up kept readings for the block's new requests; true if any was found
 */
export async function runLiveBlock(
  plan: BlockPlan,
  given: RowGiven,
  { fetch, signal }: LiveContext,
  lookUpRequested: () => Promise<boolean>,
): Promise<LiveOutcome> {
  const step = plan.steps.at(-1);
  if (step === undefined) throw new Error('there is no block to check');
  const { options } = plan.terms;
  const row = begin(plan, given);
  deriveSteps(plan.steps.slice(0, -1), plan, [row]);
  const fetchable = new Set(step.wants.flatMap(({ kind, unread }) => (unread === WANTED ? kind : [])));
  const read = new Map<string, Reading<ReadingKind>>();
  const derived = () => {
    const wanted = new Map<string, ReadingName>();
    const readers = readersOf(plan, (name) => {
      const found = read.get(nameOf(name)) ?? given.look(name);
      if (found === undefined && fetchable.has(name.kind)) wanted.set(nameOf(name), name);
      return found;
    });
    return { answer: derive(step, plan, { ...row, readers }), wanted };
  };
  for (;;) {
    signal.throwIfAborted();
    const { answer, wanted } = derived();
    // A kept reading may make the block ask for more kept readings.
    if (await lookUpRequested()) continue;
    if (answer.status !== 'pending') {
      const checked = { ...freshnessOf(step, answer, given.facts), checked_live: read.size > 0 };
      const freshness = answer.freshness ?? checked;
      const waits = [...read.values()].flatMap((one) =>
        one.status === 'not_read' ? (one.again_in_ms ?? []) : [],
      );
      return {
        envelope: envelopeOf(step, answer, given.facts, options, freshness),
        ...(waits.length > 0 && { again_in_ms: Math.max(...waits) }),
      };
    }
    if (wanted.size === 0) throw new Error(`${step.block.key} is pending after its live check`);
    await Promise.all(
      [...wanted].map(async ([name, what]) => {
        read.set(name, await fetch(what));
        // Judging a crawl takes milliseconds, and the verdict is remembered. Each crawl is judged as it
        // arrives, because judging several in a row would block the thread for longer.
        if (what.kind === 'site') derived();
      }),
    );
  }
}
