/**
 * Seals the log: appends the root over all events that live for ever. Reads only the events since the last
 * seal. Any number of processes may do so: each seal is appended at the revision that was read, and a sealer
 * that finds another seal there grows its tree again from that seal.
 */
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { derivedId } from '../streams/derived-id.js';
import type { EventContext, Timed } from '../streams/envelope.js';
import { NO_SEAL, evolve, seal, type SealState } from '../streams/seals/seals.decider.js';
import { sealStream, sealStreams, type LogSealed, type SealEvent } from '../streams/seals/seals.events.js';
import { StreamRepository, type StreamFold } from '../streams/stream-repository.js';
import { OwnNumbers, growTree } from './sealed-tree.js';

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
  /** Called between portions of work; left out: no rest. */
  readonly pace?: () => Promise<void>;
}

export class Sealer {
  private readonly seals: StreamRepository<'all', SealEvent, SealState>;
  /** The numbers after the seal with this root. With them the next seal reads no stream again. */
  private numbersAtSeal: { readonly root: string; readonly numbers: OwnNumbers } | null = null;

  constructor(private readonly ports: SealerPorts) {
    this.seals = new StreamRepository(ports, SEALS);
  }

  /** The last seal with its time; null before the first. */
  async last(): Promise<Timed<SealEvent> | null> {
    return (await this.seals.load('all')).state;
  }

  /**
   * Seals everything that is in the log now. Appends nothing if only seals, or entries of the log of heads,
   * were added since the last seal.
   * @returns the last seal, this one or an earlier one; null in a log without events
   * @throws BrokenSealError if the last seal doesn't fit the log
   */
  async seal(context: EventContext): Promise<LogSealed | null> {
    const { store, entropy } = this.ports;
    const upTo = await store.head();
    for (;;) {
      const loaded = await this.seals.load('all');
      const before = loaded.state?.event.data ?? null;
      const numbers = this.takeNumbers(before);
      const next = await this.nextSeal(before, upTo, numbers);
      if (next === null) return before;
      const author = { context, purpose: entropy.ulid() };
      const written = await this.seals.decide(loaded, author, (state) => seal(state, before, next));
      if (written.outcome === 'refused') continue;
      const sealed = written.loaded.state?.event.data ?? null;
      if (sealed?.root === next.root) this.numbersAtSeal = { root: next.root, numbers };
      return sealed;
    }
  }

  /** Takes the kept numbers, which `seal` keeps again only after its own seal was appended. */
  private takeNumbers(before: LogSealed | null): OwnNumbers {
    const { numbersAtSeal } = this;
    this.numbersAtSeal = null;
    return numbersAtSeal !== null && numbersAtSeal.root === before?.root
      ? numbersAtSeal.numbers
      : new OwnNumbers(this.ports.store);
  }

  /** The next seal; null if the only new events are seals and their entries. */
  private async nextSeal(
    from: LogSealed | null,
    upTo: Position,
    numbers: OwnNumbers,
  ): Promise<LogSealed | null> {
    const { store, pace } = this.ports;
    const { tree, lastEvent, factCount } = await growTree(store, { from, upTo, numbers, pace });
    if (lastEvent === null || factCount === 0) return null;
    return {
      leaves: tree.end,
      root: hex(tree.root()),
      last_event: lastEvent.id.toLowerCase(),
      last_stream: lastEvent.stream,
      frontier: tree.hashes.map(hex),
    };
  }
}

const hex = (hash: Buffer): string => hash.toString('hex');
