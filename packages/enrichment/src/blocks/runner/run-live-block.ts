/** Answers a block that was left pending, with readings that are fetched for it. */
import type { NotRead, Reading, ReadingKind, ReadingName } from '../../live/readings/readings.js';
import { nameOf } from '../../live/readings/readings.js';
import type { FinalEnvelope } from './envelope.js';
import { WANTED, type BlockPlan, type Want } from './plan-blocks.js';
import { begin, derive, deriveSteps, type Reader, type RowGiven } from './run-blocks.js';
import { envelopeOf, freshnessOf } from './serve-answer.js';

/** The way in which a live check gets readings, and the signal that ends it. */
export interface LiveContext {
  readonly fetch: (name: ReadingName) => Promise<Reading<ReadingKind>>;
  /**
   * Looks up kept readings that the block asked for since; whether one was there. Left out: all were looked
   * up.
   */
  readonly broughtKept?: () => Promise<boolean>;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

export interface LiveOutcome {
  readonly envelope: FinalEnvelope;
  /** The milliseconds after which a missing reading may be available. */
  readonly again_in_ms?: number;
}

const nothingMore = (): Promise<boolean> => Promise.resolve(false);

/**
 * Answers the last block of the plan: fetches the readings that it wants, in parallel, and derives it again,
 * until it wants no more. An error of a fetch is passed on, because only the caller knows the deadline and
 * can decide whether to try again.
 */
export async function runLiveBlock(
  plan: BlockPlan,
  given: RowGiven,
  { fetch, signal, broughtKept = nothingMore }: LiveContext,
): Promise<LiveOutcome> {
  const step = plan.steps.at(-1);
  if (step === undefined) throw new Error('there is no block to check');
  const row = begin(plan, given);
  deriveSteps(plan.steps.slice(0, -1), plan, [row]);
  const read = new Map<string, Reading<ReadingKind>>();
  const derived = () => {
    const wanted = new Map<string, ReadingName>();
    const readerOf =
      ({ kind, unread }: Want): Reader =>
      (key) => {
        const name = nameOf({ kind, key });
        const state = read.get(name) ?? given.look({ kind, key }) ?? unread;
        if (state === WANTED) wanted.set(name, { kind, key });
        return state;
      };
    const readers = Object.fromEntries(step.wants.map((want) => [want.kind, readerOf(want)]));
    return { answer: derive(step, plan, row, readers), wanted };
  };
  for (;;) {
    signal.throwIfAborted();
    const { answer, wanted } = derived();
    // A kept reading may make the block ask for more kept readings.
    if (await broughtKept()) continue;
    if (answer.status !== 'pending') {
      const { freshness = { ...freshnessOf(step, answer, given.facts), checked_live: read.size > 0 } } =
        answer;
      const envelope = envelopeOf(step, answer, given.facts, plan.terms, freshness);
      return { envelope, ...laterTry([...read.values()]) };
    }
    if (wanted.size === 0) throw new Error(`${step.block.key} is pending after its live check`);
    await Promise.all(
      [...wanted].map(async ([name, what]) => {
        read.set(name, await fetch(what));
        // A verdict on a crawl takes milliseconds and is made once: now, so that several don't hold the
        // thread together.
        if (what.kind === 'site') derived();
      }),
    );
  }
}

/** The time after which the missing readings can be requested again. */
function laterTry(readings: readonly Reading<ReadingKind>[]): Pick<NotRead, 'again_in_ms'> {
  const waits = readings.flatMap((reading) =>
    reading.status === 'not_read' ? (reading.again_in_ms ?? []) : [],
  );
  return waits.length === 0 ? {} : { again_in_ms: Math.max(...waits) };
}
