import { z } from 'zod';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock, type FinalAnswer } from '../runner/define-block.js';
import { capped } from '../runner/value-types.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import financialsFiled from '../accounts/financials-filed.block.js';
import ultimateOwner from '../ownership/ultimate-owner.block.js';
import companyIdentity from '../registered/company-identity.block.js';
import charges from '../registered/charges.block.js';
import funding from '../registered/funding.block.js';
import property from '../registered/property.block.js';
import { oldestOf } from '../runner/oldest-of.js';
import { drawnFrom, isAbsent, isTooOld, withTermsOf } from './input-terms.js';
import { notComputed } from './not-computed.js';
import { intelligenceItem } from './sentences/intelligence-item.js';
import {
  statementAnswersOf,
  availableCountOf,
  intelligenceOf,
  statusOf,
} from './sentences/intelligence-items.js';
import signals from './signals/signals.block.js';

/** The least number of available blocks; a warning of the register counts as one (Blocks 4.36). */
const LEAST_BLOCKS = 3;

/** The answer, unless its figures are too old to describe the company. */
const unlessTooOld = <V>(filed: FinalAnswer<V>, registerDay: IsoDate): FinalAnswer<V> =>
  filed.status === 'available' && isTooOld(filed.as_of, registerDay)
    ? { status: 'not_found', reason: 'no_financials_on_file' }
    : filed;

export default defineBlock({
  key: 'business_intelligence',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Short statements over the other blocks, each with the inputs it rests on.',
  source: ['service_model'],
  coverage: 'Companies with at least three other blocks available.',
  experimental: true,
  derived: true,
  needs: [
    'company',
    companyIdentity,
    charges,
    property,
    financialsFiled,
    ultimateOwner,
    employeesFiled,
    signals,
    funding,
  ],
  tells_needs: true,
  reasons: ['no_business_intelligence_on_file', 'org_enrichment_not_held'],
  value: z.strictObject({
    items: capped(intelligenceItem),
  }),
})(({ company: { record, as_of }, blocks }) => {
  // Warnings of the register come first, whatever their day.
  const status = statusOf(blocks.company_identity, record);
  const hasEnough = availableCountOf(blocks) + status.length >= LEAST_BLOCKS;
  const recentAnswers = {
    ...blocks,
    financials_filed: unlessTooOld(blocks.financials_filed, as_of),
    employees_filed: unlessTooOld(blocks.employees_filed, as_of),
  };
  const items = hasEnough ? status.concat(intelligenceOf(recentAnswers)) : [];
  if (items.length === 0) {
    const answers = statementAnswersOf(blocks);
    const decidingAnswer = oldestOf(hasEnough ? answers : answers.filter(isAbsent));
    return notComputed(decidingAnswer ?? { as_of }, 'no_business_intelligence_on_file');
  }
  return {
    status: 'available',
    value: { items: { items, total: items.length, truncated: false } },
    source: 'service_model',
    as_of: oldestOf(items.flatMap(({ inputs }) => inputs))?.as_of ?? as_of,
    ...withTermsOf(drawnFrom(blocks, items)),
  };
});
