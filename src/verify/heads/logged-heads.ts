/**
 * Checks the log of heads: makes each entry again from the statements, seals and keys that stand before it in
 * the event log, and names the first that differs. Shares no rule with the code that writes the entries.
 */
import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '../../../packages/statement-check/src/format/facts.js';
import { keyIdOf } from '../../../packages/statement-check/src/format/signature.js';
import { CompactRange } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { leafHash } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { isSignatureLine, parseKey } from '../../../packages/statement-check/src/watch/notes.js';
import { headStreams, type HeadEntry, type HeadLogged } from '../../streams/heads/heads.events.js';
import { sealStreams, type LogSealed } from '../../streams/seals/seals.events.js';
import { serviceStreams } from '../../streams/service/service.events.js';
import { statementStreams, type StatementHead } from '../../streams/statement/statement.events.js';
import { categoryOf, type RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';

/** A checkpoint of the log of heads as somebody kept it. */
export interface KeptCheckpoint {
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly root: string;
}

export interface HeadsReport {
  readonly ok: boolean;
  /** Entries that were made again. */
  readonly size: number;
  /** The root over them; null where there are none. */
  readonly root: string | null;
  /** Statements and seals that have no entry yet. */
  readonly unlogged: number;
  /** The first entry that fails; null where all hold. `event_id` is the id of the `HeadLogged`. */
  readonly failed: { readonly detail: string; readonly event_id: string } | null;
  /** The result of the comparison with the kept checkpoint; null where none was given. */
  readonly checkpoint: { readonly ok: boolean; readonly detail: string } | null;
}

/** A fact that must have an entry, with the id of its event. */
interface Fact<T> {
  readonly id: string;
  readonly data: T;
}

type Entry<Kind extends HeadEntry['kind']> = Extract<HeadEntry, { readonly kind: Kind }>;
type KeySet = Entry<'key_set'>;

const sha256 = (...parts: readonly Uint8Array[]): string => hash('sha256', Buffer.concat(parts), 'hex');
const bytes = (hex: string | null): Buffer => Buffer.from(hex ?? '', 'hex');

/** The name of every key of receipts; all other keys have that of the log. */
const RECEIPTS = 'company-data-receipts';

/** 32 bytes as hexadecimal digits. */
const isSecret = (secret: string | null): boolean => /^[0-9a-f]{64}$/.test(secret ?? '');

export class HeadsCheck {
  private readonly tree = new CompactRange();
  private readonly monthKeys = new Map<string, string>();
  private readonly slots = new Set<string>();
  /** Without an entry so far, in log order. */
  private readonly statements: Fact<StatementHead>[] = [];
  private readonly seals: Fact<LogSealed>[] = [];
  private readonly publicKeys: string[] = [];
  private keySet: KeySet | null = null;
  /** The entry before says that the log goes by another name. */
  private isRenamed = false;
  private failed: HeadsReport['failed'] = null;
  private checkpoint: HeadsReport['checkpoint'] = null;

  /** @param kept a checkpoint to compare the log of heads with */
  constructor(private readonly kept: KeptCheckpoint | null = null) {
    this.compare();
  }

  /** Takes every event, in log order. One that can't be read is for the invariants to name. */
  take(recorded: RecordedEvent): void {
    if (this.failed !== null) return;
    try {
      this.see(recorded);
    } catch (error) {
      if (categoryOf(recorded.stream) === headStreams.category)
        this.fail(recorded, `it can't be read: ${String(error)}`);
    }
  }

  private see(recorded: RecordedEvent): void {
    const id = recorded.id.toLowerCase();
    switch (categoryOf(recorded.stream)) {
      case statementStreams.category: {
        const { event } = statementStreams.decode(recorded);
        if (event.type === 'StatementIssued' && !event.data.head.partial)
          this.statements.push({ id, data: event.data.head });
        return;
      }
      case sealStreams.category:
        this.seals.push({ id, data: sealStreams.decode(recorded).event.data });
        return;
      case serviceStreams.category: {
        const { event } = serviceStreams.decode(recorded);
        if (event.type === 'StatementKeyIntroduced') this.publicKeys.push(event.data.public_key);
        return;
      }
      case headStreams.category: {
        const { event, time } = headStreams.decode(recorded);
        const fault =
          event.data.entry.time === time ? this.faultOf(event.data) : 'it has another time than its event';
        if (fault === null) {
          this.tree.push(leafHash(canonicalJson(event.data.entry)));
          this.compare();
        } else this.fail(recorded, fault);
      }
    }
  }

  /** Compares the log of heads with the kept checkpoint where it has as many entries. */
  private compare(): void {
    const { kept, tree } = this;
    if (kept?.size !== tree.end) return;
    const ok = this.root() === kept.root;
    const entries = `The first ${kept.size} entries of the log of heads are`;
    const detail = ok
      ? `${entries} those of the kept checkpoint.`
      : `${entries} not those of the kept checkpoint: it was written anew.`;
    this.checkpoint = { ok, detail };
  }

  private fail({ id }: RecordedEvent, fault: string): void {
    const detail = `The log of heads fails at leaf ${this.tree.end}, event ${id}: ${fault}.`;
    this.failed = { detail, event_id: id };
  }

  private faultOf(head: HeadLogged): string | null {
    const { entry } = head;
    if (this.tree.end === 0 && entry.kind !== 'key_set') return 'it does not begin with its keys';
    if (this.isRenamed && entry.kind !== 'key_set') return 'no keys with the new name stand before it';
    switch (entry.kind) {
      case 'key_set':
        return this.faultOfKeys(entry);
      case 'month_key':
        return this.faultOfMonth(entry, head);
      case 'statement':
        return this.faultOfStatement(entry, head);
      case 'seal':
        return this.faultOfSeal(entry, head);
      case 'origin':
        return this.faultOfOrigin(entry);
    }
  }

  private faultOfKeys(entry: KeySet): string | null {
    const before = this.keySet;
    this.keySet = entry;
    const named = entry.keys.filter(({ use }) => use === 'statement').map(({ vkey }) => publicKeyIn(vkey));
    const checkpoint = entry.keys.filter(({ use }) => use === 'checkpoint');
    if (checkpoint.length !== 1) return 'it names not just one key of checkpoints';
    const nameOf = (use: string): string => (use === 'receipt' ? RECEIPTS : originOf(entry));
    if (!entry.keys.every(({ use, vkey }) => parseKey(vkey)?.name === nameOf(use)))
      return 'one of its keys is no verifier key with the name of the log';
    const receipts = receiptsIn(entry);
    if (before !== null && receiptsIn(before).some((vkey, at) => vkey !== receipts[at]))
      return 'it leaves out a key of receipts that the keys before it name';
    const isOther = before !== null && originOf(entry) !== originOf(before);
    if (isOther !== this.isRenamed)
      return isOther ? 'it gives the log another name that no entry tells of' : 'it keeps the old name';
    this.isRenamed = false;
    // One that was introduced a moment ago may come with the next set.
    if (named.some((key, at) => key !== this.publicKeys[at]))
      return 'it names other keys of statements than the event log has';
    if (before === null) return entry.signed_by === null ? null : 'nothing was there to sign the first keys';
    // Null says that the key before was lost: customers ask a person.
    return entry.signed_by === null || isSignedBy(entry, before) ? null : 'the key before it did not sign it';
  }

  private faultOfMonth({ month, sha256: sum }: Entry<'month_key'>, { secret }: HeadLogged): string | null {
    if (this.monthKeys.has(month)) return `${month} has two keys`;
    if (!isSecret(secret) || sha256(bytes(secret)) !== sum)
      return `its hash is not that of the key of ${month}`;
    this.monthKeys.set(month, secret ?? '');
    return null;
  }

  private faultOfStatement(entry: Entry<'statement'>, { secret, of }: HeadLogged): string | null {
    const { month, slot, head } = entry;
    const key = this.monthKeys.get(month);
    if (key === undefined) return `${month} has no key before its first statement`;
    if (this.slots.has(slot)) return `slot ${slot} comes twice: two statements of one account and month`;
    const next = this.statements.shift();
    if (next === undefined || next.id !== of?.event_id)
      return next === undefined
        ? 'the event log has no such statement'
        : `the statement of event ${next.id} was issued before and has no entry`;
    const { data: issued } = next;
    if (issued.month !== month) return 'its statement is of another month';
    const expected = createHmac('sha256', bytes(key)).update(`${issued.account_id}/${issued.month}`);
    if (expected.digest('hex') !== slot)
      return 'its slot is not that of the account and month of its statement';
    if (!this.keyIds().includes(issued.key_id))
      return 'the key that signed its statement is in no key set before it';
    if (!isSecret(secret) || sha256(bytes(secret), Buffer.from(canonicalJson(issued))) !== head)
      return 'its head is not that of the statement that was issued';
    this.slots.add(slot);
    return null;
  }

  private faultOfSeal({ leaves, root, last_event }: Entry<'seal'>, { of }: HeadLogged): string | null {
    const next = this.seals.shift();
    if (next === undefined || next.id !== of?.event_id)
      return next === undefined
        ? 'the event log has no such seal'
        : `the seal of event ${next.id} has no entry`;
    const { data: seal } = next;
    const isSame = seal.leaves === leaves && seal.root === root && seal.last_event === last_event;
    return isSame ? null : 'it says another thing than the seal of the event log';
  }

  private faultOfOrigin({ size, root, was }: Entry<'origin'>): string | null {
    if (size !== this.tree.end || root !== this.root())
      return 'it names another size or root than the log before it has';
    this.isRenamed = true;
    return this.keySet !== null && was !== originOf(this.keySet)
      ? 'it names another origin than the keys before it'
      : null;
  }

  private readonly keyIds = (): readonly string[] =>
    (this.keySet?.keys ?? []).map(({ vkey }) => keyIdOf(publicKeyIn(vkey)));

  private readonly root = (): string => this.tree.root().toString('hex');

  /** Call it after the last event. */
  report(): HeadsReport {
    const { failed, tree, statements, seals, kept } = this;
    const checkpoint =
      kept === null || this.checkpoint !== null
        ? this.checkpoint
        : {
            ok: false,
            detail:
              failed === null
                ? `The kept checkpoint is of ${kept.size} entries, and the log of heads has ${tree.end}: its end was cut off, or this is an older copy.`
                : `The kept checkpoint is of ${kept.size} entries, and the log of heads fails before that many.`,
          };
    const root = tree.end === 0 ? null : this.root();
    const ok = failed === null && checkpoint?.ok !== false;
    return { ok, size: tree.end, root, unlogged: statements.length + seals.length, failed, checkpoint };
  }
}

/** The Ed25519 key in a verifier key, as hexadecimal digits; empty where there is none. */
const publicKeyIn = (vkey: string): string => parseKey(vkey)?.public_key ?? '';

const receiptsIn = ({ keys }: KeySet): readonly string[] =>
  keys.filter(({ use }) => use === 'receipt').map(({ vkey }) => vkey);
const checkpointIn = ({ keys }: KeySet): string => keys.find(({ use }) => use === 'checkpoint')?.vkey ?? '';
const originOf = (keys: KeySet): string => checkpointIn(keys).split('+')[0] ?? '';

/** Returns true if the checkpoint key of the set before signed this one (C2SP signed-note). */
function isSignedBy({ signed_by, ...entry }: KeySet, before: KeySet): boolean {
  const key = parseKey(checkpointIn(before));
  return key !== null && isSignatureLine(signed_by ?? '', `${canonicalJson(entry)}\n`, key);
}
