/**
 * The stand-in as a process of its own, for benches and for tests that kill it:
 * `node -r ./test/support/typescript.cjs test/stand-ins/mongodb/main.ts [--port 27017] [--file log] [--role primary]`.
 * Prints its connection string. A parent that forked it may send commands, and ends it by going.
 */
import { parseArgs } from 'node:util';
import { WRITE_FAULTS, type WriteFault } from './misbehaviour.js';
import { MongoDbStandIn } from './stand-in.js';
import { ROLES, type Role } from './topology.js';

/** Each is answered with itself once it is done. */
export type Command =
  | { readonly do: 'next_writes' | 'next_commits'; readonly fault: WriteFault; readonly times: number }
  | { readonly do: 'drop_connections' | 'step_down' | 'step_up' | 'expire' | 'behave' };

/** As often as a server does. */
const TTL_SECONDS = 60;

function obey(standIn: MongoDbStandIn, command: Command): void {
  switch (command.do) {
    case 'next_writes':
      return standIn.misbehaviour.nextWrites(faultOf(command.fault), command.times);
    case 'next_commits':
      return standIn.misbehaviour.nextCommits(faultOf(command.fault), command.times);
    case 'drop_connections':
      return standIn.dropConnections();
    case 'step_down':
      return standIn.stepDown();
    case 'step_up':
      return standIn.stepUp();
    case 'expire':
      return void standIn.expire();
    case 'behave':
      return standIn.misbehaviour.clear();
  }
}

function faultOf(text: WriteFault): WriteFault {
  if (WRITE_FAULTS.includes(text)) return text;
  throw new Error(`no such fault: ${String(text)}`);
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new Error(`--role is one of ${ROLES.join(', ')}, not ${text}`);
  return role;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      file: { type: 'string' },
      role: { type: 'string', default: 'primary' },
    },
  });
  const standIn = await MongoDbStandIn.start({
    port: Number(values.port),
    role: roleOf(values.role),
    ttlSeconds: TTL_SECONDS,
    ...(values.file !== undefined && { file: values.file }),
  });
  process.stdout.write(`${standIn.url}\n`);
  process.on('message', (command: Command) => {
    obey(standIn, command);
    process.send?.(command);
  });
  const stop = (): void => void standIn.stop().then(() => process.exit(0));
  process.on('disconnect', stop);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

void main();
