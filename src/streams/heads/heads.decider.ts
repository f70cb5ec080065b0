/** Decides on entries of the log of heads. Pure: entries, secrets and signatures are made elsewhere. */
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { Timed } from '../envelope.js';
import type { HeadEvent, HeadLogged, KeyOfSet } from './heads.events.js';

type Source = NonNullable<HeadLogged['of']>;

/**
 * The taken slots, each with its leaf from 0. Immutable: one more slot beside n others costs about log2(n)
 * steps, because maps of falling sizes are shared with the set before.
 */
export class TakenSlots {
  private constructor(private readonly maps: readonly ReadonlyMap<string, number>[]) {}

  static readonly NONE = new TakenSlots([]);

  /** Returns the leaf of a slot; undefined where it is free. */
  leafOf(slot: string): number | undefined {
    return this.maps.find((map) => map.has(slot))?.get(slot);
  }

  with(slot: string, leaf: number): TakenSlots {
    const added = new Map([[slot, leaf]]);
    const maps = [...this.maps];
    for (let last = maps.at(-1); last !== undefined && last.size <= added.size; last = maps.at(-1)) {
      for (const [otherSlot, otherLeaf] of last) added.set(otherSlot, otherLeaf);
      maps.pop();
    }
    return new TakenSlots([...maps, added]);
  }
}

export interface HeadState {
  /** Leaves. */
  readonly size: number;
  /** The key set in force; empty before the first entry. */
  readonly keys: readonly KeyOfSet[];
  /** The keys of months: 32 bytes as hexadecimal digits. */
  readonly months: ReadonlyMap<string, string>;
  /** The slots of statements, of all months. */
  readonly slots: TakenSlots;
  /** Leaves under the last seal that has an entry; 0 before the first. */
  readonly sealed: number;
  /** The events that the last entries of these kinds state. */
  readonly last: { readonly statement: Source | null; readonly seal: Source | null };
}

export const NO_HEADS: HeadState = {
  size: 0,
  keys: [],
  months: new Map(),
  slots: TakenSlots.NONE,
  sealed: 0,
  last: { statement: null, seal: null },
};

/** Returns the key that signs checkpoints, in C2SP's form; its name is the origin. */
export const checkpointKey = ({ keys }: Pick<HeadState, 'keys'>): string | undefined =>
  keys.findLast(({ use }) => use === 'checkpoint')?.vkey;

export const evolve = (state: HeadState, events: readonly Timed<HeadEvent>[]): HeadState =>
  events.reduce((next, { event }) => evolved(next, event.data), state);

function evolved(state: HeadState, { entry, secret, of }: HeadLogged): HeadState {
  const { size: leaf, last } = state;
  const grown = { ...state, size: leaf + 1 };
  switch (entry.kind) {
    case 'key_set':
      return { ...grown, keys: entry.keys };
    case 'month_key':
      return { ...grown, months: new Map(state.months).set(entry.month, secret ?? '') };
    case 'statement':
      return { ...grown, slots: state.slots.with(entry.slot, leaf), last: { ...last, statement: of } };
    case 'seal':
      return { ...grown, sealed: entry.leaves, last: { ...last, seal: of } };
    case 'origin':
      return grown;
  }
}

/** `overtaken`: the entries were made for another size of the log. `unfit`: no log may have them here. */
export type HeadRefusal = DetailedRefusal<'overtaken' | 'unfit'>;

/** Appends entries in one write. @param size the leaves of the log that the entries were made for */
export function logHeads(
  state: HeadState,
  size: number,
  heads: readonly HeadLogged[],
): Decision<HeadEvent, HeadRefusal> {
  if (state.size !== size)
    return refuseWith('overtaken', `The log of heads has ${state.size} leaves, not ${size}.`);
  let next = state;
  for (const head of heads) {
    const fault = faultOf(next, head);
    if (fault !== null) return refuseWith('unfit', fault);
    next = evolved(next, head);
  }
  return decided(...heads.map((data): HeadEvent => ({ type: 'HeadLogged', data })));
}

/** Returns the reason why this can't be the next entry; null if it can. */
function faultOf(state: HeadState, { entry, secret }: HeadLogged): string | null {
  if (state.size === 0 && entry.kind !== 'key_set') return 'The log of heads begins with its keys.';
  switch (entry.kind) {
    case 'key_set':
      return checkpointKey(entry) === undefined ? 'A key set has a key that signs checkpoints.' : null;
    case 'month_key':
      return state.months.has(entry.month) || secret === null ? `${entry.month} has one key.` : null;
    case 'statement': {
      if (!state.months.has(entry.month)) return `${entry.month} has no key yet.`;
      const isTaken = state.slots.leafOf(entry.slot) !== undefined;
      return isTaken || secret === null ? `Slot ${entry.slot} is taken.` : null;
    }
    case 'seal':
      return entry.leaves > state.sealed ? null : `A seal of ${state.sealed} events is logged already.`;
    case 'origin':
      return entry.size === state.size ? null : `The log of heads has ${state.size} leaves.`;
  }
}
