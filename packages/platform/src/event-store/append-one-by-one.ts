/** Sends a sequence of appends to a store that takes one append at a time. */
import { checkAppend } from './check-append.js';
import { type Append, type Appended, type EventStore, type SequenceResult } from './event-store.js';

export async function appendOneByOne(
  store: Pick<EventStore, 'append'>,
  appends: readonly Append[],
): Promise<SequenceResult> {
  for (const { stream, expected, events } of appends) checkAppend(stream, expected, events);
  const appended: Appended[] = [];
  for (const { stream, expected, events } of appends) {
    try {
      const result = await store.append(stream, expected, events);
      if (result.outcome === 'conflict') return { appended, stopped: result };
      appended.push(result);
    } catch (error) {
      return { appended, stopped: errorOf(error) };
    }
  }
  return { appended, stopped: null };
}

export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
