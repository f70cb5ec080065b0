/** The stand-in as a process of its own: what `bin/mongodb-stand-in.js` runs. */
import { parseArgs } from 'node:util';
import { serve } from '../../stand-in-process/src/serve.js';
import type { Users } from './auth/login.js';
import { MongoDbControls } from './controls.js';
import { MongoDbStandIn } from './stand-in.js';
import { ROLES, type Role } from './topology.js';

/** As often as a server does. */
const TTL_SECONDS = 60;

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new Error(`--role is one of ${ROLES.join(', ')}, not ${text}`);
  return role;
}

function usersOf(text: string): Users {
  const end = text.indexOf(':');
  return { [text.slice(0, end)]: text.slice(end + 1) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      file: { type: 'string' },
      role: { type: 'string', default: 'primary' },
      user: { type: 'string' },
    },
  });
  const standIn = await MongoDbStandIn.start({
    port: Number(values.port),
    role: roleOf(values.role),
    ttlSeconds: TTL_SECONDS,
    ...(values.file !== undefined && { file: values.file }),
    ...(values.user !== undefined && { users: usersOf(values.user) }),
  });
  serve({ url: standIn.url, controls: new MongoDbControls(standIn), stop: () => standIn.stop() });
}

void main();
