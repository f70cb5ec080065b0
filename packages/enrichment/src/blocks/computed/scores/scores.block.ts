import { z } from 'zod';
import { defineBlock } from '../../runner/define-block.js';
import { input, int, model } from '../../runner/value-types.js';
import employeesFiled from '../../accounts/employees-filed.block.js';
import financialsFiled from '../../accounts/financials-filed.block.js';
import controllers from '../../ownership/controllers.block.js';
import charges from '../../registered/charges.block.js';
import companyIdentity from '../../registered/company-identity.block.js';
import filingStatus from '../../registered/filing-status.block.js';
import officers from '../../registered/officers.block.js';
import registryEvents from '../../registered/registry-events.block.js';
import { oldestOf } from '../../runner/oldest-of.js';
import { isTooOld, newestRegisterDay, withTermsOf } from '../input-terms.js';
import { notComputed } from '../not-computed.js';
import {
  filingDiscipline,
  financialPosition,
  growthOf,
  ratiosIn,
  stability,
  type ScoreInput,
} from './score-inputs.js';
import {
  labelOf,
  mostPoints,
  pointsOf,
  SCORE_KEYS,
  SCORE_RULES,
  SCORES_MODEL,
  type ScoreKey,
  type Steps,
} from './score-rules.js';

/** A score needs known inputs that can give this many points, so that unknown inputs don't decide it. */
const LEAST_KNOWN_POINTS = 50;

/** The score; none where too few inputs are known. */
function scoreOf(key: ScoreKey, inputs: Readonly<Record<string, ScoreInput>> | null) {
  if (inputs === null) return [];
  const steps: Readonly<Record<string, Steps>> = SCORE_RULES[key];
  const points = Object.entries(steps).flatMap(([name, rule]) => {
    const input = inputs[name];
    return input === undefined ? [] : [{ input: input.input, points: pointsOf(rule, input.value) }];
  });
  const answeredSteps = Object.entries(steps).filter(([name]) => inputs[name]?.value != null);
  if (answeredSteps.reduce((sum, [, rule]) => sum + mostPoints(rule), 0) < LEAST_KNOWN_POINTS) return [];
  const value = points.reduce((sum, item) => sum + item.points, 0);
  return [{ key, value, label: labelOf(value, inputs), points }];
}

export default defineBlock({
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Points from 0 to 100 by a published formula. Not a credit rating.',
  source: ['service_model'],
  coverage: 'Companies with at least one set of accounts.',
  experimental: true,
  derived: true,
  needs: [
    companyIdentity,
    filingStatus,
    financialsFiled,
    employeesFiled,
    charges,
    officers,
    controllers,
    registryEvents,
  ],
  uses: ['accounts'],
  reasons: ['no_scores_on_file'],
  value: z.strictObject({
    scores: z.array(
      z.strictObject({
        key: z.enum(SCORE_KEYS),
        value: int.min(0).max(100),
        label: z.enum(['low', 'fair', 'good', 'strong']),
        points: z
          .array(z.strictObject({ input, points: int }))
          .describe('They sum to the value. An input that is not known (null) has half of its points.'),
      }),
    ),
    model,
    not_a_credit_rating: z.literal(true),
  }),
})(({ blocks, accounts }) => {
  const filed = blocks.financials_filed;
  if (filed.status === 'not_found') {
    if (typeof accounts === 'string') return { status: 'not_found', reason: accounts };
    return notComputed(filed, 'no_scores_on_file');
  }
  const ratios = ratiosIn(filed);
  const day = newestRegisterDay(filed.as_of, [
    blocks.company_identity,
    blocks.filing_status,
    blocks.officers,
    blocks.registry_events,
    blocks.charges,
  ]);
  // A dormant company has no financial position and no growth, and old figures show neither.
  const isTrading = filed.value.dormant !== true && !isTooOld(filed.as_of, day);
  const inputs: Readonly<Record<ScoreKey, Readonly<Record<string, ScoreInput>> | null>> = {
    financial_position: isTrading ? financialPosition(filed, ratios) : null,
    filing_discipline: filingDiscipline(blocks.filing_status, blocks.officers, blocks.controllers),
    stability: stability(blocks),
    growth: isTrading ? growthOf(blocks.employees_filed, ratios) : null,
  };
  const scores = SCORE_KEYS.flatMap((key) => scoreOf(key, inputs[key]));
  if (scores.length === 0) return notComputed(filed, 'no_scores_on_file');
  const oldest = oldestOf(scores.flatMap(({ points }) => points.map(({ input }) => input)));
  return {
    status: 'available',
    value: { scores, model: { ...SCORES_MODEL }, not_a_credit_rating: true },
    source: 'service_model',
    as_of: oldest?.as_of ?? filed.as_of,
    ...(oldest?.source === filed.source && filed.freshness !== undefined && { freshness: filed.freshness }),
    ...withTermsOf({
      financials_filed: filed,
      ...(scores.some(({ key }) => key === 'growth') && { employees_filed: blocks.employees_filed }),
    }),
  };
});
