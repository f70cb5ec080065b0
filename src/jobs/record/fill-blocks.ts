/**
 * The late answers of a chunk: their data first, then each fill with its charge, all in one append at the revision they
 * were decided on. A block is filled once, however many workers try.
 */
import type { EventContext } from '../../streams/envelope.js';
import { jsonEvent, metadataOf, nextTime } from '../../streams/envelope.js';
import type { BlockDelivered } from '../../streams/rowdata/rowdata.events.js';
import { digestOf, rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import type { BlockCharged, BlockFilled, BlockOutcome } from '../../streams/rows/rows.events.js';
import { blockEventId, rowsStream } from '../../streams/rows/rows.events.js';
import { appendSurely } from '../../platform/event-store/append-surely.js';
import type { NewEvent } from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import { derivedId } from '../../shared/derived-id.js';
import type { JobId } from '../../shared/ids.js';
import type { JobPorts } from '../job-ports.js';
import { fillBlock, foldRecord } from './chunk-record.js';
import type { ChunkRecord } from './chunk-record.js';
import type { LoadedRecord } from './chunk-recorder.js';
import { loadRecord } from './chunk-recorder.js';
import { appendData, headOf } from './data-stream.js';

/** The final answer of one pending block. */
export interface LateAnswer {
  readonly row: number;
  readonly block: BlockKey;
  readonly outcome: BlockOutcome;
  /** As served. */
  readonly envelope: { readonly status: string };
}

export interface LateAttempt {
  readonly job: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly context: EventContext;
}

type Ports = Pick<JobPorts, 'store' | 'clock' | 'entropy'>;

/** @returns the record as it stands after these and all other fills. At most some hundred answers at a time. */
export async function fillBlocks(
  ports: Ports,
  late: LateAttempt,
  known: LoadedRecord,
  answers: readonly LateAnswer[],
): Promise<LoadedRecord> {
  const { store, clock } = ports;
  const fills = await deliver(ports, late, answers);
  for (let loaded = known; ;) {
    const events = decided(loaded.record, fills);
    if (events.length === 0) return loaded;
    const metadata = metadataOf(late.context, nextTime(clock.now(), loaded.lastTime));
    const result = await appendSurely(store, {
      stream: rowsStream(late.job, late.chunk),
      expected: loaded.revision,
      events: events.map((event): NewEvent => jsonEvent(event, idOf(event), metadata)),
    });
    // Read back in either case: counts are taken from what is recorded, never from memory.
    loaded = await loadRecord(store, late.job, late.chunk, loaded);
    if (result.outcome === 'appended') return loaded;
  }
}

const idOf = ({ type, data }: BlockFilled | BlockCharged): string =>
  blockEventId(data.job_id, data.row, data.block, type);

function decided(record: ChunkRecord, fills: readonly BlockFilled['data'][]): (BlockFilled | BlockCharged)[] {
  const events: (BlockFilled | BlockCharged)[] = [];
  let state = record;
  for (const fill of fills) {
    const decision = fillBlock(state, fill);
    if (decision.outcome === 'refused') continue;
    events.push(...decision.events);
    state = foldRecord(decision.events, state);
  }
  return events;
}

/** The envelopes, in the data stream; what the fills then stand on. */
async function deliver(
  { store, clock, entropy }: Ports,
  late: LateAttempt,
  answers: readonly LateAnswer[],
): Promise<readonly BlockFilled['data'][]> {
  const { job, chunk, attempt } = late;
  const metadata = metadataOf(late.context, clock.now().toISOString());
  const salt = Buffer.from(entropy.bytes(16)).toString('hex');
  const delivered = answers.map(({ row, block, envelope }): NewEvent => {
    const fact: BlockDelivered = {
      type: 'BlockDelivered',
      data: { job_id: job, chunk, row, block, attempt, salt, envelope },
    };
    return jsonEvent(fact, derivedId('BlockDelivered', job, row, block, attempt), metadata);
  });
  const stream = rowDataStream(job, chunk);
  await appendData(store, stream, delivered, await headOf(store, stream));
  return answers.map(({ row, block, outcome }, index) => {
    const event = delivered[index];
    const ref = event === undefined ? null : { event_id: event.id, digest: digestOf(event.data) };
    return { job_id: job, chunk, row, block, outcome, attempt, delivered: ref };
  });
}
