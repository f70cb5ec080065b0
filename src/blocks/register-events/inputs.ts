/** Which sources the items of a list rest on (Blocks 1.5), with how many on each. */
import type { BlockSource } from '../runner/envelope.js';
import type { HeldSource } from './held-records.js';

export function inputsOf(
  field: string,
  items: readonly { readonly source: BlockSource }[],
  sources: readonly HeldSource[],
) {
  if (items.length === 0) return [];
  return sources.flatMap(({ source, as_of }) => {
    const value = items.filter((item) => item.source === source).length;
    return value === 0 ? [] : [{ block: null, field, source, as_of, value }];
  });
}
