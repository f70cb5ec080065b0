/** Makes clients of EventStoreDB (6.2.1), and gives them up with the channel that they never close. */
import { EventStoreDBClient } from '@eventstore/db-client';
import { errorMessage } from '../../errors/error-code.js';
import { StoreUnavailableError } from '../event-store.js';
import type { ConnectionTarget } from './connection-string.js';
import { GivenUpError } from './errors.js';

interface Channel {
  close(): void;
}

interface State {
  /** Undefined while a node is looked for. */
  channel: Channel | undefined;
  isGivenUp: boolean;
}

/** Private parts of the client. */
interface Hidden {
  /** Its handling of a failed call. */
  handleError: (client: unknown, error: unknown) => Promise<void>;
  /** Looks for a node and opens the channel to it. */
  createChannel: () => Promise<Channel>;
}

const states = new WeakMap<EventStoreDBClient, State>();

/** @throws StoreUnavailableError where the client can't use the target */
export function createClient({ url }: ConnectionTarget): EventStoreDBClient {
  try {
    const client = EventStoreDBClient.connectionString(url);
    const hidden = client as unknown as Hidden; // private in its type, properties at run time
    keepRejections(hidden);
    states.set(client, noteChannels(hidden));
    return client;
  } catch (error) {
    throw new StoreUnavailableError(`EVENT_STORE_URL ${complaintOf(error)}`);
  }
}

/** True if its calls were broken off. Such a client ends a broken read as if it were whole. */
export const isGivenUp = (client: EventStoreDBClient): boolean => states.get(client)?.isGivenUp === true;

/** True if it found a node, so that calls without an answer are the node's fault. */
export const hasNode = (client: EventStoreDBClient): boolean => states.get(client)?.channel !== undefined;

/** Breaks its calls off. Call it first in a turn of the event loop: a begun append would reject unawaited. */
export async function giveUp(client: EventStoreDBClient): Promise<void> {
  const state = states.get(client);
  if (state === undefined || state.isGivenUp) return;
  state.isGivenUp = true;
  state.channel?.close();
  await client.dispose();
}

/** A channel that is found after its client was given up is closed, and the call that waited for it fails. */
function noteChannels(hidden: Hidden): State {
  const state: State = { channel: undefined, isGivenUp: false };
  const create = hidden.createChannel;
  hidden.createChannel = async () => {
    state.channel = undefined;
    const channel = await create();
    if (state.isGivenUp) {
      channel.close();
      throw new GivenUpError();
    }
    state.channel = channel;
    return channel;
  };
  return state;
}

/**
 * The client doesn't keep the promise of its own handling of a failed call. That handling waits for a running
 * search for a cluster; when the search fails, the rejection would end the process.
 */
function keepRejections(hidden: Hidden): void {
  const handleError = hidden.handleError;
  hidden.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => undefined);
}

/** The client's own message quotes the whole text, password included. */
function complaintOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'location' in error && 'expected' in error) {
    const [place] = Array.isArray(error.location) ? (error.location as unknown[]) : [];
    return `is no connection string: ${error.expected} expected at character ${place}`;
  }
  return `can't be used: ${errorMessage(error)}`;
}
