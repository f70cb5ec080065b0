import { z } from 'zod';
import type { Planning, PlanningMatch } from '../../sources/facts/planning.fact.js';
import { defineBlock } from '../runner/define-block.js';
import { ascending, newestDayFirst, OF_A_PART } from '../runner/served-lists.js';
import { capped, confidence, count, isoDate, text } from '../runner/value-types.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;
/** Below this confidence a value is flagged (Blocks 1.7). */
const REVIEW_BELOW = 0.75;

/** The status of an application; null if the register has no such column. */
const statusOf = ({ record: { status, decision } }: PlanningMatch): string =>
  status ?? (decision === null ? 'unknown' : 'decided');

const dayOf = ({ record: { received_on, decided_on } }: PlanningMatch) => received_on ?? decided_on;

const newestFirst = (a: PlanningMatch, b: PlanningMatch): number =>
  newestDayFirst(dayOf(a), dayOf(b)) ||
  ascending(a.record.authority, b.record.authority) ||
  ascending(a.record.reference, b.record.reference);

/** The postcode with one blank between its halves. */
const spacedPostcode = (postcode: string | null): string | null =>
  postcode === null ? null : `${postcode.slice(0, -3)} ${postcode.slice(-3)}`;

function applicationOf(match: PlanningMatch) {
  const { record, matched_on, confidence: matchConfidence } = match;
  return {
    reference: record.reference,
    authority: record.authority,
    description: record.description ?? '',
    type: record.type,
    status: statusOf(match),
    decision: record.decision,
    received_on: record.received_on,
    decided_on: record.decided_on,
    site_address: record.site_address,
    postal_code: spacedPostcode(record.postcode),
    matched_on,
    url: record.url,
    confidence: matchConfidence,
  };
}

interface RatedApplication {
  readonly status: string;
  readonly confidence: number;
}

function countsByStatus(applications: readonly RatedApplication[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of applications) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const isAnyUnsure = (applications: readonly RatedApplication[]): boolean =>
  applications.some((application) => application.confidence < REVIEW_BELOW);

/** The loaded registers of each authority. A register of brownfield land holds no applications. */
const registersOf = ({ covered }: Planning) =>
  Object.fromEntries(covered.map(({ name, registers }) => [name, registers]));

/** The authorities of the company's addresses and applications. Something is loaded of each. */
const authoritiesOf = ({ covered, matches }: Planning): string[] =>
  [...new Set([...covered.map(({ name }) => name), ...matches.map(({ record }) => record.authority)])].sort();

export default defineBlock({
  key: 'planning',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Planning applications by the company or for its sites.',
  source: ['planning_register'],
  coverage: 'Applicants and sites in the planning registers that are loaded (partial, England).',
  experimental: true,
  needs: ['company'],
  uses: ['planning'],
  reasons: [
    'no_planning_applications',
    'no_planning_on_file',
    'not_looked_up',
    'planning_register_unavailable',
    'not_confirmed',
  ],
  rated_list: {
    field: 'applications',
    most: MAX_SERVED,
    retell: (applications: readonly RatedApplication[]) => ({ by_status: countsByStatus(applications) }),
    flagged: isAnyUnsure,
  },
  value: z.strictObject({
    applications: capped(
      z.strictObject({
        reference: text,
        authority: text,
        description: text,
        type: text.nullable(),
        status: text,
        decision: text.nullable(),
        received_on: isoDate.nullable(),
        decided_on: isoDate.nullable(),
        site_address: text.nullable(),
        postal_code: text.nullable(),
        matched_on: z.enum(['applicant_name', 'property_title', 'site_address']),
        url: text.nullable(),
        confidence,
      }),
    ),
    by_status: z.record(text, count),
    authorities_covered: z.array(text),
  }),
})(({ planning }) => {
  if (planning === 'source_unavailable')
    return { status: 'not_found', reason: 'planning_register_unavailable' };
  if (planning === 'not_available_yet') return { status: 'not_found', reason: planning };
  const { record, as_of, freshness, part } = planning;
  const planningRecord = record ?? { matches: [], covered: [] };
  const provenance = { source: 'planning_register', as_of, freshness } as const;
  const registers = registersOf(planningRecord);
  if (planningRecord.matches.length === 0) {
    if (part) return { status: 'not_found', reason: 'not_looked_up', ...provenance };
    return planningRecord.covered.length === 0
      ? { status: 'not_found', reason: 'no_planning_on_file', ...provenance }
      : { status: 'not_found', reason: 'no_planning_applications', ...provenance, detail: { registers } };
  }
  const items = [...planningRecord.matches].sort(newestFirst).map(applicationOf);
  return {
    status: 'available',
    value: {
      applications: { items, total: items.length, truncated: false },
      by_status: countsByStatus(items),
      authorities_covered: authoritiesOf(planningRecord),
    },
    ...provenance,
    ...(part && { flagged_for_review: true }),
    detail: { ...(part && OF_A_PART), registers },
  };
});
