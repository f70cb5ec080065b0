/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { ForkedStandIn, forkStandIn } from '../forked-stand-in.js';
import type { Command } from './main.js';
import type { ServerVersion } from './server-context.js';

const MAIN = join(__dirname, 'main.ts');

export interface StandInProcessOptions {
  readonly port?: number;
  /** Where the log is kept; without it, what was written goes with the process. */
  readonly file?: string;
  readonly version?: ServerVersion;
}

export class StandInProcess extends ForkedStandIn<Command> {
  /** @throws Error with what the process said, where it ended instead of listening */
  static async start({
    port = 0,
    file,
    version = '24.2',
  }: StandInProcessOptions = {}): Promise<StandInProcess> {
    const place = file === undefined ? [] : ['--file', file];
    const args = ['--port', String(port), '--version', version, ...place];
    return new StandInProcess(await forkStandIn(MAIN, args, 'esdb'));
  }
}
