/**
 * The newest messages of a session, so that a host whose stream broke off gets what it missed. In memory
 * alone.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const MOST = 200;

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
}

export class KeptEvents implements EventStore {
  private kept: Kept[] = [];
  private count = 0;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = `${stream}/${this.count++}`;
    this.kept = [...this.kept, { id, stream, message }].slice(-MOST);
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.kept.find((event) => event.id === id)?.stream;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.kept.findIndex(({ id }) => id === lastEventId);
    const stream = this.kept[at]?.stream ?? '';
    const missed = this.kept.slice(at + 1).filter((event) => at >= 0 && event.stream === stream);
    // The message that only primes a stream is empty.
    for (const { id, message } of missed) if (Object.keys(message).length > 0) await send(id, message);
    return stream;
  }
}
