/** The companies that are of one group with another, as far as the records of control tell. */
import { groupKey } from '../../sources/cohorts/peer.js';
import { isObject } from '../../sources/kit/records/values.js';
import type { FinalAnswer } from '../runner/define-block.js';

type CompanyOfGroup = Parameters<typeof groupKey>[0];

const isNamed = (link: unknown): link is CompanyOfGroup =>
  isObject(link) && typeof link['company_name'] === 'string' && 'company_number' in link;

/**
 * Companies above it by half or more, the direct owner first, also where it isn't known who is at the top.
 */
export function companiesAbove(
  owner: FinalAnswer<{ readonly chain: readonly CompanyOfGroup[] }>,
): readonly CompanyOfGroup[] {
  if (owner.status === 'available') return owner.value.chain;
  const chain = owner.detail?.['chain'];
  return Array.isArray(chain) ? chain.filter(isNamed) : [];
}

/** Every company above it, and below it directly, and itself. */
export function companiesOfGroup(
  number: string,
  owner: FinalAnswer<{ readonly chain: readonly CompanyOfGroup[] }>,
  owned: FinalAnswer<{ readonly subsidiaries: readonly CompanyOfGroup[] }>,
): ReadonlySet<string> {
  const below = owned.status === 'available' ? owned.value['subsidiaries'] : [];
  return new Set([number, ...[...companiesAbove(owner), ...below].map(groupKey)]);
}
