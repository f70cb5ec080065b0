/** The program: `key` makes the folder of a new witness, `serve` runs the witness of a folder. */
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cosigner } from './cosigner.js';
import { parseLogs } from './logs.js';
import { serverOf } from './server.js';
import { StateFile, syncFolderOf, writeNew } from './state-file.js';
import { Witness } from './witness.js';

const USAGE = `tlog-witness key --name NAME --folder FOLDER
tlog-witness serve --folder FOLDER [--host 127.0.0.1] [--port 7380]`;
const NO_LOGS = `logs/v0
# A line "vkey NAME+ID+KEY" for each log. If its origin is not NAME, a line "origin ORIGIN" follows.
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The key is written last: a folder without it was left by an interrupted run and can be removed. */
function makeWitness(name: string, folder: string): void {
  const cosigner = new Cosigner(name);
  mkdirSync(folder, { mode: 0o700 });
  new StateFile(join(folder, 'state'), cosigner.vkey).create();
  writeNew(join(folder, 'logs'), NO_LOGS);
  writeNew(join(folder, 'key'), cosigner.secret);
  syncFolderOf(join(folder, 'key'));
  say(cosigner.vkey);
}

/** The port comes first: a second process of the same port ends before it touches the state. */
async function serve(folder: string, host: string, port: number): Promise<void> {
  const cosigner = Cosigner.read(readFileSync(join(folder, 'key'), 'utf8'));
  const logs = parseLogs(readFileSync(join(folder, 'logs'), 'utf8'));
  const state = new StateFile(join(folder, 'state'), cosigner.vkey);
  const log = (entry: object): void => say(JSON.stringify({ time: new Date().toISOString(), ...entry }));
  const server = serverOf(new Witness(cosigner, logs, state, log), log).listen(port, host);
  await once(server, 'listening');
  state.open();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
  say(`${cosigner.vkey} (logs: ${logs.size})`);
  say(`http://${host}:${(server.address() as AddressInfo).port}/add-checkpoint`);
}

async function main(): Promise<void> {
  const TEXT = { type: 'string' } as const;
  const options = { name: TEXT, folder: TEXT, host: TEXT, port: TEXT };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const { name = '', folder, host = '127.0.0.1', port = '7380' } = values;
  if (folder !== undefined && positionals[0] === 'key') makeWitness(name, folder);
  else if (folder !== undefined && positionals[0] === 'serve') await serve(folder, host, Number(port));
  else throw new Error(USAGE);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
