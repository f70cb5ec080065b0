/** Decodes a stored RowsRecorded into groups of rows with equal answers, without an object for each row. */
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { UnknownEventError, logged, type Logged } from '../envelope.js';
import {
  blockOutcomesOf,
  decodeRowsEvents,
  packedRowsOf,
  recordedHead,
  type RowCharged,
  type RowFailed,
  type RowResolved,
  type RowsEvent,
  type RowsRecorded,
} from './rows.events.js';

/** Delivered rows with equal answers and equal charges. */
export interface RowsAlike {
  readonly blocks: RowResolved['data']['blocks'];
  readonly units: RowCharged['data']['units'];
  readonly rows: Pick<RowResolved['data'], 'row' | 'company_number'>[];
}

/** A record with its delivered and its failed rows. */
export type RowsRecordedAlike = {
  readonly type: RowsRecorded['type'];
  readonly data: RowsRecorded['data'] & {
    readonly alike: readonly RowsAlike[];
    readonly failures: readonly Pick<RowFailed['data'], 'row' | 'reason'>[];
  };
};

/** An event that a chunk's state is folded from: a whole pack, or an event that is stored by itself. */
export type RowsEventAlike =
  | RowsRecordedAlike
  | Exclude<RowsEvent, RowsRecorded | RowResolved | RowCharged | RowFailed>;

function alikeIn(recorded: RecordedEvent): Logged<RowsRecordedAlike> {
  const packed = packedRowsOf(recorded);
  const { outcomes, rows, from } = packed;
  const alike = outcomes.map(({ blocks, units }): RowsAlike => ({
    blocks: blockOutcomesOf(blocks),
    units,
    rows: [],
  }));
  const failures: RowsRecordedAlike['data']['failures'][number][] = [];
  rows.forEach((packedRow, index) => {
    const row = from + index;
    if ('failed' in packedRow) {
      failures.push({ row, reason: packedRow.failed });
      return;
    }
    const rowsAlike = alike[packedRow.outcome];
    if (rowsAlike === undefined) throw new UnknownEventError(recorded);
    rowsAlike.rows.push({ row, company_number: packedRow.company });
  });
  const data = { alike, failures, ...recordedHead(packed) };
  return logged(recorded, { type: 'RowsRecorded', data });
}

const standsAlone = (entry: Logged<RowsEvent>): entry is Logged<Exclude<RowsEventAlike, RowsRecordedAlike>> =>
  entry.event.type === 'BlockFilled' || entry.event.type === 'BlockCharged';

/** Decodes a stored event of a `rows-` stream. @throws UnknownEventError */
export const decodeAlike = (recorded: RecordedEvent): readonly Logged<RowsEventAlike>[] =>
  recorded.type === 'RowsRecorded' ? [alikeIn(recorded)] : decodeRowsEvents(recorded).filter(standsAlone);
