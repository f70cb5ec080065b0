import { z } from 'zod';
import type { OwnershipChain } from '../../sources/facts/ownership-chain.fact.js';
import { defineBlock } from '../runner/define-block.js';
import { cutLists } from '../runner/served-lists.js';
import { companyNumber, count, text } from '../runner/value-types.js';
import { heldControl } from './control-records.js';
import { crossCheck, ownerByIdentifiers } from './entity-parent.js';

/** Of each step up (Blocks 4.16). */
const STEP_CONFIDENCE = 0.95;
/** Where somebody else holds as much, or an owner was found by its name alone. */
const DOUBT = 0.75;

const REASONS = {
  no_majority_controller: 'no_majority_controller',
  owner_not_on_file: 'owner_not_on_file',
  not_resolved: 'ultimate_owner_not_resolved',
  suppressed: 'ultimate_owner_not_resolved',
} as const;

type Top = Extract<OwnershipChain, { end: 'top' }>;

/** `detail` of most rows. */
const STOPPED: Readonly<Record<Top['stopped_at'], { readonly stopped_at: Top['stopped_at'] }>> = {
  individual_majority: Object.freeze({ stopped_at: 'individual_majority' }),
  no_controller: Object.freeze({ stopped_at: 'no_controller' }),
  no_data: Object.freeze({ stopped_at: 'no_data' }),
  exempt: Object.freeze({ stopped_at: 'exempt' }),
  foreign: Object.freeze({ stopped_at: 'foreign' }),
};

function confidenceOf({ chain, ties, by_name }: Top): number {
  const doubt = (ties.length > 0 ? DOUBT : 1) * (by_name ? DOUBT : 1);
  return Math.round(STEP_CONFIDENCE ** chain.length * doubt * 1_000) / 1_000;
}

const resolvedBy = ({ chain, stopped_at }: Top) =>
  chain.length === 0 ? 'self' : stopped_at === 'foreign' ? 'foreign_owner' : 'majority_control';

export default defineBlock({
  key: 'ultimate_owner',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The top of the chain of majority control.',
  source: ['company_register_psc', 'entity_identifier_register', 'service_model'],
  coverage: 'Companies with control records.',
  derived: true,
  needs: ['psc', 'ownership_chain', 'company'],
  uses: ['entity_parent'],
  reasons: [
    'no_majority_controller',
    'owner_not_on_file',
    'ultimate_owner_not_resolved',
    'no_psc_data_on_file',
    'not_looked_up',
    'not_confirmed',
  ],
  value: z.strictObject({
    company_name: text,
    company_number: companyNumber.nullable().describe('Null when the owner is foreign.'),
    depth: count,
    resolved_by: z.enum(['self', 'majority_control', 'foreign_owner', 'entity_identifier_register']),
    chain: z
      .array(z.strictObject({ company_name: text, company_number: companyNumber.nullable() }))
      .describe('From the direct owner up to the top; empty for self.'),
  }),
})(({ psc, ownership_chain: { record: found }, company, entity_parent }) => {
  const parent = typeof entity_parent === 'string' ? null : entity_parent;
  const named = ownerByIdentifiers(parent);
  const { missing, as_of } = heldControl(psc);
  if (missing !== null) return named ?? missing;
  const provenance = { source: 'company_register_psc', as_of } as const;
  if (found === null || found.end === 'no_data') {
    if (named !== null) return named;
    return { status: 'not_found', reason: 'no_psc_data_on_file', ...provenance };
  }
  if (found.end !== 'top') {
    const { end, chain } = found;
    // That nobody holds half is known, and not for another register to fill; nor who is suppressed.
    const known = end === 'no_majority_controller' || end === 'suppressed';
    if (named !== null && !known) return named;
    const cut = end === 'suppressed' ? cutLists({ chain: chain.length }, Infinity, { chain: 1 }) : {};
    return { status: 'not_found', reason: REASONS[end], ...provenance, detail: { chain, ...cut } };
  }
  const { chain, stopped_at, ties, by_name } = found;
  const top = chain.at(-1) ?? {
    // No name is held of some that only the index knows.
    company_name: company.record?.name || (company.record?.number ?? ''),
    company_number: company.record?.number ?? null,
  };
  return {
    status: 'available',
    value: {
      company_name: top.company_name,
      company_number: top.company_number,
      depth: chain.length,
      resolved_by: resolvedBy(found),
      chain: [...chain],
    },
    source: 'service_model',
    as_of,
    confidence: confidenceOf(found),
    flagged_for_review: ties.length > 0 || by_name,
    detail:
      ties.length === 0 && parent?.record == null
        ? STOPPED[stopped_at]
        : { stopped_at, ...(ties.length > 0 && { ties }), ...crossCheck(parent, top) },
  };
});
