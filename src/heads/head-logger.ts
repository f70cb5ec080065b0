/**
 * Brings the log of heads up to the event log: a leaf for each key set, complete statement and seal that has
 * none. Safe in any number of processes, and after a kill at any moment: each leaf is appended at the
 * revision that was read, and a writer that finds another leaf there begins again from it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { statementKeys } from '../billing/statements/recorded-statements.js';
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
import { monthKeyHash, saltedHead, slotOf } from './entries.js';
import { HEADS, type HeadRepository, type LoadedHeads } from './head-view.js';
import { keySetOf, keySetUnder, receiptKeysIn, receiptVkey } from './key-sets.js';
import { signerName, vkeyOf } from './signed-note.js';

const SECRET_BYTES = 32;

export interface HeadLoggerPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The private key that signs checkpoints. @throws NotDone where this machine has none */
  readonly key: () => SigningKey;
  /** The key that signs receipts, for the first set that names one; null where this machine has none. */
  readonly receiptKey: () => SigningKey | null;
  /** The origin of a log that begins. */
  readonly origin: string;
}

interface Work {
  readonly context: EventContext;
  readonly signal: AbortSignal | undefined;
}

/** Events that must have an entry, in log order. */
interface Waiting {
  readonly statements: readonly RecordedEvent[];
  readonly seals: readonly RecordedEvent[];
}
const NONE_WAIT: Waiting = { statements: [], seals: [] };

/** An entry gets its time when it is appended. */
type Make = (time: string) => HeadLogged;

const sourceOf = ({ id, stream }: RecordedEvent): NonNullable<HeadLogged['of']> => ({
  event_id: id.toLowerCase(),
  stream,
});

export class HeadLogger {
  private readonly heads: HeadRepository;
  private loaded: LoadedHeads;
  /** Up to here every statement and seal was read; null before the first look. */
  private seen: Position | null = null;
  /** Up to here every one has its entry. */
  private done: Position | null = null;
  /** Those behind `done`. Some may have got their entry from another writer. */
  private waiting: Waiting = NONE_WAIT;

  constructor(private readonly ports: HeadLoggerPorts) {
    this.heads = new StreamRepository(ports, HEADS);
    this.loaded = this.heads.unread('all');
  }

  /**
   * Logs what has no entry yet, up to the end of the event log at the last look: what comes during it waits
   * for the next call. Does nothing in a log without seals and statements.
   * @param signal ends the work between two entries
   * @returns the state after it
   * @throws NotDone where this machine has no key, or another than the log of heads names
   */
  async catchUp(context: EventContext, signal?: AbortSignal): Promise<HeadState> {
    const { store } = this.ports;
    for (;;) {
      this.loaded = await this.heads.load('all', this.loaded);
      const upTo = await store.head();
      if (this.done !== null && upTo <= this.done) return this.loaded.state;
      await this.read(upTo);
      const { statements, seals } = this.waiting;
      if (this.loaded.state.size === 0 && statements.length + seals.length === 0) return this.loaded.state;
      if (!(await this.logAll({ context, signal }))) continue;
      this.done = upTo;
      this.waiting = NONE_WAIT;
      return this.loaded.state;
    }
  }

  private async read(upTo: Position): Promise<void> {
    const { statements, seals } = this.waiting;
    this.waiting = {
      statements: statements.concat(await this.behind('statement', upTo)),
      seals: seals.concat(await this.behind('seal', upTo)),
    };
    this.seen = upTo;
  }

  /** Returns true if everything is logged; false where another writer came between. */
  private async logAll(work: Work): Promise<boolean> {
    const keys = await this.keys();
    const { state } = this.loaded;
    if (!isDeepStrictEqual(keys, state.keys) && !(await this.log(work, (time) => this.keySet(keys, time))))
      return false;
    for (const recorded of this.waiting.statements)
      if (!(await this.logStatement(work, recorded))) return false;
    for (const recorded of this.waiting.seals) if (!(await this.logSeal(work, recorded))) return false;
    return true;
  }

  /** The events of a kind behind those seen, at first behind the last one with an entry, in log order. */
  private async behind(kind: 'statement' | 'seal', upTo: Position): Promise<RecordedEvent[]> {
    const { store } = this.ports;
    const last = this.seen === null ? this.loaded.state.last[kind] : null;
    const place = last && (await positionOf(store, last.stream as StreamName, last.event_id));
    const category = kind === 'seal' ? sealStreams.category : statementStreams.category;
    const type = kind === 'seal' ? 'LogSealed' : 'StatementIssued';
    const events: RecordedEvent[] = [];
    const read = { after: this.seen ?? place ?? LOG_START, categories: [category] };
    for await (const page of logPages(store, read, upTo))
      events.push(...page.events.filter((event) => event.type === type));
    return events;
  }

  private async logStatement(work: Work, recorded: RecordedEvent): Promise<boolean> {
    const { event } = statementStreams.decode(recorded);
    if (event.type !== 'StatementIssued' || event.data.head.partial) return true;
    const { head } = event.data;
    const { month } = head;
    if (!this.loaded.state.months.has(month)) {
      const secret = this.secret();
      const begins: Make = (time) => ({
        entry: { kind: 'month_key', month, sha256: monthKeyHash(secret), time },
        secret,
        of: null,
      });
      if (!(await this.log(work, begins))) return false;
    }
    const { months, slots } = this.loaded.state;
    const slot = slotOf(months.get(month) ?? '', head);
    if (slots.leafOf(slot) !== undefined) return true;
    const secret = this.secret();
    const of = sourceOf(recorded);
    return this.log(work, (time) => ({
      entry: { kind: 'statement', head: saltedHead(secret, head), month, slot, time },
      secret,
      of,
    }));
  }

  private async logSeal(work: Work, recorded: RecordedEvent): Promise<boolean> {
    const { leaves, root, last_event } = sealStreams.decode(recorded).event.data;
    if (leaves <= this.loaded.state.sealed) return true;
    const of = sourceOf(recorded);
    return this.log(work, (time) => ({
      entry: { kind: 'seal', last_event, leaves, root, time },
      secret: null,
      of,
    }));
  }

  /** The keys that the set must name: the one of checkpoints, and those of statements by their first use. */
  private async keys(): Promise<readonly KeyOfSet[]> {
    const known = checkpointKey(this.loaded.state);
    const origin = known === undefined ? this.ports.origin : signerName(known);
    const { public_key } = this.ports.key();
    const own = vkeyOf(origin, public_key);
    if (known !== undefined && known !== own)
      throw new NotDone(
        'other_key',
        `The log of heads names the checkpoint key ${known}, and this machine has ${own}. Give it the key of the others.`,
      );
    const named = receiptKeysIn(this.loaded.state.keys);
    // The first key of receipts is named as it is found, and every later key set keeps it.
    const first = named.length === 0 ? this.ports.receiptKey() : null;
    const receipts = first === null ? named : [receiptVkey(first)];
    return keySetUnder(origin, public_key, await statementKeys(this.ports.store), receipts);
  }

  /** The first set has no signature; every further one is signed by the key of checkpoints before it. */
  private keySet(keys: readonly KeyOfSet[], time: string): HeadLogged {
    const known = checkpointKey(this.loaded.state);
    const signer = known === undefined ? null : { name: signerName(known), key: this.ports.key() };
    return keySetOf(keys, signer, time);
  }

  /** Appends an entry. False where the log has grown meanwhile. */
  private async log({ context, signal }: Work, make: Make): Promise<boolean> {
    signal?.throwIfAborted();
    const { size } = this.loaded.state;
    const author = { context, purpose: this.ports.entropy.ulid() };
    const written = await this.heads.decide<HeadRefusal>(this.loaded, author, (state, time) =>
      logHeads(state, size, [make(time)]),
    );
    this.loaded = written.loaded;
    if (written.outcome !== 'refused') return true;
    if (written.refusal.code === 'overtaken') return false;
    throw new Error(written.refusal.detail);
  }

  private readonly secret = (): string => Buffer.from(this.ports.entropy.bytes(SECRET_BYTES)).toString('hex');
}
