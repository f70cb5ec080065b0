/** Group commit: waiting appends and deletions share one short transaction, each with its own outcome. */
import { BroadcastChannel } from 'node:worker_threads';
import { OutcomeUnknownError, StoreUnavailableError } from '../event-store.js';
import type { HostedFile } from '../../sqlite/grouped-service.js';
import { Housekeeping } from '../../sqlite/housekeeping.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { Transactions } from '../../sqlite/transaction.js';
import { failureOf, type Call, type HostedService, type Settled } from '../../threads/calls.js';
import { LOG_FILE, positionText } from './log-file.js';
import { LogWriter, type AppendOutcome } from './log-writer.js';
import { unpackAppends, type PackedAppends } from './packed-appends.js';

export interface WriterMethods {
  /** Appends in order, up to the first append that fails. */
  append(appends: PackedAppends): AppendsOutcome;
  deleteStream(stream: string): 'deleted' | 'no_stream';
}

/** The outcome of appends. */
export interface AppendsOutcome {
  /** Revision and position, by turns, of the last event of each written append. */
  readonly places: readonly number[];
  /** Why the next append was not written; null where all were written. */
  readonly stopped: Exclude<AppendOutcome, { outcome: 'appended' }> | null;
}

/** The channel on which this process's writers of a file announce the positions that they committed. */
export const commitChannel = (file: string): string => `events committed to ${file}`;

/** The most that one transaction carries: some 6 ms of work. */
const GROUP_EVENTS = 500;
const GROUP_BYTES = 2_000_000;
/** The share of a transaction that a deletion counts as. */
const DELETION = { events: 50, bytes: 200_000 };

export function writerService({ file, patienceMs }: HostedFile): HostedService {
  const database = openDatabase(LOG_FILE, { file, patienceMs });
  const writer = new LogWriter(database);
  const transactions = new Transactions(database, file, patienceMs);
  const housekeeping = new Housekeeping(database, transactions);
  const channel = new BroadcastChannel(commitChannel(file));
  channel.unref();
  let open = true;
  const tellCommitted = (head: number): void => {
    if (open) channel.postMessage(positionText(head));
  };

  const commit = (calls: readonly Call[]): Settled[] => {
    const values = transactions.run(() => {
      writer.begin();
      return calls.map((call) => runCall(writer, call));
    });
    // Sent after the answers: callers that wait for their append go before followers.
    process.nextTick(tellCommitted, writer.head);
    if (calls.some(({ method }) => method === 'deleteStream')) housekeeping.erased();
    return calls.map(({ id }, index) => ({ id, value: values[index] }));
  };

  const attempt = (calls: readonly Call[]): Settled[] => {
    try {
      return commit(calls);
    } catch (error) {
      writer.rolledBack();
      // A fault of one request must not fail the others, unless all would fail alike.
      const isOfAll = error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError;
      if (isOfAll || calls.length === 1) return calls.map(({ id }) => ({ id, failure: failureOf(error) }));
      return calls.flatMap((call) => attempt([call]));
    }
  };

  return {
    next: (queue) => attempt(takeGroup(queue)),
    close: () => {
      open = false;
      channel.close();
      housekeeping.stop();
      database.close();
    },
  };
}

const runCall = (writer: LogWriter, { method, argument }: Call): unknown =>
  method === 'deleteStream'
    ? writer.deleteStream(argument as string)
    : appendInOrder(writer, argument as PackedAppends);

function appendInOrder(writer: LogWriter, appends: PackedAppends): AppendsOutcome {
  const places: number[] = [];
  for (const append of unpackAppends(appends)) {
    const outcome = writer.append(append);
    if (outcome.outcome !== 'appended') return { places, stopped: outcome };
    places.push(outcome.revision, outcome.position);
  }
  return { places, stopped: null };
}

/** At least one call, and as many more as fit into a short transaction. */
function takeGroup(queue: Call[]): Call[] {
  let events = 0;
  let bytes = 0;
  let count = 0;
  for (const call of queue) {
    const size = call.method === 'deleteStream' ? DELETION : sizeOf(call.argument as PackedAppends);
    events += size.events;
    bytes += size.bytes;
    if (count > 0 && (events > GROUP_EVENTS || bytes > GROUP_BYTES)) break;
    count++;
  }
  return queue.splice(0, count);
}

const sizeOf = ({ ends, payloads }: PackedAppends) => ({ events: ends.length, bytes: payloads.length });
