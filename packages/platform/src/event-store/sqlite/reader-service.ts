/** Reads for one process on its own connection, which no commit holds up. Short reads go before long ones. */
import type { Position } from '../event-store.js';
import type { HostedFile } from '../../sqlite/grouped-service.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { patiently } from '../../sqlite/patience.js';
import { storeError } from '../../sqlite/sqlite-errors.js';
import type { Argument, Call, HostedService } from '../../threads/calls.js';
import { settle, type Given } from '../../threads/one-by-one.js';
import { HeadWatch } from './head-watch.js';
import { LOG_FILE, positionText } from './log-file.js';
import { LogReader } from './log-reader.js';
import type { LogRequest, PackedPage, PackedSlice, StreamRequest } from './log-reader.js';
import type { PackedEvents } from './packed-events.js';
import { ReadAhead } from './read-ahead.js';

export interface ReaderMethods {
  readStream(request: StreamRequest): PackedSlice;
  readAll(request: LogRequest): PackedPage;
  head(none: null): number;
  /** Signals the head now, and from then on after every commit of any process. */
  watch(on: boolean): void;
}

export function readerService(
  { file, patienceMs }: HostedFile,
  signal: (head: Position) => void,
): HostedService {
  const database = openDatabase(LOG_FILE, { file, patienceMs, readOnly: true });
  const reader = new LogReader(database);
  const ahead = new ReadAhead((request) => reader.readAll(request));
  const watch = new HeadWatch(database, file, () => signal(positionText(reader.head())));

  const reads: { readonly [K in keyof ReaderMethods]: (argument: Argument<ReaderMethods, K>) => Given } = {
    readStream: (request) => givenSlice(reader.readStream(request)),
    readAll: (request) => givenPage(ahead.page(request)),
    head: () => ({ value: reader.head() }),
    watch: (on) => ({ value: watch.turn(on) }),
  };
  const run = (method: string, argument: unknown): Given => {
    try {
      // In WAL mode readers don't wait, except during recovery and a restart of the journal.
      return patiently(file, patienceMs, () => reads[method as keyof ReaderMethods](argument as never)).value;
    } catch (error) {
      throw storeError(error, file);
    }
  };
  return {
    next: (queue) => [settle(takeShortest(queue), run)],
    close: () => {
      watch.turn(false);
      ahead.stop();
      database.close();
    },
  };
}

/** Pages of the log take milliseconds; reads of a stream go first. */
function takeShortest(queue: Call[]): Call {
  const short = queue.findIndex((call) => call.method !== 'readAll');
  const [call] = queue.splice(Math.max(short, 0), 1);
  if (call === undefined) throw new Error('a service was asked for its next step without a call');
  return call;
}

const buffersOf = ({ numbers, payloads }: PackedEvents): ArrayBuffer[] => [numbers.buffer, payloads.buffer];

const givenPage = (page: PackedPage): Given => ({ value: page, transfer: buffersOf(page.events) });

const givenSlice = (slice: PackedSlice): Given =>
  slice.status === 'found' ? { value: slice, transfer: buffersOf(slice.events) } : { value: slice };
