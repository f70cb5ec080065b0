/** The folder that a sync keeps (`docs/statements.md`, "The kept folder"). */
import { hasShape, isCount, isText, listOf, atLeast } from '../check/shapes.js';
import { plainJson, LogOfHeads } from './log-of-heads.js';
import { SyncFault, type Refused } from './faults.js';
import { parseCheckpoint, parseNote, type Checkpoint } from './notes.js';
import type { Folder } from './ports.js';

/** Whom a sync believes. */
export interface Policy {
  readonly account_id: number;
  /** A verifier key (C2SP), as those of witnesses. */
  readonly checkpoint_key: string;
  readonly witnesses: readonly string[];
  readonly witnesses_needed: number;
}

const POLICY = {
  account_id: atLeast(1),
  checkpoint_key: isText,
  witnesses: listOf(isText),
  witnesses_needed: isCount,
} satisfies Record<keyof Policy, unknown>;

const MONTH_FILE = /^([1-9]\d{3}-(?:0[1-9]|1[0-2]))\.ndjson$/;
const LINE_FEED = 0x0a;

/** The pieces between line feeds; what stands behind the last one was never whole. */
export function wholeLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

const joined = (lines: readonly Uint8Array[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));

export class KeptFolder {
  constructor(private readonly folder: Folder) {}

  async policy(): Promise<Policy | null> {
    const bytes = await this.folder.read('policy.json');
    if (bytes === null) return null;
    const policy = plainJson(bytes);
    if (!hasShape(policy, POLICY)) throw new SyncFault('kept_damaged', 'policy.json');
    return policy as Policy;
  }

  keepPolicy(policy: Policy): Promise<void> {
    return this.folder.write('policy.json', Buffer.from(`${JSON.stringify(policy, null, 1)}\n`));
  }

  /** The log as it passed last, with its checkpoint; null before the first. */
  async log(): Promise<{ readonly log: LogOfHeads; readonly kept: Checkpoint | null }> {
    const log = new LogOfHeads();
    const bytes = await this.folder.read('log/checkpoint');
    if (bytes === null) return { log, kept: null };
    const note = parseNote(bytes);
    const kept = note && parseCheckpoint(note);
    if (kept === null) throw new SyncFault('kept_damaged', 'log/checkpoint');
    for (const text of await this.entries(kept.size)) log.add(text);
    if (log.fault !== null || log.size !== kept.size || !log.tree.root().equals(kept.root))
      throw new SyncFault('kept_damaged', 'log/entries.ndjson');
    return { log, kept };
  }

  /** The texts of the first entries. */
  async entries(size: number): Promise<readonly Uint8Array[]> {
    return wholeLines((await this.folder.read('log/entries.ndjson')) ?? new Uint8Array()).slice(0, size);
  }

  /** Puts entries behind the first `size`, then the checkpoint of all. */
  async keepLog(size: number, texts: readonly Uint8Array[], checkpoint: Uint8Array): Promise<void> {
    const before = size === 0 ? [] : await this.entries(size);
    await this.folder.write('log/entries.ndjson', joined([...before, ...texts]));
    await this.folder.write('log/checkpoint', checkpoint);
  }

  /** Keeps the log as it was before it went by another name. */
  async setAside(size: number): Promise<void> {
    for (const name of ['checkpoint', 'entries.ndjson'])
      await this.folder.write(
        `before/${size}/${name}`,
        (await this.folder.read(`log/${name}`)) ?? new Uint8Array(),
      );
  }

  async months(): Promise<readonly string[]> {
    const names = await this.folder.list('statements');
    return names.flatMap((name) => MONTH_FILE.exec(name)?.[1] ?? []).toSorted();
  }

  async statement(month: string): Promise<Buffer> {
    const bytes = await this.folder.read(`statements/${month}.ndjson`);
    if (bytes === null) throw new SyncFault('kept_damaged', `statements/${month}.ndjson`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  keepStatement(month: string, bytes: Uint8Array): Promise<void> {
    return this.folder.write(`statements/${month}.ndjson`, bytes);
  }

  proof(month: string): Promise<Uint8Array | null> {
    return this.folder.read(`proofs/${month}.json`);
  }

  keepProof(month: string, bytes: Uint8Array): Promise<void> {
    return this.folder.write(`proofs/${month}.json`, bytes);
  }

  /** The promises by the names of their files. */
  async promises(): Promise<readonly (readonly [name: string, bytes: Uint8Array])[]> {
    const names = (await this.folder.list('promises')).filter((name) => !name.startsWith('.')).toSorted();
    const read = async (name: string): Promise<readonly [string, Uint8Array]> => [
      name,
      (await this.folder.read(`promises/${name}`)) ?? new Uint8Array(),
    ];
    return Promise.all(names.map(read));
  }

  /** Puts what failed in the place of what failed before, which goes only once all is written. */
  async refuse(refused: Refused): Promise<void> {
    for (const [name, bytes] of Object.entries(refused)) await this.folder.write(`refused/${name}`, bytes);
    for (const name of await this.folder.list('refused'))
      if (!Object.hasOwn(refused, name)) await this.folder.remove(`refused/${name}`);
  }
}
