/**
 * Checks the seals of the log: computes the root of each seal again from the events that `verify` reads, and
 * finds the first seal that fails. Also compares the log with a seal that was kept outside of it.
 */
import { CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import type { SealedLog } from '../seals/sealed-tree.js';
import { isSealed, sealedLeaf, BrokenSealError, OwnNumbers, growTree } from '../seals/sealed-tree.js';
import { sealStream, sealStreams, type LogSealed, type SealEvent } from '../streams/seals/seals.events.js';
import type { Logged } from '../streams/envelope.js';
import type { Position, RecordedEvent } from '../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

/** A seal as people keep it outside of the log. */
export type KeptSeal = Pick<LogSealed, 'leaves' | 'root'>;

export interface SealsReport {
  readonly ok: boolean;
  /** Seals whose root was computed again. */
  readonly checked: number;
  /** The last seal that holds; null where there is none. Kept elsewhere, it is a file for `--checkpoint`. */
  readonly sealed: (Pick<LogSealed, 'leaves' | 'root' | 'last_event'> & { readonly time: string }) | null;
  /** The first seal that fails; null where all hold. `event_id` is the id of the `LogSealed`. */
  readonly failed: { readonly detail: string; readonly event_id: string } | null;
  /** The result of the comparison with the kept seal; null where none was given. */
  readonly checkpoint: { readonly ok: boolean; readonly detail: string } | null;
}

type Seal = Logged<SealEvent>;

export class SealsCheck {
  private readonly tree = new CompactRange();
  /** Leaves of the tree so far. */
  private size = 0;
  private checked = 0;
  /** Seals whose number of leaves was reached. */
  private reached = 0;
  private lastHolding: Seal | null;
  private failed: SealsReport['failed'] = null;
  private checkpoint: SealsReport['checkpoint'] = null;

  private constructor(
    private readonly seals: readonly Seal[],
    private readonly kept: KeptSeal | null,
    trusted: Seal | null = null,
  ) {
    this.lastHolding = trusted;
  }

  /** Reads the seals up to a position, for a check of all events from the first on. */
  static async begin(log: SealedLog, upTo: Position, kept: KeptSeal | null): Promise<SealsCheck> {
    return new SealsCheck(await sealsUpTo(log, upTo), kept);
  }

  /**
   * Checks the seals after a position. Trusts the last seal up to it, and reads the log from that seal: up to
   * an hour more than requested.
   */
  static async since(log: SealedLog, since: Position, upTo: Position): Promise<SealsReport> {
    const seals = await sealsUpTo(log, upTo);
    const trusted = seals.findLast(({ position }) => position <= since) ?? null;
    const check = new SealsCheck(
      seals.filter(({ position }) => position > since),
      null,
      trusted,
    );
    try {
      const from = trusted?.event.data ?? null;
      if (check.seals.length > 0)
        await growTree(log, {
          ...{ from, upTo, numbers: new OwnNumbers(log) },
          onLeaf: (tree, event) => check.passed(tree, event),
        });
    } catch (error) {
      if (!(error instanceof BrokenSealError) || trusted === null) throw error;
      check.failed = { detail: `${error.message}.`, event_id: trusted.id };
    }
    return check.report();
  }

  /** @param event with its number among our own events as its revision */
  take(event: RecordedEvent): void {
    if (!this.isWatching || !isSealed(event)) return;
    this.tree.push(sealedLeaf(event, event.revision));
    this.passed(this.tree, event);
  }

  /** True while a seal or the kept seal is still to be reached. Otherwise no root is needed any more. */
  private get isWatching(): boolean {
    const isOpen = this.kept !== null && this.checkpoint === null;
    return isOpen || (this.failed === null && this.reached < this.seals.length);
  }

  private passed(tree: CompactRange, event: RecordedEvent): void {
    this.size = tree.end;
    if (this.size === this.kept?.leaves) this.compareKept(tree, this.kept);
    for (
      let seal = this.seals[this.reached];
      seal !== undefined && seal.event.data.leaves <= tree.end;
      seal = this.seals[this.reached]
    ) {
      this.reached += 1;
      if (this.failed !== null) continue;
      this.checked += 1;
      const fault = faultOf(seal, tree, event);
      if (fault === null) this.lastHolding = seal;
      else this.fail(seal, fault);
    }
  }

  private fail(seal: Seal, fault: string): void {
    const between =
      this.lastHolding === null
        ? 'the beginning of the log and this seal'
        : `the seal before it (${named(this.lastHolding)}) and this one`;
    const detail = `The first seal that fails is that of ${named(seal)}: ${fault}. Between ${between} an event was edited, taken out or put in, or this seal was edited itself.`;
    this.failed = { detail, event_id: seal.id };
  }

  private compareKept(tree: CompactRange, { leaves, root }: KeptSeal): void {
    const ok = hex(tree) === root;
    const detail = ok
      ? `The first ${leaves} events are those of the kept seal.`
      : `The first ${leaves} events are not those of the kept seal: an event was edited, taken out or put in, and the seals of the log were made anew.`;
    this.checkpoint = { ok, detail };
  }

  /** Call it after the last event. */
  report(): SealsReport {
    const unreached = this.seals[this.reached];
    if (unreached !== undefined && this.failed === null)
      this.fail(unreached, `the log has only ${this.size} events that live for ever`);
    if (this.kept !== null && this.checkpoint === null)
      this.checkpoint = {
        ok: false,
        detail: `The kept seal is of ${this.kept.leaves} events, the log has ${this.size}: its end was cut off, or this is an older copy.`,
      };
    const { checked, lastHolding, failed, checkpoint } = this;
    const ok = failed === null && checkpoint?.ok !== false;
    return { ok, checked, sealed: lastHolding && sealedPart(lastHolding), failed, checkpoint };
  }
}

const sealedPart = ({ time, event: { data } }: Seal): SealsReport['sealed'] => {
  const { leaves, root, last_event } = data;
  return { leaves, root, last_event, time };
};

const named = ({ id, time, event }: Seal): string => `${time}, ${event.data.leaves} events, event ${id}`;

const hex = (tree: CompactRange): string => tree.root().toString('hex');

/** The fault of a seal whose events end here; null where nothing is. */
function faultOf({ event: { data } }: Seal, tree: CompactRange, last: RecordedEvent): string | null {
  if (data.leaves !== tree.end) return 'it covers fewer events than the seal before it';
  if (data.last_event !== last.id.toLowerCase())
    return `its last event is ${data.last_event}, and event ${data.leaves} of the log is ${last.id}`;
  if (data.root !== hex(tree)) return 'its events have another root';
  const frontier = tree.hashes.map((hash) => hash.toString('hex'));
  return data.frontier.join() === frontier.join() ? null : 'its frontier is not that of its root';
}

/** Leaves out seals that can't be read: invariant 8 reports them. */
async function sealsUpTo(log: SealedLog, upTo: Position): Promise<Seal[]> {
  const seals: Seal[] = [];
  for await (const recorded of storedEvents(log, sealStream)) {
    if (recorded.position > upTo) break;
    try {
      seals.push(sealStreams.decode(recorded));
    } catch {
      continue;
    }
  }
  return seals;
}
