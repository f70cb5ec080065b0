/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { flags, forkStandIn, StandInProcess } from '../../stand-in-process/src/stand-in-process.js';
import type { EventStoreDbControls } from './controls.js';
import type { ServerVersion } from './server-context.js';

const PROGRAM = join(__dirname, '../bin/eventstoredb-stand-in.js');

export interface EventStoreDbOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Where the log is kept; without it, what was written goes with the process. */
  readonly file?: string;
  /** Default 24.2. */
  readonly version?: ServerVersion;
  /** Bytes of one append. Default: that of the version. */
  readonly 'max-append-size'?: number;
  /** With the certificate in `TLS_CERTIFICATE`. Default: none. */
  readonly tls?: boolean;
  /** The one who may do everything, as `name:password`. Default: anybody may. */
  readonly user?: string;
}

export class EventStoreDbProcess extends StandInProcess<EventStoreDbControls> {
  /** @throws Error with what the process said, where it ended instead of listening */
  static async start(options: EventStoreDbOptions = {}): Promise<EventStoreDbProcess> {
    return new EventStoreDbProcess(await forkStandIn(PROGRAM, flags({ ...options }), 'esdb'));
  }
}
