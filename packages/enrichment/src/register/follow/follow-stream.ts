/** Reads a stream of the register into its spool, and reconnects as often as needed. */
import { backOffMs, chance } from '../../../../platform/src/time/back-off.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { RegisterPause, RegisterUnavailable, TimepointGone } from '../../live/register/register-api.js';
import { readStream, type StreamAsked } from '../../live/register/register-stream.js';
import { NotDone } from '../../../../platform/src/errors/refusal.js';
import type { Spool } from './spool.js';

export interface StreamParts {
  readonly url: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/** The end of a follower: by the signal, or because the register no longer has the next events. */
export type StreamEnding = 'stopped' | 'snapshot_needed';

export class StreamFollower {
  events = 0;
  /** The number of lines that are no event. */
  unreadable = 0;
  ending: StreamEnding | null = null;
  /** The reason of the last connection's end; null while one is open. */
  trouble: string | null = null;
  private heardAt = performance.now();

  constructor(
    readonly spool: Spool,
    private readonly parts: StreamParts,
  ) {}

  /** Milliseconds since the register last sent anything. */
  get silentMs(): number {
    return performance.now() - this.heardAt;
  }

  /** @throws NotDone where the register refuses the key */
  async run(): Promise<StreamEnding> {
    this.ending = await this.follow();
    return this.ending;
  }

  private async follow(): Promise<StreamEnding> {
    const { signal } = this.parts;
    for (let failures = 0; !signal.aborted;) {
      const { received, trouble } = await this.connection();
      this.trouble = trouble?.message ?? null;
      if (signal.aborted) break;
      if (trouble instanceof TimepointGone) return 'snapshot_needed';
      failures = received ? 1 : failures + 1;
      const wait = trouble instanceof RegisterPause ? trouble.milliseconds : 0;
      await pause(Math.max(wait, backOffMs(BACK_OFF, failures, chance())), signal);
    }
    return 'stopped';
  }

  /** Reads one connection to its end. `trouble` is null where the register closed it normally. */
  private async connection(): Promise<{ received: boolean; trouble: RegisterUnavailable | null }> {
    const { url, key, signal } = this.parts;
    const request: StreamAsked = { url, key, signal, timepoint: this.spool.timepoint };
    let received = false;
    try {
      for await (const piece of readStream(request)) {
        received = true;
        this.heardAt = performance.now();
        this.trouble = null;
        if (piece.kind === 'unreadable') this.reportUnreadable(piece.why);
        if (piece.kind === 'event' && this.spool.add(piece.timepoint, piece.line)) this.events += 1;
      }
      return { received, trouble: null };
    } catch (error) {
      if (!(error instanceof RegisterUnavailable)) throw error;
      if (error.lasting) throw new NotDone('register_refused', error.message);
      if (!(error instanceof TimepointGone))
        this.parts.report(`${this.spool.stream}: ${error.message}; trying again`);
      return { received, trouble: error };
    }
  }

  /** Reports the first unreadable line and then every thousandth, so that they can't fill a log. */
  private reportUnreadable(reason: string): void {
    this.unreadable += 1;
    if (this.unreadable % 1_000 === 1)
      this.parts.report(`${this.spool.stream}: ${reason}; ${this.unreadable} so far`);
  }
}
