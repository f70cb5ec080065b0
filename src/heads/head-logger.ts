/**
 * Brings the log of heads up to the event log: adds a leaf for each key set, complete statement and seal that
 * has none. Any number of processes may do so, and may be killed at any moment: each leaf is appended at the
 * revision that was read, and a writer that finds another leaf there begins again from that leaf.
 */
import { isDeepStrictEqual } from 'node:util';
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { statementKeys } from '../billing/statements/recorded-statements.js';
import {
  CHECKPOINTS,
  RECEIPTS,
  loadSigningKey,
  signingKeyOrNull,
} from '../billing/statements/signing-keys.js';
import type { Settings } from '../settings/settings.js';
import { checkpointKey, logHeads, type HeadRefusal, type HeadState } from '../streams/heads/heads.decider.js';
import type { HeadLogged, KeyOfSet } from '../streams/heads/heads.events.js';
import { sealStreams } from '../streams/seals/seals.events.js';
import { statementStreams } from '../streams/statement/statement.events.js';
import type { EventContext } from '../streams/envelope.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { positionOf } from '../seals/sealed-tree.js';
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
  type StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../packages/platform/src/event-store/stored-events.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import {
  monthKeyHash,
  saltedHead,
  slotOf,
  keySetOf,
  keySetUnder,
  receiptKeysIn,
  receiptVkey,
} from './entries.js';
import { HEADS, type HeadRepository, type LoadedHeads } from './head-view.js';
import { isKeyName, signerName, vkeyOf } from './signed-note.js';

const SECRET_BYTES = 32;

export interface HeadLoggerPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Returns the private key that signs checkpoints. @throws NotDone if this machine has none */
  readonly key: () => SigningKey;
  /** Returns the key that signs receipts, for the first key set with such a key; null if there is none. */
  readonly receiptKey: () => SigningKey | null;
  /** The name of a log of heads that begins now. */
  readonly origin: string;
}

interface LoggingRun {
  readonly context: EventContext;
  readonly signal: AbortSignal | undefined;
}

/** Statements and seals that may have no entry yet, in log order. */
interface UnloggedEvents {
  readonly statements: readonly RecordedEvent[];
  readonly seals: readonly RecordedEvent[];
}
const NO_EVENTS: UnloggedEvents = { statements: [], seals: [] };

/** Makes an entry with the time of its append. */
type MakeEntry = (time: string) => HeadLogged;

const sourceOf = ({ id, stream }: RecordedEvent): NonNullable<HeadLogged['of']> => ({
  event_id: id.toLowerCase(),
  stream,
});

export class HeadLogger {
  private readonly heads: HeadRepository;
  private loaded: LoadedHeads;
  /** The position up to which every statement and seal was read; null before the first read. */
  private readUpTo: Position | null = null;
  /** The position up to which every statement and seal has its entry. */
  private loggedUpTo: Position | null = null;
  /** The events behind `loggedUpTo`. Another writer may have logged some of them. */
  private unlogged: UnloggedEvents = NO_EVENTS;

  constructor(private readonly ports: HeadLoggerPorts) {
    this.heads = new StreamRepository(ports, HEADS);
    this.loaded = this.heads.emptyStream('all');
  }

  /**
   * Logs all that has no entry yet, up to the end of the event log. Events that come meanwhile wait for the
   * next call. Does nothing in a log without seals and statements.
   * @param signal ends the work between two entries
   * @returns the state after the last entry
   * @throws NotDone if this machine has no key, or another one than the log of heads names
   */
  async catchUp(context: EventContext, signal?: AbortSignal): Promise<HeadState> {
    const { store } = this.ports;
    for (;;) {
      this.loaded = await this.heads.load('all', this.loaded);
      const upTo = await store.head();
      if (this.loggedUpTo !== null && upTo <= this.loggedUpTo) return this.loaded.state;
      await this.read(upTo);
      const { statements, seals } = this.unlogged;
      if (this.loaded.state.size === 0 && statements.length + seals.length === 0) return this.loaded.state;
      if (!(await this.logAll({ context, signal }))) continue;
      this.loggedUpTo = upTo;
      this.unlogged = NO_EVENTS;
      return this.loaded.state;
    }
  }

  private async read(upTo: Position): Promise<void> {
    const { statements, seals } = this.unlogged;
    this.unlogged = {
      statements: statements.concat(await this.newEvents('statement', upTo)),
      seals: seals.concat(await this.newEvents('seal', upTo)),
    };
    this.readUpTo = upTo;
  }

  /** Returns true if everything is logged; false if another writer came between. */
  private async logAll(work: LoggingRun): Promise<boolean> {
    const keys = await this.requiredKeys();
    const { state } = this.loaded;
    if (
      !isDeepStrictEqual(keys, state.keys) &&
      !(await this.append(work, (time) => this.keySetEntry(keys, time)))
    )
      return false;
    for (const recorded of this.unlogged.statements)
      if (!(await this.logStatement(work, recorded))) return false;
    for (const recorded of this.unlogged.seals) if (!(await this.logSeal(work, recorded))) return false;
    return true;
  }

  /** The unread events of a kind, in log order. The first call reads from the last one with an entry on. */
  private async newEvents(kind: 'statement' | 'seal', upTo: Position): Promise<RecordedEvent[]> {
    const { store } = this.ports;
    const last = this.readUpTo === null ? this.loaded.state.last[kind] : null;
    const place = last && (await positionOf(store, last.stream as StreamName, last.event_id));
    const category = kind === 'seal' ? sealStreams.category : statementStreams.category;
    const type = kind === 'seal' ? 'LogSealed' : 'StatementIssued';
    const events: RecordedEvent[] = [];
    const read = { after: this.readUpTo ?? place ?? LOG_START, categories: [category] };
    for await (const page of logPages(store, read, upTo))
      events.push(...page.events.filter((event) => event.type === type));
    return events;
  }

  private async logStatement(work: LoggingRun, recorded: RecordedEvent): Promise<boolean> {
    const { event } = statementStreams.decode(recorded);
    if (event.type !== 'StatementIssued' || event.data.head.partial) return true;
    const { head } = event.data;
    const { month } = head;
    if (!this.loaded.state.months.has(month)) {
      const secret = this.newSecret();
      const monthKeyEntry: MakeEntry = (time) => ({
        entry: { kind: 'month_key', month, sha256: monthKeyHash(secret), time },
        secret,
        of: null,
      });
      if (!(await this.append(work, monthKeyEntry))) return false;
    }
    const { months, slots } = this.loaded.state;
    const slot = slotOf(months.get(month) ?? '', head);
    if (slots.leafOf(slot) !== undefined) return true;
    const secret = this.newSecret();
    const of = sourceOf(recorded);
    return this.append(work, (time) => ({
      entry: { kind: 'statement', head: saltedHead(secret, head), month, slot, time },
      secret,
      of,
    }));
  }

  private async logSeal(work: LoggingRun, recorded: RecordedEvent): Promise<boolean> {
    const { leaves, root, last_event } = sealStreams.decode(recorded).event.data;
    if (leaves <= this.loaded.state.sealed) return true;
    const of = sourceOf(recorded);
    return this.append(work, (time) => ({
      entry: { kind: 'seal', last_event, leaves, root, time },
      secret: null,
      of,
    }));
  }

  /** The keys that the set must name: of checkpoints, of statements by their first use, and of receipts. */
  private async requiredKeys(): Promise<readonly KeyOfSet[]> {
    const currentVkey = checkpointKey(this.loaded.state);
    const origin = currentVkey === undefined ? this.ports.origin : signerName(currentVkey);
    const { public_key } = this.ports.key();
    const machineKey = vkeyOf(origin, public_key);
    if (currentVkey !== undefined && currentVkey !== machineKey)
      throw new NotDone(
        'other_key',
        `The log of heads names the checkpoint key ${currentVkey}, and this machine has ${machineKey}. Give it the key of the others.`,
      );
    const receiptKeys = receiptKeysIn(this.loaded.state.keys);
    // The first key set with a key of receipts names that of this machine. Every later set keeps it.
    const first = receiptKeys.length === 0 ? this.ports.receiptKey() : null;
    const receipts = first === null ? receiptKeys : [receiptVkey(first)];
    return keySetUnder(origin, public_key, await statementKeys(this.ports.store), receipts);
  }

  /** Makes the entry of a key set. All but the first are signed by the key of checkpoints before the set. */
  private keySetEntry(keys: readonly KeyOfSet[], time: string): HeadLogged {
    const currentVkey = checkpointKey(this.loaded.state);
    const signer =
      currentVkey === undefined ? null : { name: signerName(currentVkey), key: this.ports.key() };
    return keySetOf(keys, signer, time);
  }

  /** Appends an entry. Returns false if the log has grown meanwhile. */
  private async append({ context, signal }: LoggingRun, makeEntry: MakeEntry): Promise<boolean> {
    signal?.throwIfAborted();
    const { size } = this.loaded.state;
    const author = { context, purpose: this.ports.entropy.ulid() };
    const written = await this.heads.decide<HeadRefusal>(this.loaded, author, (state, time) =>
      logHeads(state, size, [makeEntry(time)]),
    );
    this.loaded = written.loaded;
    if (written.outcome !== 'refused') return true;
    if (written.refusal.code === 'overtaken') return false;
    throw new Error(written.refusal.detail);
  }

  private readonly newSecret = (): string =>
    Buffer.from(this.ports.entropy.bytes(SECRET_BYTES)).toString('hex');
}

/** The name of a new log of heads: the address of the service, or a name that nobody else has. */
function beginningOrigin({ publicUrl }: Pick<Settings, 'publicUrl'>, entropy: Entropy): string {
  const address = `${publicUrl?.replace(/^[a-z]+:\/\//, '') ?? ''}/log`;
  return publicUrl !== null && isKeyName(address)
    ? address
    : `company-data-log-${entropy.ulid().toLowerCase()}`;
}

/** Makes the writer of the log of heads from the settings of a process. */
export const headLogger = (
  settings: Pick<Settings, 'checkpointKey' | 'receiptKey' | 'publicUrl'>,
  ports: Pick<HeadLoggerPorts, 'store' | 'clock' | 'entropy'>,
): HeadLogger =>
  new HeadLogger({
    ...ports,
    key: () => loadSigningKey(settings.checkpointKey, CHECKPOINTS),
    receiptKey: () => signingKeyOrNull(settings.receiptKey, RECEIPTS),
    origin: beginningOrigin(settings, ports.entropy),
  });
