/**
 * Seals the log: appends the root over all events that live for ever. Reads only what is new since the last
 * seal. Safe in any number of processes: each seal is appended at the revision that was read, and a sealer
 * that finds another seal there grows its tree again from that one.
 */
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { derivedId } from '../streams/derived-id.js';
import type { EventContext, Timed } from '../streams/envelope.js';
import { NO_SEAL, evolve, seal, type SealState } from '../streams/seals/seals.decider.js';
import { sealStream, sealStreams, type LogSealed, type SealEvent } from '../streams/seals/seals.events.js';
import { StreamRepository, type StreamFold } from '../streams/stream-repository.js';
import { OwnNumbers } from './own-numbers.js';
import { growTree } from './sealed-tree.js';

const SEALS: StreamFold<'all', SealEvent, SealState> = {
  stream: sealStreams,
  initial: NO_SEAL,
  evolve,
  eventId: (_all, { data }, purpose) => derivedId(sealStream, purpose, data.root),
  lastOnly: true,
};

export interface SealerPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Pick<Entropy, 'ulid'>;
  /** Called between portions of work; left out: without a rest. */
  readonly pace?: () => Promise<void>;
}

export class Sealer {
  private readonly seals: StreamRepository<'all', SealEvent, SealState>;
  /** Numbers that have met all events up to the seal with this root: the next seal reads no stream again. */
  private met: { readonly root: string; readonly numbers: OwnNumbers } | null = null;

  constructor(private readonly ports: SealerPorts) {
    this.seals = new StreamRepository(ports, SEALS);
  }

  /** The last seal with its time; null before the first. */
  async last(): Promise<Timed<SealEvent> | null> {
    return (await this.seals.load('all')).state;
  }

  /**
   * Seals everything that is in the log now. Appends nothing where only seals, or entries of the log of
   * heads, were added since the last one.
   * @returns the last seal, this one or an earlier one; null in a log without events
   * @throws BrokenSealError where the last seal doesn't fit the log
   */
  async seal(context: EventContext): Promise<LogSealed | null> {
    const { store, entropy } = this.ports;
    const upTo = await store.head();
    for (;;) {
      const loaded = await this.seals.load('all');
      const before = loaded.state?.event.data ?? null;
      const numbers = this.numbersUpTo(before);
      const next = await this.grown(before, upTo, numbers);
      if (next === null) return before;
      const author = { context, purpose: entropy.ulid() };
      const written = await this.seals.decide(loaded, author, (state) => seal(state, before, next));
      if (written.outcome === 'refused') continue;
      const sealed = written.loaded.state?.event.data ?? null;
      if (sealed?.root === next.root) this.met = { root: next.root, numbers };
      return sealed;
    }
  }

  /** Takes the numbers out: they are kept again only once the seal that they lead to is the last one. */
  private numbersUpTo(before: LogSealed | null): OwnNumbers {
    const { met } = this;
    this.met = null;
    return met !== null && met.root === before?.root ? met.numbers : new OwnNumbers(this.ports.store);
  }

  /** The next seal; null where it would cover no new event but seals and their entries. */
  private async grown(
    from: LogSealed | null,
    upTo: Position,
    numbers: OwnNumbers,
  ): Promise<LogSealed | null> {
    const { store, pace } = this.ports;
    const { tree, last, facts } = await growTree(store, { from, upTo, numbers, pace });
    if (last === null || facts === 0) return null;
    return {
      leaves: tree.end,
      root: hex(tree.root()),
      last_event: last.id.toLowerCase(),
      last_stream: last.stream,
      frontier: tree.hashes.map(hex),
    };
  }
}

const hex = (hash: Buffer): string => hash.toString('hex');
