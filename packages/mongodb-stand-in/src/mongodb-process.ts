/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { flags, forkStandIn, StandInProcess } from '../../stand-in-process/src/stand-in-process.js';
import type { MongoDbControls } from './controls.js';
import type { Role } from './topology.js';

const PROGRAM = join(__dirname, '../bin/mongodb-stand-in.js');

export interface MongoDbOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Where the data are kept; without it, what was written goes with the process. */
  readonly file?: string;
  /** Default: the primary of a set of one. */
  readonly role?: Role;
  /** `name:password` of the only user. Default: anybody may do anything. */
  readonly user?: string;
}

export class MongoDbProcess extends StandInProcess<MongoDbControls> {
  /** @throws Error with what the process said, where it ended instead of listening */
  static async start(options: MongoDbOptions = {}): Promise<MongoDbProcess> {
    return new MongoDbProcess(await forkStandIn(PROGRAM, flags({ ...options }), 'mongodb'));
  }
}
