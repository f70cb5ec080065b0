/**
 * Declares lists whose items have a confidence of their own. Items under the client's floor are left out and
 * counted, and the list is cut (Blocks 1.3, 3.1). A block returns such a list whole.
 */
export interface Rated {
  readonly confidence: number;
}

/** Describes a value with a `Capped` list of rated items under `field`. */
export type RatedList<V> = {
  [F in keyof V & string]: V[F] extends { readonly items: readonly (infer I extends Rated)[] }
    ? {
        readonly field: F;
        /** The maximum number of served items. */
        readonly most: number;
        /** Computes the value's other fields from the remaining items, served or cut. */
        readonly retell?: (items: readonly I[]) => Partial<V>;
        /** Whether the served items need a review (Blocks 1.7); left out: the answer itself says so. */
        readonly flagged?: (items: readonly I[]) => boolean;
      }
    : never;
}[keyof V & string];

/** A rated list of any value. */
export interface AnyRatedList {
  readonly field: string;
  readonly most: number;
  readonly retell?: (items: readonly Rated[]) => object;
  readonly flagged?: (items: readonly Rated[]) => boolean;
}
