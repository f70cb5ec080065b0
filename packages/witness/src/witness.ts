/** What a witness cosigns and what it refuses: the rules of `add-checkpoint` (c2sp.org/tlog-witness). */
import { createHash, verify } from 'node:crypto';
import { parseAddCheckpoint, parseCheckpoint, type AddCheckpoint } from './checkpoint.js';
import { EMPTY_ROOT, isConsistent } from './consistency.js';
import type { Cosigner } from './cosigner.js';
import type { KnownLogs } from './logs.js';
import { parseNote, type Signature, type VerifierKey } from './note.js';
import { Refusal } from './refusal.js';
import type { Kept, StateFile } from './state-file.js';

export class Witness {
  /** @param log gets an entry for each cosignature, and for each two checkpoints that may be two histories */
  constructor(
    private readonly cosigner: Cosigner,
    private readonly logs: KnownLogs,
    private readonly state: StateFile,
    private readonly log: (entry: object) => void,
    private readonly now = () => Math.floor(Date.now() / 1000),
  ) {}

  /**
   * Cosigns the checkpoint of a request and gives the signature line, once both are on the disk. Nothing
   * waits in between, so requests follow one another. Throws a Refusal with the specified status, or
   * an Error where the state can't be read or written.
   */
  addCheckpoint(body: Buffer): string {
    const request = parseAddCheckpoint(body);
    const { text, signatures } = request.note;
    const { origin, size } = request.checkpoint;
    const keys = this.logs.get(origin);
    if (keys === undefined) throw new Refusal(404, 'this witness does not know the log');
    const signed = `${text}\n${trustedLines(text, signatures, keys)}`;
    let cosignature = '';
    this.state.update(origin, (kept) => {
      const fault = faultOf(request, kept);
      if (fault !== undefined) this.log({ refused: fault, checkpoint: signed, kept: kept?.checkpoint });
      if (fault !== undefined) throw new Refusal(422, fault);
      const time = this.timeAfter(kept);
      cosignature = this.cosigner.cosign(text, time);
      return { time, checkpoint: signed + cosignature };
    });
    this.log({ cosigned: origin, size: String(size) });
    return cosignature;
  }

  /** The latest cosigned checkpoint of the log whose origin has this SHA-256 in hex; refuses (404) others. */
  latest(originHash: string): string {
    for (const [origin, { checkpoint }] of this.state.read())
      if (createHash('sha256').update(origin).digest('hex') === originHash) return checkpoint;
    throw new Refusal(404, 'no checkpoint of this log was cosigned');
  }

  /** A cosignature names the largest tree at its time: an earlier time would contradict the last one. */
  private timeAfter(kept: Kept | undefined): number {
    const time = this.now();
    const wait = (kept?.time ?? 1) - time;
    if (wait <= 0) return time;
    throw new Refusal(503, 'the clock of this witness went back', { 'Retry-After': String(wait) });
  }
}

/** The signature lines by known keys; refuses (403) where there is none, or one of them is wrong. */
function trustedLines(text: string, signatures: readonly Signature[], keys: readonly VerifierKey[]): string {
  const lines = signatures.flatMap(({ line, name, id, bytes }) => {
    const trusted = keys.find((key) => key.name === name && key.id === id);
    if (trusted !== undefined && !verify(null, Buffer.from(text), trusted.key, bytes))
      throw new Refusal(403, 'a signature by a known key of the log is wrong');
    return trusted === undefined ? [] : [`${line}\n`];
  });
  if (lines.length === 0) throw new Refusal(403, 'no known key of the log signed the checkpoint');
  return [...new Set(lines)].join('');
}

/** Why the checkpoint is not shown to extend the one kept, if so; refuses (400, 409) a wrong old size. */
function faultOf({ oldSize, proof, checkpoint }: AddCheckpoint, kept: Kept | undefined): string | undefined {
  if (oldSize > checkpoint.size) throw new Refusal(400, 'the old size is larger than the checkpoint');
  const old = kept === undefined ? undefined : parseCheckpoint(parseNote(kept.checkpoint).text);
  const size = old?.size ?? 0n;
  if (oldSize !== size) throw new Refusal(409, String(size), { 'Content-Type': 'text/x.tlog.size' });
  if (checkpoint.size === 0n && !checkpoint.root.equals(EMPTY_ROOT))
    return 'the root of an empty log is the hash of the empty string';
  const isGood = old && size > 0n ? isConsistent(old, checkpoint, proof) : proof.length === 0;
  return isGood ? undefined : 'the proof does not show that the checkpoint extends the last one';
}
