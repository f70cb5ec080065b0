/** The stand-in as a process of its own: what `bin/eventstoredb-stand-in.js` runs. */
import { parseArgs } from 'node:util';
import { serve } from '../../stand-in-process/src/serve.js';
import { EventStoreDbControls } from './controls.js';
import { SERVER_VERSIONS, type ServerVersion } from './server-context.js';
import { EventStoreDbStandIn } from './stand-in.js';

function versionOf(text: string): ServerVersion {
  const version = SERVER_VERSIONS.find((known) => known === text);
  if (version !== undefined) return version;
  throw new Error(`--version is one of ${SERVER_VERSIONS.join(', ')}, not ${text}`);
}

/** `name:password`, each. */
function usersOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(':');
      if (colon < 1) throw new Error('--user is name:password');
      return [text.slice(0, colon), text.slice(colon + 1)];
    }),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      file: { type: 'string' },
      version: { type: 'string', default: '24.2' },
      'max-append-size': { type: 'string' },
      tls: { type: 'boolean', default: false },
      user: { type: 'string', multiple: true },
    },
  });
  const standIn = await EventStoreDbStandIn.start({
    port: Number(values.port),
    version: versionOf(values.version),
    tls: values.tls,
    ...(values['max-append-size'] !== undefined && { maxAppendSize: Number(values['max-append-size']) }),
    ...(values.user !== undefined && { users: usersOf(values.user) }),
    ...(values.file !== undefined && { file: values.file }),
  });
  const controls = new EventStoreDbControls(standIn);
  serve({ url: standIn.url, controls, stop: () => standIn.kill() });
}

void main();
