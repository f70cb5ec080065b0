/** The program: a server over stdio, or over HTTP. On stdout there is nothing but the protocol. */
import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Service } from './api/service.js';
import { operatorTools } from './operator/operator-tools.js';
import { VERSION, customersServer, operatorsServer, type ServerOfSession } from './server.js';
import { USAGE, WrongSetting, settingsOf, type Settings } from './settings.js';
import { Ledger } from './spending/ledger.js';
import { SpendFile } from './spending/spend-file.js';
import { accountTools } from './tools/account-tools.js';
import { companyTools } from './tools/company-tools.js';
import { Description } from './tools/description.js';
import { jobTools } from './tools/job-tools.js';
import { Shop } from './tools/shop.js';
import { HttpDoor } from './transport/http.js';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

function serverFor(serves: Settings['serves']): ServerOfSession {
  if (serves.who === 'operator') return operatorsServer(operatorTools(serves.settings));
  const { url, key, caps, stateFolder, askAbove, repeat } = serves.settings;
  const now = Date.now;
  const ledger = new Ledger(new SpendFile(stateFolder, key, url), caps, now);
  const shop = new Shop({ service: new Service({ url, key }), ledger, askAbove, repeat, now });
  const description = Description.load();
  const tools = [companyTools, jobTools, accountTools].flatMap((of) => of(shop, description));
  return customersServer(shop, tools);
}

/** Ends the program when its work is over. What a killed call may cost stays reserved. */
function endAfter(close: () => Promise<void>): void {
  const end = (): void => void close().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
}

async function main(): Promise<void> {
  const settings = settingsOf(process.argv.slice(2), process.env);
  if (settings === 'help') return void process.stdout.write(USAGE);
  if (settings === 'version') return void process.stdout.write(`${VERSION}\n`);
  const serverOf = serverFor(settings.serves);
  if (settings.http === null) {
    const handle = serveStdio(() => serverOf(randomUUID()), { onerror: ({ message }) => tell(message) });
    return endAfter(() => handle.close());
  }
  const door = new HttpDoor(serverOf, settings.http);
  tell(await door.open());
  endAfter(() => door.close());
}

main().catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof WrongSetting ? 2 : 1);
});
