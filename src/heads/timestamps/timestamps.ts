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
import type { TimestampSettings } from '../../settings/signing-settings.js';
import type { WitnessPorts } from '../witnesses.js';

const TIMESTAMP_KEY = 'heads/timestamp';
const TIMEOUT_MS = 10_000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * Returns the newest stamped checkpoint, or null. `checkpoint` is the note as the service signed it, without
 * cosignatures; `token` is a TimeStampToken over its text, as DER in base64; `time` is in ISO 8601.
 */
export async function newestTimestamp(coordination: Pick<Coordination, 'get'>) {
  const { checkpoint, token, time } = (await coordination.get(TIMESTAMP_KEY))?.value ?? {};
  return typeof checkpoint === 'string' && typeof token === 'string' && typeof time === 'string'
    ? { checkpoint, token, time }
    : null;
}

/** The text that is signed and stamped, with its last line feed. */
export const textOfNote = (note: string): Uint8Array => Buffer.from(note.slice(0, note.indexOf('\n\n') + 1));

/** The certificates in a file of PEM. @throws Error where it holds none */
export function readCertificates(file: string): readonly X509Certificate[] {
  const pems = readFileSync(file, 'latin1').match(CERTIFICATE) ?? [];
  if (pems.length === 0) throw new Error(`${file} holds no certificate (PEM)`);
  return pems.map((pem) => new X509Certificate(pem));
}

export class Timestamps {
  private readonly door = new HttpDoor();
  /** The last checkpoint that has its stamp, as far as this process knows. */
  private stampedCheckpoint = '';
  /** The last fault that was logged. A fault that lasts is logged once. */
  private loggedFault: string | null = null;

  /** @param settings null: nobody is asked */
  constructor(
    private readonly settings: TimestampSettings | null,
    private readonly ports: WitnessPorts,
  ) {}

  /** Has the current checkpoint stamped, unless it has a stamp. Never rejects. */
  async stamp(stopping: AbortSignal): Promise<void> {
    if (this.settings === null) return;
    try {
      await this.stampBy(this.settings, stopping);
      this.loggedFault = null;
    } catch (error) {
      const reason = errorMessage(error);
      if (!stopping.aborted && reason !== this.loggedFault)
        this.ports.log.warn({ reason }, 'the checkpoint has no time stamp');
      this.loggedFault = reason;
    }
  }

  private async stampBy({ url, caFile }: TimestampSettings, stopping: AbortSignal): Promise<void> {
    const { heads, coordination } = this.ports;
    await heads.view.follow();
    const checkpoint = heads.checkpoint();
    if (checkpoint === null || checkpoint === this.stampedCheckpoint) return;
    const kept = await coordination.get(TIMESTAMP_KEY);
    if (kept?.value['checkpoint'] !== checkpoint) {
      // Most processes ask no authority, so the code that reads tokens is loaded with the first request.
      const { stampedBy } = await import('../../../packages/platform/src/time-stamps/authority.js');
      const certificates = readCertificates(caFile);
      const { token, time } = await withLimit(TIMEOUT_MS, stopping, (signal) =>
        stampedBy(this.door, new URL(url), textOfNote(checkpoint), certificates, signal),
      );
      const value = { checkpoint, token: token.toString('base64'), time: time.toISOString() };
      // Another process may have stored the stamp of a later checkpoint meanwhile. Then that stamp stays.
      await coordination.put(TIMESTAMP_KEY, value, { expected: kept?.version ?? null });
    }
    this.stampedCheckpoint = checkpoint;
  }
}
