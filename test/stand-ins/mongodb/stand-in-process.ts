/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { ForkedStandIn, forkStandIn } from '../forked-stand-in.js';
import type { Command } from './main.js';
import type { Role } from './topology.js';

const MAIN = join(__dirname, 'main.ts');

export interface StandInProcessOptions {
  readonly port?: number;
  /** Where the data are kept; without it, what was written goes with the process. */
  readonly file?: string;
  readonly role?: Role;
}

export class MongoDbProcess extends ForkedStandIn<Command> {
  /** @throws Error with what the process said, where it ended instead of listening */
  static async start({
    port = 0,
    file,
    role = 'primary',
  }: StandInProcessOptions = {}): Promise<MongoDbProcess> {
    const place = file === undefined ? [] : ['--file', file];
    const args = ['--port', String(port), '--role', role, ...place];
    return new MongoDbProcess(await forkStandIn(MAIN, args, 'mongodb'));
  }
}
