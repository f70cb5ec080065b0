/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { flags, forkStandIn, StandInProcess } from '../../stand-in-process/src/stand-in-process.js';
import type { RegisterApiControls } from './controls.js';

const PROGRAM = join(__dirname, '../bin/register-api-stand-in.js');
const FIXTURES = join(__dirname, '../fixtures');

export interface RegisterApiOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** A file of register responses. Default: samples of the real register. */
  readonly responses?: string;
  /** A file of stream events. Default: samples of the real register. */
  readonly events?: string;
  /** A folder of published accounts, which are filed and can be fetched. Default: none. */
  readonly accounts?: string;
  /** Requests in a window of so many seconds. Default: 600 in 300. */
  readonly limit?: number;
  readonly windowSeconds?: number;
  /** Milliseconds between the empty lines of a stream. */
  readonly heartbeatMs?: number;
}

export class RegisterApiProcess extends StandInProcess<RegisterApiControls> {
  /** The keys that it takes; the two kinds are not interchangeable. */
  static readonly key = 'rest-key-of-the-stand-in';
  static readonly streamKey = 'stream-key-of-the-stand-in';

  /** @throws Error with what the process said, where it ended instead of listening */
  static async start(options: RegisterApiOptions = {}): Promise<RegisterApiProcess> {
    const { windowSeconds, heartbeatMs, ...others } = options;
    const words = flags({
      responses: join(FIXTURES, 'responses.ndjson'),
      events: join(FIXTURES, 'events.ndjson'),
      ...others,
      'window-seconds': windowSeconds,
      'heartbeat-ms': heartbeatMs,
      key: RegisterApiProcess.key,
      'stream-key': RegisterApiProcess.streamKey,
    });
    return new RegisterApiProcess(await forkStandIn(PROGRAM, words, 'http'));
  }
}
