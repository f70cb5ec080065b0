/** Folds the events of a chunk's record and data into what `verify` knows of the chunk. */
import { digestOf, type RowDataEvent } from '../streams/rowdata/rowdata.events.js';
import type { BlockFilled, RowResolved, RowsEvent, RowsRecorded } from '../streams/rows/rows.events.js';
import type { RecordedEvent } from '../../packages/platform/src/event-store/event-store.js';
import { isBlockKey, type BlockKey } from '../../packages/contract/src/block-key.js';
import { saysSiteUnreachable } from '../../packages/contract/src/reason-code.js';
import type { BlockOutcomes } from '../../packages/contract/src/row.js';
import { memoizeByObject } from '../../packages/words/src/memoize.js';
import type { OpenChunk } from './open-job.js';
import { countOfFailure } from './row-failures.js';

/** Sorts the blocks of a row by their answers. Rows of a pack share their answers: each is sorted once. */
export const summaryOf = memoizeByObject((outcomes: BlockOutcomes) => {
  const keys = Object.keys(outcomes).filter(isBlockKey);
  const blocksWith = (status: 'available' | 'pending'): ReadonlySet<BlockKey> =>
    new Set(keys.filter((key) => outcomes[key]?.status === status));
  return {
    available: blocksWith('available'),
    pending: blocksWith('pending'),
    siteUnreachable: Object.values(outcomes).some(
      (outcome) => 'reason' in outcome && saysSiteUnreachable(outcome.reason),
    ),
  };
});

/** Folds in an event of `rows-{job}.{chunk}`. */
export function foldRows(chunk: OpenChunk, event: RowsEvent, revision: number): void {
  switch (event.type) {
    case 'RowsRecorded':
      return record(chunk, event.data);
    case 'RowResolved':
      return resolve(chunk, event.data);
    case 'RowFailed':
      chunk.recorded.add(event.data.row - chunk.from);
      chunk.counts[countOfFailure(event.data.reason)]++;
      if (saysSiteUnreachable(event.data.reason)) chunk.siteUnreachable.add(event.data.row - chunk.from);
      return;
    case 'RowCharged':
      chunk.charged.add(event.data.row - chunk.from);
      return;
    case 'BlockFilled':
      return fill(chunk, event.data, revision);
    case 'BlockCharged':
      chunk.lastFill = null;
      return;
  }
}

/** Folds in an event of `rowdata-{job}.{chunk}`. Keeps it until the chunk is complete. */
export function foldData(chunk: Pick<OpenChunk, 'seen'>, event: RowDataEvent, recorded: RecordedEvent): void {
  switch (event.type) {
    case 'RowsDelivered': {
      const { attempt, from, lengths } = event.data.head;
      const rows = { from, count: lengths.length };
      chunk.seen.set(recorded.id, { digest: digestOf(recorded.data), attempt, rows, content: event.data });
      return;
    }
    case 'BlockDelivered': {
      const { attempt } = event.data;
      chunk.seen.set(recorded.id, {
        digest: digestOf(recorded.data),
        attempt,
        rows: null,
        content: event.data,
      });
      return;
    }
    case 'RowsSubmitted':
    case 'RowDataClosed':
      return;
  }
}

function record(chunk: OpenChunk, data: RowsRecorded['data']): void {
  chunk.attempt ??= data.attempt;
  // Rows of other attempts are never served.
  for (const seen of chunk.seen.values()) if (seen.attempt !== data.attempt) seen.content = null;
  const named = data.delivered.flatMap(({ event_id }) => chunk.seen.get(event_id) ?? []);
  chunk.served = named.flatMap(({ content }) => (content !== null && 'head' in content ? [content] : []));
  for (const seen of named) {
    seen.content = null;
    const { rows } = seen;
    for (let i = 0; i < (rows?.count ?? 0); i++) chunk.backed.add((rows?.from ?? 0) + i - chunk.from);
  }
}

function resolve(chunk: OpenChunk, { row, blocks, company_number }: RowResolved['data']): void {
  const summary = summaryOf(blocks);
  chunk.recorded.add(row - chunk.from);
  chunk.delivered.add(row - chunk.from);
  chunk.counts.succeeded++;
  chunk.lastResolved = { row, blocks, company_number };
  if (summary.siteUnreachable) chunk.siteUnreachable.add(row - chunk.from);
  if (summary.pending.size > 0) chunk.pending.set(row, new Set(summary.pending));
}

function fill(chunk: OpenChunk, data: BlockFilled['data'], revision: number): void {
  const { row, block, outcome, delivered } = data;
  const seen = delivered === null ? undefined : chunk.seen.get(delivered.event_id);
  if (seen !== undefined) seen.content = null;
  chunk.served = [];
  const pending = chunk.pending.get(row);
  pending?.delete(block);
  if (pending?.size === 0) chunk.pending.delete(row);
  if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) chunk.siteUnreachable.add(row - chunk.from);
  chunk.lastFill = { row, block, revision, available: outcome.status === 'available' };
}
