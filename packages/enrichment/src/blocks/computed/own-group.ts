/** Finds the companies in the same group as a company, by the records of control. */
import { companyKey } from '../../sources/cohorts/peer.js';
import { isObject } from '../../sources/kit/records/values.js';
import type { FinalAnswer } from '../runner/define-block.js';

type CompanyOfGroup = Parameters<typeof companyKey>[0];

const isNamed = (link: unknown): link is CompanyOfGroup =>
  isObject(link) && typeof link['company_name'] === 'string' && 'company_number' in link;

/** The companies above that each hold half or more, the direct owner first, also if the top is unknown. */
export function companiesAbove(
  owner: FinalAnswer<{ readonly chain: readonly CompanyOfGroup[] }>,
): readonly CompanyOfGroup[] {
  if (owner.status === 'available') return owner.value.chain;
  const chain = owner.detail?.['chain'];
  return Array.isArray(chain) ? chain.filter(isNamed) : [];
}

/** The company itself, every company above it, and every company directly below it. */
export function companiesOfGroup(
  number: string,
  owner: FinalAnswer<{ readonly chain: readonly CompanyOfGroup[] }>,
  owned: FinalAnswer<{ readonly subsidiaries: readonly CompanyOfGroup[] }>,
): ReadonlySet<string> {
  const below = owned.status === 'available' ? owned.value['subsidiaries'] : [];
  return new Set([number, ...[...companiesAbove(owner), ...below].map(companyKey)]);
}
