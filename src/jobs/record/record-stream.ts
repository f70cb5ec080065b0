/** Loads a chunk's record from its `rows-` stream and appends to it. */
import { Inject, Injectable } from '@nestjs/common';
import type { ChunkEnd } from '../../streams/job/job.decider.js';
import { decodeAlike, type RowsEventAlike } from '../../streams/rows/rows-alike.js';
import type { BlockCharged, BlockFilled } from '../../streams/rows/rows.events.js';
import { blockEventId, rowsStreams } from '../../streams/rows/rows.events.js';
import type { Loaded, RepositoryPorts, StreamFold } from '../../streams/stream-repository.js';
import { StreamRepository } from '../../streams/stream-repository.js';
import { JOB_PORTS } from '../job-ports.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { countsOf, foldRecord, type ChunkRecord } from './chunk-record.js';

export type LoadedRecord = Loaded<ChunkId, ChunkRecord>;

/** Returns the end of a recorded chunk: its attempt and its counts. */
export const chunkEndOf = ({ id, state }: LoadedRecord): ChunkEnd => ({
  chunk: id.chunk,
  attempt: state.attemptId ?? '',
  counts: countsOf(state),
});

/** Events that fill an existing record. `delivery.ts` builds the record itself, without a decision. */
type Fill = BlockFilled | BlockCharged;

const RECORD: StreamFold<ChunkId, RowsEventAlike, ChunkRecord, Fill> = {
  stream: { streamOf: rowsStreams.streamOf, decodeAll: decodeAlike },
  initial: foldRecord([]),
  evolve: (record, events) =>
    foldRecord(
      events.map(({ event }) => event),
      record,
    ),
  eventId: (_chunk, { type, data }) => blockEventId(data.job_id, data.row, data.block, type),
};

@Injectable()
export class RecordRepository extends StreamRepository<ChunkId, RowsEventAlike, ChunkRecord, Fill> {
  constructor(@Inject(JOB_PORTS) ports: RepositoryPorts) {
    super(ports, RECORD);
  }
}
