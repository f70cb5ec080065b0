/**
 * Shows each checkpoint to witnesses and keeps their cosignatures (C2SP tlog-witness, tlog-cosignature). A
 * witness that is down delays nothing: it is asked again at the next round.
 */
import { isCosignatureLine } from '../../packages/statement-check/src/watch/notes.js';
import { HttpDoor } from '../../packages/platform/src/http-client/http-door.js';
import type {
  Coordination,
  CoordinationEntry,
} from '../../packages/platform/src/coordination/coordination.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { withLimit } from '../../packages/platform/src/time/signals.js';
import type { Witness } from '../settings/signing-settings.js';
import type { PublishedHeads } from './published-heads.js';

const COSIGNATURES_KEY = 'heads/cosigned';
const TIMEOUT_MS = 10_000;
/** The maximum size of an answer, which has a few lines. */
const MAX_BYTES = 16_384;
const CONFLICT = 409;

export interface WitnessPorts {
  readonly heads: PublishedHeads;
  readonly coordination: Coordination;
  readonly log: { warn(fields: object, message: string): void };
}

/** The witness's valid signature line over this text in an answer; undefined where there is none. */
const cosignatureIn = (answer: string, text: string, witness: Witness): string | undefined =>
  answer.split('\n').find((line) => isCosignatureLine(line, text, witness));

/** Returns the checkpoint with the cosignatures that it has so far. */
export async function withCosignatures(
  coordination: Pick<Coordination, 'get'>,
  checkpoint: string,
): Promise<string> {
  return checkpoint + linesIn(await coordination.get(COSIGNATURES_KEY), checkpoint);
}

/** The stored cosignature lines of this checkpoint; empty if there are none. */
function linesIn(kept: CoordinationEntry | undefined, checkpoint: string): string {
  const lines = kept?.value['checkpoint'] === checkpoint ? kept.value['lines'] : '';
  return typeof lines === 'string' ? lines : '';
}

export class Witnesses {
  private readonly door = new HttpDoor();
  /** The size that each witness saw last, as far as this process knows. */
  private readonly sizeByWitness = new Map<string, number>();
  /** The cosignature lines that this process got for the note. */
  private cosignatures = { note: '', lines: new Map<Witness, string>() };
  /** The checkpoint that all witnesses have cosigned. */
  private completedNote = '';

  constructor(
    private readonly witnesses: readonly Witness[],
    private readonly ports: WitnessPorts,
  ) {}

  /** Shows the current checkpoint to the witnesses that have not cosigned it. */
  async show(stopping: AbortSignal): Promise<void> {
    const { heads, coordination, log } = this.ports;
    if (this.witnesses.length === 0) return;
    const { tree } = await heads.view.follow();
    const note = heads.checkpoint();
    const size = tree.size;
    if (note === null || note === this.completedNote) return;
    if (note !== this.cosignatures.note) this.cosignatures = { note, lines: new Map() };
    const { lines: lineByWitness } = this.cosignatures;
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const kept = await coordination.get(COSIGNATURES_KEY);
    await Promise.all(
      this.witnesses.map(async (witness) => {
        try {
          const answer = lineByWitness.get(witness) ?? (await this.ask(witness, note, size, stopping));
          const line = cosignatureIn(answer, text, witness);
          if (line !== undefined) lineByWitness.set(witness, line);
        } catch (error) {
          log.warn({ witness: witness.name, reason: errorMessage(error) }, 'a witness did not cosign');
        }
      }),
    );
    const earlierLines = linesIn(kept, note);
    const all = this.witnesses.map(
      (witness) => lineByWitness.get(witness) ?? cosignatureIn(earlierLines, text, witness),
    );
    const lines = all.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('');
    // Another process may have stored the lines of a later checkpoint meanwhile. Then those stay.
    const expected = kept?.version ?? null;
    const isKept =
      lines === earlierLines ||
      (await coordination.put(COSIGNATURES_KEY, { checkpoint: note, lines }, { expected })).outcome === 'put';
    if (isKept && lineByWitness.size === this.witnesses.length) this.completedNote = note;
  }

  /** @throws Error if the witness refuses, or has seen a longer log than this one */
  private async ask(
    witness: Witness,
    note: string,
    size: number,
    stopping: AbortSignal,
    isSecondTry = false,
  ): Promise<string> {
    const old = this.sizeByWitness.get(witness.name) ?? 0;
    const { status, text } = await this.post(witness, note, old, stopping);
    if (status === 200) {
      this.sizeByWitness.set(witness.name, size);
      return text;
    }
    const witnessedSize = /^\d{1,15}\n$/.test(text) ? Number(text) : null;
    if (status !== CONFLICT || witnessedSize === null || witnessedSize === old || isSecondTry)
      throw new Error(`it answers ${status}`);
    if (witnessedSize > size)
      throw new Error(
        `it has seen ${witnessedSize} entries, and the log of heads has ${size}: is this an older copy?`,
      );
    this.sizeByWitness.set(witness.name, witnessedSize);
    return this.ask(witness, note, size, stopping, true);
  }

  private async post(
    { url }: Witness,
    note: string,
    old: number,
    stopping: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { tree } = this.ports.heads.view;
    const proof = old === 0 ? [] : tree.consistencyPath(old).map((hash) => `${hash.toString('base64')}\n`);
    const request = {
      url: new URL(`${url}/add-checkpoint`),
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: `old ${old}\n${proof.join('')}\n${note}`,
      most: MAX_BYTES,
    };
    const { status, bytes } = await withLimit(TIMEOUT_MS, stopping, (signal) =>
      this.door.exchange({ ...request, signal }),
    );
    return { status, text: bytes.toString() };
  }
}
