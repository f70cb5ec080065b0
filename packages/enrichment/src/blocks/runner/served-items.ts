/** Cuts a block's list of rated items to what the client gets. */
import type { FinalAnswer } from './define-block.js';

/**
 * Declares lists whose items have a confidence of their own. Items under the client's floor are left out and
 * counted, and the list is cut (Blocks 1.3, 3.1). A block returns such a list whole.
 */
interface Rated {
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

interface Capped {
  readonly items: readonly Rated[];
  readonly total: number;
}

/** The answer as served. If no item is left, nothing was confirmed. */
export function withServedItems(
  { field, most: maxItems, retell, flagged }: AnyRatedList,
  answer: Extract<FinalAnswer, { status: 'available' }>,
  min_confidence: number,
): FinalAnswer {
  // The compiler has checked that the block's value has such a list there.
  const value = answer.value as Readonly<Record<string, unknown>>;
  const { items, total } = value[field] as Capped;
  const sure = items.filter(({ confidence }) => confidence >= min_confidence);
  const below_confidence = items.length - sure.length;
  const served = sure.slice(0, maxItems);
  const truncated = served.length < sure.length;
  const lists = { [field]: { total, returned: served.length, truncated, below_confidence } };
  const detail = { ...answer.detail, ...(below_confidence > 0 && { lists }) };
  if (items.length > 0 && sure.length === 0) {
    const { source, as_of } = answer;
    return { status: 'not_found', reason: 'not_confirmed', source, as_of, detail };
  }
  return {
    ...answer,
    value: {
      ...value,
      [field]: { items: served, total, truncated },
      ...(below_confidence > 0 && retell?.(sure)),
    },
    ...(flagged && { flagged_for_review: answer.flagged_for_review === true || flagged(served) }),
    ...(Object.keys(detail).length > 0 && { detail }),
  };
}
