/** Gives out the log of heads: its checkpoint, and proofs of seals and statements. */
import { CHECKPOINTS, signingKeyOrNull } from '../billing/statements/signing-keys.js';
import { checkpointKey } from '../streams/heads/heads.decider.js';
import type { HeadEntry } from '../streams/heads/heads.events.js';
import type { StatementHead } from '../streams/statement/statement.events.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { Settings } from '../settings/settings.js';
import { slotOf } from './entries.js';
import { HeadView } from './head-view.js';
import { checkpointText, signerName, signatureLine, vkeyOf } from './signed-note.js';

/** Shows that the log of heads has an entry. Secrets and hashes are hexadecimal digits. */
export interface EntryProof {
  readonly entry: HeadEntry;
  readonly index: number;
  /** The inclusion path of RFC 6962, 2.1.1, from the leaf's sibling up. */
  readonly path: readonly string[];
  readonly checkpoint: string;
}

/** Shows that the head of a statement is in the log of heads (`docs/log-of-heads.md`, "The proof"). */
export interface HeadProof extends EntryProof {
  readonly salt: string;
  readonly month_key: string;
}

export class PublishedHeads {
  readonly view: HeadView;
  /** The last signed note, kept so that trees of equal size have notes with equal bytes. */
  private lastNote: { readonly size: number; readonly note: string } | null = null;

  constructor(
    log: Pick<EventStore, 'readStream'>,
    private readonly settings: Pick<Settings, 'checkpointKey'>,
  ) {
    this.view = new HeadView(log);
  }

  /**
   * The signed note over all leaves that were read.
   * @returns null before the first leaf, or if this machine lacks the key that the log of heads names
   */
  checkpoint(): string | null {
    const { state, tree } = this.view;
    if (this.lastNote?.size === tree.size) return this.lastNote.note;
    const vkey = checkpointKey(state);
    if (vkey === undefined) return null;
    const origin = signerName(vkey);
    // The log of heads' keeper logs the reason why there is no key.
    const key = signingKeyOrNull(this.settings.checkpointKey, CHECKPOINTS);
    if (key === null || vkeyOf(origin, key.public_key) !== vkey) return null;
    const text = checkpointText(origin, tree.size, tree.root());
    const note = `${text}\n${signatureLine(origin, key, text)}`;
    this.lastNote = { size: tree.size, note };
    return note;
  }

  /**
   * The proof that the log of heads has the entry of a seal.
   * @param leaves the number of leaves under the seal
   * @returns null if the seal has no entry yet, or this machine can sign no checkpoint
   */
  async proofOfSeal(leaves: number): Promise<EntryProof | null> {
    const { leafBySealedSize } = await this.view.follow();
    const index = leafBySealedSize.get(leaves);
    return index === undefined ? null : this.entryProof(index, (await this.view.entry(index)).entry);
  }

  /** Makes the proof. Path and checkpoint are of the same tree, since no entry is read between them. */
  private entryProof(index: number, entry: HeadEntry): EntryProof | null {
    const path = this.view.tree.inclusionPath(index).map((hash) => hash.toString('hex'));
    const checkpoint = this.checkpoint();
    return checkpoint === null ? null : { entry, index, path, checkpoint };
  }

  /**
   * The proof of a complete statement.
   * @returns null if the statement has no entry yet, or this machine can sign no checkpoint
   */
  async proofOfStatement(head: StatementHead): Promise<HeadProof | null> {
    const { state } = await this.view.follow();
    const key = state.months.get(head.month) ?? '';
    const index = state.slots.leafOf(slotOf(key, head));
    if (index === undefined) return null;
    const { entry, secret } = await this.view.entry(index);
    const proof = this.entryProof(index, entry);
    return proof && { ...proof, salt: secret ?? '', month_key: key };
  }
}
