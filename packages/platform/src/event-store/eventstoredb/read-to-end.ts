/** Reads a stream of the client to its end; gives up if nothing comes for long: reads have no deadline. */
import { BACKWARDS } from '@eventstore/db-client';
import type { EventStoreDBClient, ReadAllOptions, ReadPosition, StreamingRead } from '@eventstore/db-client';
import type { RecordedEvent } from '../event-store.js';
import { StalledError } from './errors.js';
import { recordedRead } from './recorded-events.js';

export async function readToEnd<T>(stream: StreamingRead<T>, stallMs: number): Promise<T[]> {
  const events: T[] = [];
  let stalled: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stalled = setTimeout(() => reject(new StalledError('a read', stallMs)), stallMs);
      stream.on('data', (event: T) => {
        events.push(event);
        stalled?.refresh();
      });
      stream.on('end', () => resolve());
      stream.on('error', reject);
    });
    return events;
  } catch (error) {
    // A read that is left early would keep its call, and the process, alive.
    stream.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(stalled);
  }
}

/** The last event of the log before this position; none in an empty log. */
export async function readNewest(
  client: EventStoreDBClient,
  call: Pick<ReadAllOptions, 'credentials' | 'requiresLeader'>,
  fromPosition: ReadPosition,
  stallMs: number,
): Promise<RecordedEvent | undefined> {
  const options: ReadAllOptions = { ...call, direction: BACKWARDS, fromPosition, maxCount: 1 };
  const [newest] = await readToEnd(recordedRead(client.readAll(options)), stallMs);
  return newest;
}
