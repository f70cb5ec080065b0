/**
 * Shows each checkpoint to witnesses and keeps their cosignatures (C2SP tlog-witness, tlog-cosignature). A
 * witness that is down delays nothing: it is asked again with the next checkpoint, or at the next round.
 */
import { isCosignatureLine } from '../../packages/statement-check/src/watch/notes.js';
import { HttpDoor } from '../../packages/platform/src/http-client/http-door.js';
import type {
  Coordination,
  CoordinationEntry,
} from '../../packages/platform/src/coordination/coordination.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { withLimit } from '../../packages/platform/src/time/signals.js';
import type { Witness } from '../settings/witness-settings.js';
import type { PublishedHeads } from './published-heads.js';

const COSIGNED = 'heads/cosigned';
const TIMEOUT_MS = 10_000;
/** An answer is a few lines. */
const MAX_BYTES = 16_384;
const CONFLICT = 409;

interface WitnessPorts {
  readonly heads: PublishedHeads;
  readonly coordination: Coordination;
  readonly log: { warn(fields: object, message: string): void };
}

/** The witness's valid signature line over this text in an answer; undefined where there is none. */
const cosignatureIn = (answer: string, text: string, witness: Witness): string | undefined =>
  answer.split('\n').find((line) => isCosignatureLine(line, text, witness));

/** The checkpoint with the cosignatures that witnesses gave it; without any where they have not yet. */
export async function cosigned(coordination: Pick<Coordination, 'get'>, checkpoint: string): Promise<string> {
  return checkpoint + linesIn(await coordination.get(COSIGNED), checkpoint);
}

/** The lines that are kept of this checkpoint; empty where there are none. */
function linesIn(kept: CoordinationEntry | undefined, checkpoint: string): string {
  const lines = kept?.value['checkpoint'] === checkpoint ? kept.value['lines'] : '';
  return typeof lines === 'string' ? lines : '';
}

export class Witnesses {
  private readonly door = new HttpDoor();
  /** The size that each witness cosigned last, as far as it is known. */
  private readonly sizes = new Map<string, number>();
  /** The lines of the witnesses that have cosigned this checkpoint for this process. */
  private given = { note: '', lines: new Map<Witness, string>() };
  /** The checkpoint that all witnesses have cosigned. */
  private done = '';

  constructor(
    private readonly witnesses: readonly Witness[],
    private readonly ports: WitnessPorts,
  ) {}

  /** Shows the checkpoint of now to the witnesses that have not cosigned it. */
  async show(stopping: AbortSignal): Promise<void> {
    const { heads, coordination, log } = this.ports;
    if (this.witnesses.length === 0) return;
    const { tree } = await heads.view.follow();
    const note = heads.checkpoint();
    const size = tree.size;
    if (note === null || note === this.done) return;
    if (note !== this.given.note) this.given = { note, lines: new Map() };
    const { lines: given } = this.given;
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const kept = await coordination.get(COSIGNED);
    await Promise.all(
      this.witnesses.map(async (witness) => {
        try {
          const answer = given.get(witness) ?? (await this.ask(witness, note, size, stopping));
          const line = cosignatureIn(answer, text, witness);
          if (line !== undefined) given.set(witness, line);
        } catch (error) {
          log.warn({ witness: witness.name, reason: errorMessage(error) }, 'a witness did not cosign');
        }
      }),
    );
    const before = linesIn(kept, note);
    const all = this.witnesses.map((witness) => given.get(witness) ?? cosignatureIn(before, text, witness));
    const lines = all.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('');
    // Another process may have put those of a later checkpoint meanwhile: they stand.
    const expected = kept?.version ?? null;
    const isKept =
      lines === before ||
      (await coordination.put(COSIGNED, { checkpoint: note, lines }, { expected })).outcome === 'put';
    if (isKept && given.size === this.witnesses.length) this.done = note;
  }

  /** @throws Error where the witness refuses, or has seen a longer log than this one */
  private async ask(
    witness: Witness,
    note: string,
    size: number,
    stopping: AbortSignal,
    isSecond = false,
  ): Promise<string> {
    const old = this.sizes.get(witness.name) ?? 0;
    const { status, text } = await this.post(witness, note, old, stopping);
    if (status === 200) {
      this.sizes.set(witness.name, size);
      return text;
    }
    const seen = /^\d{1,15}\n$/.test(text) ? Number(text) : null;
    if (status !== CONFLICT || seen === null || seen === old || isSecond)
      throw new Error(`it answers ${status}`);
    if (seen > size)
      throw new Error(
        `it has seen ${seen} entries, and the log of heads has ${size}: is this an older copy?`,
      );
    this.sizes.set(witness.name, seen);
    return this.ask(witness, note, size, stopping, true);
  }

  private async post(
    { url }: Witness,
    note: string,
    old: number,
    stopping: AbortSignal,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { tree } = this.ports.heads.view;
    const proof = old === 0 ? [] : tree.consistency(old).map((hash) => `${hash.toString('base64')}\n`);
    const asked = {
      url: new URL(`${url}/add-checkpoint`),
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: `old ${old}\n${proof.join('')}\n${note}`,
      most: MAX_BYTES,
    };
    const { status, bytes } = await withLimit(TIMEOUT_MS, stopping, (signal) =>
      this.door.exchange({ ...asked, signal }),
    );
    return { status, text: bytes.toString() };
  }
}
