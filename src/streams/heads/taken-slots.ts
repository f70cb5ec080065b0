/**
 * The slots that are taken, each with its leaf from 0. Immutable: adding a slot to n others costs about
 * log2(n) steps, since they are kept in maps of falling sizes that share what they hold with the set before.
 */
export class TakenSlots {
  private constructor(private readonly maps: readonly ReadonlyMap<string, number>[]) {}

  static readonly NONE = new TakenSlots([]);

  /** The leaf of a slot; undefined where it is free. */
  leafOf(slot: string): number | undefined {
    return this.maps.find((map) => map.has(slot))?.get(slot);
  }

  with(slot: string, leaf: number): TakenSlots {
    const added = new Map([[slot, leaf]]);
    let kept = this.maps.length;
    for (let last = this.maps[kept - 1]; last !== undefined && last.size <= added.size;) {
      for (const [other, itsLeaf] of last) added.set(other, itsLeaf);
      kept -= 1;
      last = this.maps[kept - 1];
    }
    return new TakenSlots([...this.maps.slice(0, kept), added]);
  }
}
