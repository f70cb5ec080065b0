import { z } from 'zod';
import {
  revenueConfidence,
  REVENUE_MODEL,
  UNMEASURED_CONFIDENCE,
  type RevenueEstimate,
} from '../../sources/cohorts/revenue-model.js';
import type { CohortsOfCompany } from '../../sources/facts/cohort.fact.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { defineBlock } from '../runner/define-block.js';
import { count, input, isoDate, model, money, moneyBand, text } from '../runner/value-types.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import financialsFiled from '../accounts/financials-filed.block.js';
import filingStatus from '../registered/filing-status.block.js';
import industry from '../registered/industry.block.js';
import { isTooOld, inputOfAnswer, withTermsOf } from './input-terms.js';
import { notComputed } from './not-computed.js';
import {
  moneyBandOf,
  moneyBandsApart,
  capOf,
  driversOf,
  forAYear,
  isLimitRepeated,
  isOffEarlierTurnover,
  modelled,
  twoFigures,
  type Drivers,
  type Filed,
  type People,
} from './revenue-parts.js';

const FILED_CONFIDENCE = 0.95;
/** The largest number of bands between two turnovers that agree. */
const MAX_BANDS_APART = 2;

/** The newest period's turnover, scaled to a year; null where it is not stated or below zero. */
function filedTurnover({ value }: Filed) {
  const [newest] = value.periods;
  const filed = newest?.figures.turnover ?? null;
  if (newest === undefined || filed === null) return null;
  const { turnover, scaled } = forAYear({ ...filed }, newest.period);
  const band = moneyBandOf(turnover);
  return band === null ? null : { filed, turnover, band, scaled };
}

function filedAnswer(
  filed: Filed,
  { filed: stated, turnover, band, scaled }: NonNullable<ReturnType<typeof filedTurnover>>,
  estimate: RevenueEstimate | null,
) {
  const estimatedBand =
    estimate === null || turnover.currency !== 'GBP' ? null : moneyBandOf(twoFigures(estimate.mid));
  const isDisputed = estimatedBand !== null && moneyBandsApart(band, estimatedBand) > MAX_BANDS_APART;
  const { as_of } = filed;
  const inputs = [inputOfAnswer('financials_filed', filed)('turnover', stated.amount)];
  return {
    status: 'available',
    value: {
      basis: 'filed' as const,
      low: turnover,
      mid: turnover,
      high: turnover,
      band,
      period_end: as_of,
      capped_by: null,
      cohort: null,
      inputs,
      model: null,
    },
    source: 'company_register_accounts',
    as_of,
    ...(filed.freshness && { freshness: filed.freshness }),
    confidence: FILED_CONFIDENCE,
    ...withTermsOf({ financials_filed: filed }, scaled !== null, scaled === null ? {} : { scaled }),
    advisories: isDisputed ? (['sources_disagree'] as const) : [],
  } as const;
}

interface Accounts {
  readonly filed: Filed;
  readonly people: People;
}

function modelledAnswer(
  { filed, people }: Accounts,
  [drivers, estimate]: readonly [Drivers, RevenueEstimate],
  { record, freshness }: SourceFact<CohortsOfCompany>,
) {
  const cap = capOf(filed);
  const isCapped = cap !== null && estimate.high > cap.pounds;
  const withinCap = (pounds: number) => twoFigures(Math.min(pounds, cap?.pounds ?? Infinity));
  const mid = withinCap(estimate.mid);
  const band = moneyBandOf(mid);
  if (band === null) return notComputed({ as_of: filed.as_of, freshness }, 'no_modelled_revenue');
  const confidence =
    record === null ? UNMEASURED_CONFIDENCE : revenueConfidence(record.backtests, record.band);
  return {
    status: 'available',
    value: {
      basis: 'modelled' as const,
      low: withinCap(estimate.low),
      mid,
      high: withinCap(estimate.high),
      band,
      period_end: filed.as_of,
      capped_by: isCapped ? cap.name : null,
      cohort: { sic: estimate.code, companies: estimate.companies },
      inputs: estimate.drivers.flatMap((driver) => drivers.inputs[driver] ?? []),
      model: { ...REVENUE_MODEL },
    },
    source: 'service_model',
    as_of: filed.as_of,
    freshness,
    confidence,
    ...withTermsOf({
      financials_filed: filed,
      ...(estimate.drivers.includes('headcount') && { employees_filed: people }),
    }),
  } as const;
}

/** The reason why no turnover is modelled for a company of this kind; null: it may be modelled. */
function whyNotModelled(codes: readonly string[], filed: Filed, headcount: number | null) {
  const trading = codes.find((code) => code !== '99999');
  if (filed.value.dormant === true || (codes.length > 0 && trading === undefined)) return 'dormant_company';
  const isHolding = codes.some((code) => code === '64209' || code === '70100');
  if (isHolding && (headcount ?? 0) === 0) return 'holding_company_no_trading_revenue';
  return codes.some((code) => /^6[45]\d{3}$/.test(code)) ? 'bank_no_modelled_turnover' : null;
}

type CohortFact = SourceFact<CohortsOfCompany> | WhyMissing;

function modelledFrom(accounts: Accounts, drivers: Drivers, fact: CohortFact) {
  const { filed } = accounts;
  if (typeof fact === 'string') return { status: 'not_found', reason: fact } as const;
  const { record, freshness } = fact;
  const from = { as_of: filed.as_of, freshness };
  const estimate = modelled(drivers, record);
  if (estimate === null)
    return notComputed(
      from,
      drivers.hasUnusableAssets ? 'estimate_input_failed_balance_sheet_check' : 'no_modelled_revenue',
    );
  if (isOffEarlierTurnover(filed, estimate))
    return notComputed(from, 'modelled_implausible_against_filed_turnover');
  if (isLimitRepeated(filed, estimate, { cap: capOf(filed), cohorts: record }))
    return notComputed(from, 'modelled_repeated_across_periods');
  return modelledAnswer(accounts, [drivers, estimate], fact);
}

export default defineBlock({
  key: 'revenue_estimate',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Turnover as filed, else a range modelled from peers.',
  source: ['company_register_accounts', 'service_model'],
  coverage: 'Trading companies with headcount or assets on file.',
  derived: true,
  needs: ['company', financialsFiled, employeesFiled, industry, filingStatus],
  uses: ['cohort'],
  reasons: [
    'no_modelled_revenue',
    'dormant_company',
    'bank_no_modelled_turnover',
    'holding_company_no_trading_revenue',
    'modelled_implausible_against_filed_turnover',
    'estimate_input_failed_balance_sheet_check',
    'modelled_repeated_across_periods',
    'not_confirmed',
  ],
  advisories: ['sources_disagree'],
  withheld: ['modelled_profit_implausible'],
  value: z.strictObject({
    basis: z.enum(['filed', 'modelled']),
    low: money,
    mid: money,
    high: money,
    band: moneyBand,
    period_end: isoDate,
    capped_by: text.nullable().describe('The legal size limit that capped it.'),
    cohort: z.strictObject({ sic: text, companies: count }).nullable(),
    inputs: z.array(input),
    model: model.nullable(),
  }),
})(({ company, blocks, cohort: fact }) => {
  const filed = blocks.financials_filed;
  if (filed.status === 'not_found') {
    if (filed.reason === 'dormant_company') return notComputed(filed, filed.reason);
    const { filing_status } = blocks;
    return filed.as_of !== undefined &&
      filing_status.status === 'available' &&
      filing_status.value.accounts_category === 'dormant'
      ? notComputed(filing_status, 'dormant_company')
      : notComputed(filed, 'no_modelled_revenue');
  }
  const { end } = filed.value.periods[0]?.period ?? {};
  if (end !== undefined && isTooOld(end, company.as_of))
    return { ...notComputed(filed, 'no_modelled_revenue'), detail: { figures_until: end } };
  const drivers = driversOf(filed, blocks.employees_filed);
  const turnover = filedTurnover(filed);
  const trade = blocks.industry;
  const codes = trade.status === 'available' ? trade.value.sic.map(({ code }) => code) : [];
  const refusal = whyNotModelled(codes, filed, drivers.headcount);
  if (turnover !== null) {
    const estimate = typeof fact === 'string' || refusal !== null ? null : modelled(drivers, fact.record);
    return filedAnswer(filed, turnover, estimate);
  }
  if (refusal !== null) return notComputed(filed, refusal);
  return modelledFrom({ filed, people: blocks.employees_filed }, drivers, fact);
});
