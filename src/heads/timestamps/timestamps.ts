/**
 * Has each checkpoint stamped with the time by an authority outside, and keeps the newest stamp
 * (`docs/log-of-heads.md`, "Time from outside"). An authority that is down, slow or wrong delays nothing.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HttpDoor } from '../../../packages/platform/src/http-client/http-door.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { withLimit } from '../../../packages/platform/src/time/signals.js';
import type { TimestampSettings } from '../../settings/timestamp-settings.js';
import type { PublishedHeads } from '../published-heads.js';

const STAMPED = 'heads/timestamp';
const TIMEOUT_MS = 10_000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** The newest checkpoint with a time stamp. */
export interface TimestampedCheckpoint {
  /** The note as the service signed it, without cosignatures. */
  readonly checkpoint: string;
  /** The DER of a TimeStampToken over the note's text, in base64. */
  readonly token: string;
  /** The time in it, in ISO 8601. */
  readonly time: string;
}

/** The newest stamp; null before the first. */
export async function newestTimestamp(
  coordination: Pick<Coordination, 'get'>,
): Promise<TimestampedCheckpoint | null> {
  const { checkpoint, token, time } = (await coordination.get(STAMPED))?.value ?? {};
  return typeof checkpoint === 'string' && typeof token === 'string' && typeof time === 'string'
    ? { checkpoint, token, time }
    : null;
}

/** The text that is signed and stamped, with its last line feed. */
export const textOfNote = (note: string): Uint8Array => Buffer.from(note.slice(0, note.indexOf('\n\n') + 1));

/** The certificates in a file of PEM. @throws Error where it holds none */
export function anchorsIn(file: string): readonly X509Certificate[] {
  const found = readFileSync(file, 'latin1').match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new Error(`${file} holds no certificate (PEM)`);
  return found.map((pem) => new X509Certificate(pem));
}

interface TimestampPorts {
  readonly heads: PublishedHeads;
  readonly coordination: Coordination;
  readonly log: { warn(fields: object, message: string): void };
}

export class Timestamps {
  private readonly door = new HttpDoor();
  /** The last checkpoint that is known to have its stamp. */
  private done = '';
  /** The last fault that was logged: one that lasts is logged once. */
  private told: string | null = null;

  /** @param settings null: nobody is asked */
  constructor(
    private readonly settings: TimestampSettings | null,
    private readonly ports: TimestampPorts,
  ) {}

  /** Has the checkpoint of now stamped, where it has no stamp. Never rejects. */
  async stamp(stopping: AbortSignal): Promise<void> {
    if (this.settings === null) return;
    try {
      await this.stampBy(this.settings, stopping);
      this.told = null;
    } catch (error) {
      const reason = errorMessage(error);
      if (!stopping.aborted && reason !== this.told)
        this.ports.log.warn({ reason }, 'the checkpoint has no time stamp');
      this.told = reason;
    }
  }

  private async stampBy({ url, caFile }: TimestampSettings, stopping: AbortSignal): Promise<void> {
    const { heads, coordination } = this.ports;
    await heads.view.follow();
    const checkpoint = heads.checkpoint();
    if (checkpoint === null || checkpoint === this.done) return;
    const kept = await coordination.get(STAMPED);
    if (kept?.value['checkpoint'] !== checkpoint) {
      // Most processes ask nobody: what reads tokens is loaded with the first request.
      const { stampedBy } = await import('../../../packages/platform/src/time-stamps/authority.js');
      const anchors = anchorsIn(caFile);
      const { token, time } = await withLimit(TIMEOUT_MS, stopping, (signal) =>
        stampedBy(this.door, new URL(url), textOfNote(checkpoint), anchors, signal),
      );
      const value = { checkpoint, token: token.toString('base64'), time: time.toISOString() };
      // Another process may have put the stamp of a later checkpoint meanwhile: it stands.
      await coordination.put(STAMPED, value, { expected: kept?.version ?? null });
    }
    this.done = checkpoint;
  }
}
