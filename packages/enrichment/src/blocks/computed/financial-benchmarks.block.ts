import { z } from 'zod';
import type { Cohort, Measures } from '../../sources/cohorts/cohort.js';
import { percentileOf, quartilesOf, withoutOwn } from '../../sources/cohorts/distribution.js';
import {
  RATIO_KEYS,
  RATIO_UNITS,
  ratiosOf,
  type Ratio,
  type RatioInput,
} from '../../sources/cohorts/ratios.js';
import { defineBlock } from '../runner/define-block.js';
import { count, input, int, isoDate, text, withheld } from '../runner/value-types.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import financialsFiled from '../accounts/financials-filed.block.js';
import { isTooOld, inputOfAnswer, withTermsOf } from './input-terms.js';
import { notComputed } from './not-computed.js';
import { headcountInputOf, type Filed, type People } from './revenue-parts.js';

const LEAST_PEERS = 20;

/** The ratios of the newest served period, with the headcount of that period. */
function ratiosFiled({ periods, scope }: Filed['value'], people: People): readonly Ratio[] {
  const [now, before] = periods.map(({ period, figures }) => ({ ...period, figures }));
  if (now === undefined) return [];
  const headcount = headcountInputOf(people, now.end, scope)?.value.headcount ?? null;
  return ratiosOf({ now, before: before ?? null, headcount });
}

function inputOf({ field, end, value }: RatioInput) {
  const block = field === 'headcount' ? 'employees_filed' : 'financials_filed';
  return inputOfAnswer(block, { source: 'company_register_accounts', as_of: end })(field, value);
}

/** Compares a ratio with those of the cohort without the company; null where too few peers have it. */
function compared({ key, value, inputs }: Ratio, { distributions }: Cohort, ownFigures: Measures | null) {
  const distribution = distributions[key];
  const peers = distribution === undefined ? null : withoutOwn(distribution, ownFigures?.[key] ?? null);
  if (value === null || peers === null || peers.n < LEAST_PEERS) return null;
  const [unit, decimals] = RATIO_UNITS[key];
  return {
    key,
    value,
    unit,
    percentile: percentileOf(peers, value),
    quartiles: quartilesOf(peers, decimals),
    inputs: inputs.map(inputOf),
    peers: peers.n,
  };
}

/** The narrowest cohort in which a ratio can be compared, with all comparisons that are possible in it. */
function comparison(ratios: readonly Ratio[], cohorts: readonly Cohort[], ownFigures: Measures | null) {
  for (const cohort of cohorts) {
    const comparisons = ratios.flatMap((ratio) => compared(ratio, cohort, ownFigures) ?? []);
    if (comparisons.length > 0) return { cohort, comparisons };
  }
  return null;
}

/** The ratios that were computed but are not served. */
const withheldOf = (ratios: readonly Ratio[], comparisons: readonly { readonly key: string }[]) =>
  ratios
    .filter(({ key }) => comparisons.every((comparison) => comparison.key !== key))
    .map(({ key, value }) => ({
      field: key,
      reason: value === null ? ('ratio_implausible' as const) : ('cohort_too_small' as const),
    }));

export default defineBlock({
  key: 'financial_benchmarks',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Ratios of the filed figures against companies of the same trade and size.',
  source: ['service_model'],
  coverage: 'Companies with filed figures and at least 20 peers.',
  derived: true,
  needs: ['company', financialsFiled, employeesFiled],
  uses: ['cohort'],
  reasons: ['no_ratios_to_benchmark', 'cohort_too_small', 'benchmark_unavailable'],
  withheld: ['ratio_implausible', 'cohort_too_small'],
  value: z.strictObject({
    period_end: isoDate,
    cohort: z
      .strictObject({
        sic: text.describe(
          'Five, three or two digits of the Standard Industrial Classification, or a section.',
        ),
        size_band: text.describe('Employees; any: no headcount is filed.'),
        companies: count.describe('Peers with a ratio that is compared; the company itself is none.'),
        period_from: isoDate,
        period_to: isoDate,
      })
      .describe('The narrowest with enough peers.'),
    ratios: z.array(
      z.strictObject({
        key: z.enum(RATIO_KEYS),
        value: z.number().describe('At most four decimals.'),
        unit: z.enum(['ratio', 'percent', 'gbp_per_head']),
        percentile: int.min(0).max(100).describe('Share of peers with less.'),
        quartiles: z.tuple([z.number(), z.number(), z.number()]),
        inputs: z.array(input),
      }),
    ),
    withheld: z.array(withheld),
  }),
})(({ company, blocks, cohort: cohortFact }) => {
  const filed = blocks.financials_filed;
  if (filed.status === 'not_found') return notComputed(filed, 'no_ratios_to_benchmark');
  const ratios = ratiosFiled(filed.value, blocks.employees_filed);
  const as_of = filed.as_of;
  if (isTooOld(as_of, company.as_of))
    return { ...notComputed(filed, 'no_ratios_to_benchmark'), detail: { figures_until: as_of } };
  if (ratios.every(({ value }) => value === null)) return notComputed(filed, 'no_ratios_to_benchmark');
  if (typeof cohortFact === 'string') return { status: 'not_found', reason: 'benchmark_unavailable' };
  const { record, freshness } = cohortFact;
  const result = record === null ? null : comparison(ratios, record.cohorts, record.own);
  if (result === null) return notComputed({ as_of, freshness }, 'cohort_too_small');
  const { cohort, comparisons } = result;
  return {
    status: 'available',
    value: {
      period_end: as_of,
      cohort: {
        sic: cohort.code,
        size_band: cohort.band,
        companies: Math.max(...comparisons.map(({ peers }) => peers)),
        period_from: cohort.from,
        period_to: cohort.to,
      },
      ratios: comparisons.map(({ peers: _peers, ...ratio }) => ratio),
      withheld: withheldOf(ratios, comparisons),
    },
    source: 'service_model',
    as_of,
    freshness,
    // Figures of a group, or that contradict the year before, are compared unchanged.
    ...withTermsOf({ financials_filed: filed, employees_filed: blocks.employees_filed }),
  };
});
