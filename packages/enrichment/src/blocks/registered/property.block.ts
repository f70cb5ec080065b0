import { z } from 'zod';
import { everyName, type CompanyRecord } from '../../sources/companies/company-record.js';
import type { TitleRecord } from '../../sources/property/title-record.js';
import type { Item } from '../../sources/kit/records/record.js';
import { legalForm } from '../../sources/companies/legal-form.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { defineBlock } from '../runner/define-block.js';
import { cutLists, OF_A_PART } from '../runner/served-lists.js';
import { count, text } from '../runner/value-types.js';

/** Confidence by what ties the titles to the company (Blocks 4.14). */
const CONFIDENCE = { number_and_name: 0.98, number_only: 0.8 } as const;
/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 500;

type Title = Item<TitleRecord>;

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();

/** The names of a company. Titles bear the name that it had when it bought. */
function namesOf(company: CompanyRecord | null): ReadonlySet<string> {
  const names = company === null ? [] : everyName(company);
  return new Set(names.filter((name) => name !== '').map(normaliseName));
}

function countsBy(titles: readonly Title[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { data } of titles) {
    const tenure = data.tenure ?? 'unknown';
    counts[tenure] = (counts[tenure] ?? 0) + 1;
  }
  return counts;
}

function detailOf(
  titles: readonly Title[],
  differing: number,
  lists: Record<'postcodes' | 'addresses', number>,
) {
  const joint = titles.filter(({ data }) => data.joint).length;
  return {
    by_tenure: countsBy(titles),
    joint_titles: joint,
    name_differs: differing,
    ...cutLists(lists, MAX_SERVED),
  };
}

/** The note about charities, which HM Land Registry leaves out of CCOD and OCOD. */
const WITHOUT_CHARITIES = 'the publisher leaves charities out';

/** Recognises a charity by its number or legal form. A charity that is a plain company is not recognised. */
const isCharity = (company: CompanyRecord | null): boolean =>
  company !== null && (/^C[ES]/.test(company.number) || /charit/i.test(legalForm(company) ?? ''));

export default defineBlock({
  key: 'property',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Registered titles that the company owns in England and Wales.',
  source: ['land_registry'],
  coverage:
    "Registered titles in England and Wales held in a company's own name. The publisher leaves charities out.",
  needs: ['company', 'titles'],
  own_records: ['registration'],
  reasons: ['no_property_titles_on_file', 'not_looked_up', 'not_confirmed'],
  value: z.strictObject({
    title_count: count.describe('Distinct titles.'),
    tenure: z.array(text),
    postcodes: z.array(text),
    addresses: z.array(text),
  }),
})(({ company: { record: company }, titles: { record, as_of, part, freshness } }) => {
  const provenance = { source: 'land_registry', as_of, freshness } as const;
  const titles = record?.items ?? [];
  if (titles.length === 0) {
    const detail = isCharity(company) && { detail: { coverage: WITHOUT_CHARITIES } };
    const reason = detail || part ? 'not_looked_up' : 'no_property_titles_on_file';
    return { status: 'not_found', reason, ...provenance, ...detail };
  }
  const names = namesOf(company);
  const differing = titles.filter(
    ({ data }) => data.proprietor === null || !names.has(normaliseName(data.proprietor)),
  ).length;
  const postcodes = distinct(titles.map(({ data }) => data.postcode));
  const addresses = distinct(titles.map(({ data }) => data.address));
  return {
    status: 'available',
    value: {
      title_count: titles.length,
      tenure: distinct(titles.map(({ data }) => data.tenure)),
      postcodes: postcodes.slice(0, MAX_SERVED),
      addresses: addresses.slice(0, MAX_SERVED),
    },
    ...provenance,
    confidence: differing === 0 ? CONFIDENCE.number_and_name : CONFIDENCE.number_only,
    flagged_for_review: differing > 0 || part,
    detail: {
      ...(part && OF_A_PART),
      ...detailOf(titles, differing, { postcodes: postcodes.length, addresses: addresses.length }),
    },
  };
});
