/** Repeats an append of unknown outcome unchanged, which can't write a fact twice (Architecture 4.5). */
import type { Append, AppendResult, Appended, EventStore, SequenceResult } from './event-store.js';
import { OutcomeUnknownError } from './event-store.js';
import { pause } from '../time/pause.js';

/** Milliseconds: how long an append is repeated, and the first pause, which doubles up to 2,000. */
export interface AppendPatience {
  readonly deadlineMs: number;
  readonly pauseMs: number;
}

const LONGEST_PAUSE_MS = 2_000;
const longer = (pauseMs: number): number => Math.min(2 * pauseMs, LONGEST_PAUSE_MS);

const DEFAULT_PATIENCE: AppendPatience = { deadlineMs: 30_000, pauseMs: 50 };

/**
 * @throws OutcomeUnknownError once the deadline has passed; the caller must then read before doing more
 * @throws every other error of `append`, at once
 */
export async function appendSurely(
  store: Pick<EventStore, 'append'>,
  append: Append,
  patience: AppendPatience = DEFAULT_PATIENCE,
): Promise<AppendResult> {
  const deadline = performance.now() + patience.deadlineMs;
  for (let { pauseMs } = patience; ; pauseMs = longer(pauseMs)) {
    try {
      return await store.append(append.stream, append.expected, append.events);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || performance.now() >= deadline) throw error;
    }
    await pause(pauseMs);
  }
}

/** Does the same for several appends in their order. An append that was written isn't sent again. */
export async function appendAllSurely(
  store: Pick<EventStore, 'appendInOrder'>,
  appends: readonly Append[],
  patience: AppendPatience = DEFAULT_PATIENCE,
): Promise<SequenceResult> {
  const deadline = performance.now() + patience.deadlineMs;
  const appended: Appended[] = [];
  for (let { pauseMs } = patience; ; pauseMs = longer(pauseMs)) {
    const result = await store.appendInOrder(appends.slice(appended.length));
    appended.push(...result.appended);
    const { stopped } = result;
    if (!(stopped instanceof OutcomeUnknownError) || performance.now() >= deadline)
      return { appended, stopped };
    await pause(pauseMs);
  }
}
