/** Reads the log of heads by its entry tiles, and compares it with what was kept of it. */
import { CompactRange } from '../merkle/compact-range.js';
import { leafHash } from '../merkle/tree-hash.js';
import { SyncFault } from './faults.js';
import type { KeptFolder, Policy } from './kept-folder.js';
import { LogOfHeads, plainJson } from './log-of-heads.js';
import {
  countCosigners,
  isSigned,
  parseCheckpoint,
  parseKey,
  parseNote,
  utf8Text,
  type Checkpoint,
  type Note,
  type NoteKey,
} from './notes.js';
import type { Service } from './ports.js';

const TILE = 256;
/** The most that a sync reads of entries. */
const MAX_BYTES = 2 ** 28;
/** A cache may give an older checkpoint for five seconds. */
const STALE_MS = 6_000;
/** Witnesses sign a new checkpoint within a minute. */
const WITNESS_MS = 20_000;
const WITNESS_ROUNDS = 4;
const REACH_ROUNDS = 3;

export interface Accepted {
  /** The new name of the log; true: any. */
  readonly origin?: string | true | undefined;
  /** The new checkpoint key, where the old one was lost. */
  readonly key?: string | undefined;
}

interface Told {
  readonly bytes: Uint8Array;
  readonly note: Note;
  readonly checkpoint: Checkpoint;
}

/** The key that the service names. @throws SyncFault where it names none */
export async function vkeyTold(service: Service): Promise<string> {
  const bytes = await service.get('/log/vkey', 'public');
  if (bytes === null) throw new SyncFault('no_log');
  const key = parseKey((utf8Text(bytes) ?? '').trim());
  if (key === null) throw new SyncFault('checkpoint_signature', '/log/vkey');
  return key.vkey;
}

export class LogReader {
  log = new LogOfHeads();
  /** Entries that were kept and are not in the log since it goes by another name. */
  lost: readonly string[] = [];
  private kept: Checkpoint | null = null;
  private isRead = false;
  private readonly witnesses: readonly NoteKey[];

  /** @throws SyncFault where the policy names no keys */
  constructor(
    readonly service: Service,
    private readonly folder: KeptFolder,
    private policy: Policy,
    private readonly accepted: Accepted = {},
  ) {
    const witnesses = policy.witnesses.map((vkey) => parseKey(vkey, 'cosignature'));
    if (!witnesses.every((key) => key !== null)) throw new SyncFault('kept_damaged', 'policy.json');
    this.witnesses = witnesses;
  }

  /** Reads what is new, and keeps it. @throws SyncFault */
  async update(): Promise<void> {
    if (!this.isRead) ({ log: this.log, kept: this.kept } = await this.folder.log());
    this.isRead = true;
    const { kept } = this;
    const told = await this.witnessed();
    const { bytes, note, checkpoint } = told;
    const isOther = kept !== null && kept.origin !== checkpoint.origin;
    if (kept !== null && !isOther && checkpoint.size < kept.size) {
      const isOwn = this.log.chain.some((key) => isSigned(note, key));
      const sizes = `${checkpoint.size} of ${kept.size}`;
      throw new SyncFault(isOwn ? 'log_shrunk' : 'checkpoint_signature', sizes, { checkpoint: bytes });
    }
    const first = isOther ? 0 : this.log.size;
    let texts: readonly Uint8Array[] = [];
    try {
      texts = await this.entries(first, checkpoint.size);
      await this.add(first, texts, told);
    } catch (error) {
      if (!(error instanceof SyncFault)) throw error;
      const entries = Buffer.concat(texts.flatMap((text) => [text, Buffer.from('\n')]));
      const { code, where, lost } = error;
      throw new SyncFault(code, where, { checkpoint: bytes, 'entries.ndjson': entries }, lost);
    }
    const { key } = this.accepted;
    if (key !== undefined && key === this.log.chain.at(-1)?.vkey)
      this.policy = { ...this.policy, checkpoint_key: key };
    await this.folder.keepPolicy(this.policy);
    if (isOther) await this.folder.setAside(kept.size);
    if (texts.length > 0 || kept === null) await this.folder.keepLog(first, texts, bytes);
    this.kept = checkpoint;
  }

  /** Reads on where a proof stands on a longer log than was read. */
  async reach(size: number): Promise<void> {
    for (let round = 0; round < REACH_ROUNDS && size > this.log.size; round += 1) {
      await this.update();
      if (size > this.log.size) await this.service.pause(STALE_MS);
    }
  }

  /** The checkpoint, once it has the signatures of witnesses that the policy asks for. */
  private async witnessed(): Promise<Told> {
    const { witnesses_needed: needed } = this.policy;
    for (let round = 1; ; round += 1) {
      const told = await this.told();
      if (countCosigners(told.note, this.witnesses) >= needed) return told;
      if (round === WITNESS_ROUNDS)
        throw new SyncFault('witnesses_missing', `${needed} needed`, { checkpoint: told.bytes });
      await this.service.pause(WITNESS_MS);
    }
  }

  private async told(mayBeStale = true): Promise<Told> {
    const bytes = await this.service.get('/log/checkpoint', 'public');
    if (bytes === null) throw new SyncFault('no_log');
    const note = parseNote(bytes);
    const checkpoint = note && parseCheckpoint(note);
    if (note === null || checkpoint === null)
      throw new SyncFault('checkpoint_wrong', '', { checkpoint: bytes });
    if (!mayBeStale || checkpoint.size >= (this.kept?.size ?? 0)) return { bytes, note, checkpoint };
    await this.service.pause(STALE_MS);
    return this.told(false);
  }

  private async add(first: number, texts: readonly Uint8Array[], { note, checkpoint }: Told): Promise<void> {
    const known = [...this.log.chain];
    // A fault ends the sync, so that nobody sees what of a refused log was added.
    const log = first === 0 ? new LogOfHeads() : this.log;
    for (const text of texts) log.add(text);
    if (log.size !== checkpoint.size || !log.tree.root().equals(checkpoint.root)) {
      if (first > 0 && !known.some((key) => isSigned(note, key))) throw new SyncFault('checkpoint_signature');
      const isFork = first > 0 && (first === checkpoint.size || (await this.makesItsTree(checkpoint)));
      throw new SyncFault(isFork ? 'log_forked' : 'entries_wrong');
    }
    if (log.fault !== null) throw log.fault;
    if (this.kept !== null && this.kept.origin !== checkpoint.origin)
      await this.requireSuccession(log, texts, this.kept, checkpoint);
    log.requireSigned(note, this.policy.checkpoint_key, this.accepted.key ?? null);
    this.log = log;
  }

  /** Whether the served log agrees with its own checkpoint, so that it is another than the kept one. */
  private async makesItsTree({ size, root }: Checkpoint): Promise<boolean> {
    const tree = new CompactRange();
    for (const text of await this.entries(0, size)) tree.push(leafHash(Buffer.from(text).toString()));
    return tree.root().equals(root);
  }

  /** A log of another name has the entries of the kept one, up to the entry that says so. */
  private async requireSuccession(
    log: LogOfHeads,
    texts: readonly Uint8Array[],
    kept: Checkpoint,
    { origin }: Checkpoint,
  ): Promise<void> {
    const before = await this.folder.entries(kept.size);
    const differs = before.findIndex(
      (text, index) => !Buffer.from(text).equals(texts[index] ?? Buffer.alloc(0)),
    );
    const left = differs < 0 ? before.length : differs;
    this.lost = before.slice(left).map((text) => Buffer.from(text).toString());
    if (this.accepted.origin !== true && this.accepted.origin !== origin)
      throw new SyncFault('origin_changed', origin, {}, this.lost);
    const entry = plainJson(texts[left] ?? new Uint8Array()) as { readonly kind?: unknown } | null;
    const isNamed = this.lost.length === 0 || entry?.kind === 'origin';
    if (!log.origins.has(kept.origin) || !isNamed) throw new SyncFault('log_forked');
  }

  private async entries(first: number, size: number): Promise<readonly Uint8Array[]> {
    const texts: Uint8Array[] = [];
    let bytes = 0;
    for (let tile = Math.floor(first / TILE); first < size && tile * TILE < size; tile += 1) {
      const bundle = await this.bundle(tile, Math.min(TILE, size - tile * TILE));
      texts.push(...bundle.slice(Math.max(0, first - tile * TILE)));
      bytes += bundle.reduce((sum, text) => sum + text.length + 1, 0);
      if (bytes > MAX_BYTES) throw new SyncFault('entries_wrong', `more than ${MAX_BYTES} bytes`);
    }
    return texts;
  }

  /** The first entries of a tile. */
  private async bundle(tile: number, width: number): Promise<readonly Uint8Array[]> {
    const digits = String(tile).padStart(Math.ceil(String(tile).length / 3) * 3, '0');
    const place = `/log/tile/entries/${digits.replaceAll(/\d{3}(?=\d)/g, 'x$&/')}`;
    const partial = width < TILE ? await this.service.get(`${place}.p/${width}`, 'public') : null;
    // A partial tile may be gone once the full one is there.
    const bytes = partial ?? (await this.service.get(place, 'public')) ?? new Uint8Array();
    const texts: Uint8Array[] = [];
    let at = 0;
    while (at < bytes.length && texts.length < width) {
      const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
      texts.push(bytes.subarray(at + 2, end));
      at = end;
    }
    // Every entry has a form, so that an endless log of empty ones is not read to its end.
    if (at > bytes.length || texts.length < width || !texts.every(isFormed))
      throw new SyncFault('entries_wrong', `entries ${tile}`);
    return texts;
  }
}

/** The brace of an object. */
const OPENING = 0x7b;
/** Bytes of an entry; each real one is longer. */
const LEAST_BYTES = 64;
const isFormed = (text: Uint8Array): boolean => text[0] === OPENING && text.length >= LEAST_BYTES;
