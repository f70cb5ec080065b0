/** The companies that are of one group with another, as far as the records of control tell. */
import { groupKey } from '../../sources/cohorts/peer.js';
import type { FinalAnswer } from '../runner/define-block.js';

type Named = Parameters<typeof groupKey>[0];

/** Every company above it, and below it directly, and itself. */
export function companiesOfGroup(
  number: string,
  owner: FinalAnswer<{ readonly chain: readonly Named[] }>,
  owned: FinalAnswer<{ readonly subsidiaries: readonly Named[] }>,
): ReadonlySet<string> {
  const above = owner.status === 'available' ? owner.value.chain : [];
  const below = owned.status === 'available' ? owned.value['subsidiaries'] : [];
  return new Set([number, ...[...above, ...below].map(groupKey)]);
}
