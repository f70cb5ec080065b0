/** Cuts a block's list of rated items to what the client gets. */
import type { FinalAnswer } from './define-block.js';
import type { AnyRatedList, Rated } from './rated-list.js';

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
