/**
 * Whether a write may happen: the decision of EventStoreDB's `IndexWriter.CheckCommit` (23.10), from which
 * its idempotency comes. Repeats are told by id and revision only; data and type aren't compared.
 */

/** `any` and `stream_exists` are the client's; a number is the revision of the last event. */
export type Expected = 'any' | 'stream_exists' | 'no_stream' | bigint;

export type Decision =
  | { readonly decision: 'write' }
  | { readonly decision: 'repeat'; readonly last: bigint }
  | { readonly decision: 'wrong_version' }
  | { readonly decision: 'deleted' };

export interface StreamFacts {
  /** -1: no event. */
  readonly head: bigint;
  readonly isTombstoned: boolean;
  readonly isSoftDeleted: boolean;
  readonly hasMetadata: boolean;
  readonly idAt: (revision: bigint) => string | undefined;
  /** From memory, which a restart empties: where an event with this id stands in this stream. */
  readonly rememberedAt: (id: string) => bigint | undefined;
}

export function checkCommit(stream: StreamFacts, expected: Expected, ids: readonly string[]): Decision {
  if (stream.isTombstoned) return { decision: 'deleted' };
  if (expected === 'stream_exists') {
    if (stream.isSoftDeleted) return { decision: 'deleted' };
    if (stream.head < 0n && !stream.hasMetadata) return { decision: 'wrong_version' };
  }
  if (expected === 'any' || expected === 'stream_exists') return checkRemembered(stream, ids);
  return checkAt(stream, expected === 'no_stream' ? -1n : expected, ids);
}

function checkRemembered(stream: StreamFacts, ids: readonly string[]): Decision {
  let last: bigint | undefined;
  for (const [index, id] of ids.entries()) {
    const found = stream.rememberedAt(id);
    if (found === undefined) return { decision: index === 0 ? 'write' : 'wrong_version' };
    last = found;
  }
  return last === undefined ? { decision: 'write' } : { decision: 'repeat', last };
}

function checkAt(stream: StreamFacts, expected: bigint, ids: readonly string[]): Decision {
  if (expected > stream.head) return { decision: 'wrong_version' };
  if (expected === stream.head) return { decision: 'write' };
  let revision = expected;
  for (const id of ids) {
    revision += 1n;
    if (stream.idAt(revision) === id) continue;
    const isFirst = revision === expected + 1n;
    if (isFirst && expected === -1n && stream.isSoftDeleted) return { decision: 'write' };
    return { decision: 'wrong_version' };
  }
  return revision === expected ? { decision: 'wrong_version' } : { decision: 'repeat', last: revision };
}
