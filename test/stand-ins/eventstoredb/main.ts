/**
 * The stand-in as a process of its own, for benches and for tests that kill it:
 * `node -r ./test/support/typescript.cjs test/stand-ins/eventstoredb/main.ts [--port 2113] [--file log] [--version 23.10]`.
 * Prints its connection string. A parent that forked it may send commands, and ends it by going.
 */
import { parseArgs } from 'node:util';
import { WRITE_FAULTS, type WriteFault } from './misbehaviour.js';
import type { ServerVersion } from './server-context.js';
import { EventStoreDbStandIn } from './stand-in.js';

/** Each is answered with itself once it is done. */
export type Command =
  | { readonly do: 'next_writes'; readonly fault: WriteFault; readonly times: number }
  | { readonly do: 'end_subscriptions' | 'drop_connections' | 'behave' };

function obey(standIn: EventStoreDbStandIn, command: Command): void {
  switch (command.do) {
    case 'next_writes':
      if (!WRITE_FAULTS.includes(command.fault)) throw new Error(`no such fault: ${String(command.fault)}`);
      return standIn.misbehaviour.nextWrites(command.fault, command.times);
    case 'end_subscriptions':
      return standIn.endSubscriptions();
    case 'drop_connections':
      return standIn.dropConnections();
    case 'behave':
      return standIn.misbehaviour.clear();
  }
}

function versionOf(text: string): ServerVersion {
  if (text === '23.10' || text === '24.2') return text;
  throw new Error(`--version is 23.10 or 24.2, not ${text}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      file: { type: 'string' },
      version: { type: 'string', default: '24.2' },
    },
  });
  const standIn = await EventStoreDbStandIn.start({
    port: Number(values.port),
    version: versionOf(values.version),
    ...(values.file !== undefined && { file: values.file }),
  });
  process.stdout.write(`${standIn.url}\n`);
  process.on('message', (command: Command) => {
    obey(standIn, command);
    process.send?.(command);
  });
  const stop = (): void => void standIn.kill().then(() => process.exit(0));
  process.on('disconnect', stop);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

void main();
