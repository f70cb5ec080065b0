import { z } from 'zod';
import { oldestDay, wholeYears, type IsoDate } from '../../../../words/src/calendar.js';
import type { StepBand } from '../../sources/facts/control-level.js';
import type { OwnershipChain } from '../../sources/facts/ownership-chain.fact.js';
import { saysExempt } from '../../sources/psc/control-statement.js';
import { defineBlock } from '../runner/define-block.js';
import { cutLists } from '../runner/served-lists.js';
import { companyNumber, count, text } from '../runner/value-types.js';
import { exemptionIn, heldControl, notLookedUp } from './control-records.js';
import type { EntityParent, ParentEntity } from '../../sources/facts/entity-parent.fact.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { SourceFact } from '../runner/facts.js';

type Parent = SourceFact<EntityParent> | null;
type Owner = Pick<ParentEntity, 'company_name' | 'company_number'>;

const ENTITY_IDENTIFIERS = 'entity_identifier_register';
/** Confidence in a parent that documents confirm, and in a parent that only the entity states. */
const PARENT_CONFIDENCE = { corroborated: 0.85, stated: 0.7 } as const;

const ownerOf = ({ company_name, company_number }: ParentEntity): Owner => ({ company_name, company_number });

const inputOf = ({ lei }: ParentEntity, field: string, as_of: string) => ({
  block: null,
  field,
  source: ENTITY_IDENTIFIERS,
  as_of,
  value: lei,
});

/** The answer if control can't be followed: the parent that consolidates the company; else null. */
function ownerByIdentifiers(parent: Parent) {
  if (parent?.record == null) return null;
  const { record, as_of, freshness } = parent;
  const { ultimate, direct, corroborated } = record;
  const chain = [...(direct === null ? [] : [ownerOf(direct)]), ownerOf(ultimate)];
  if (record.in_cycle) {
    const reason = 'ultimate_owner_not_resolved';
    return {
      status: 'not_found',
      reason,
      source: ENTITY_IDENTIFIERS,
      as_of,
      freshness,
      detail: { chain },
    } as const;
  }
  return {
    status: 'available',
    value: { ...ownerOf(ultimate), depth: chain.length, resolved_by: ENTITY_IDENTIFIERS, chain },
    source: ENTITY_IDENTIFIERS,
    as_of,
    freshness,
    confidence: corroborated ? PARENT_CONFIDENCE.corroborated : PARENT_CONFIDENCE.stated,
    flagged_for_review: !corroborated,
    detail: {
      inputs: [
        ...(direct === null ? [] : [inputOf(direct, 'direct_parent', as_of)]),
        inputOf(ultimate, 'ultimate_parent', as_of),
      ],
    },
  } as const;
}

const isSame = (owner: Owner, other: Owner): boolean =>
  owner.company_number !== null && other.company_number !== null
    ? owner.company_number === other.company_number
    : normaliseName(owner.company_name) === normaliseName(other.company_name);

/** Compares the parent that consolidates the company with the top owner; nothing without a parent. */
function crossCheck(parent: Parent, top: Owner) {
  if (parent?.record == null || parent.record.in_cycle) return {};
  const { record, as_of } = parent;
  const ultimate = ownerOf(record.ultimate);
  return { cross_check: { source: ENTITY_IDENTIFIERS, as_of, ...ultimate, agrees: isSame(ultimate, top) } };
}

/** The confidence of each step up (Blocks 4.16). Several steps of half may come to less than half. */
const STEP_CONFIDENCE: Readonly<Record<StepBand, number>> = { '75-100': 0.95, '50-75': 0.9, '25+': 0.7 };
/** The factor if somebody else holds as much, and the factor if an owner was found by name alone. */
const DOUBT = 0.75;
/** The factor for each year beyond the first without a confirmation (Companies Act 2006 s853A). */
const UNCONFIRMED_YEAR = 0.95;
/** The factor if individuals control the last company and none is known to hold half (Blocks 5.3). */
const INDIVIDUALS = 0.9;
/** Below this confidence the value needs review. */
const REVIEW_BELOW = 0.9;

const REASONS = {
  no_majority_controller: 'no_majority_controller',
  owner_not_on_file: 'owner_not_on_file',
  not_resolved: 'ultimate_owner_not_resolved',
  suppressed: 'ultimate_owner_not_resolved',
  unidentified_controller: 'ultimate_owner_not_resolved',
  no_current_record: 'ultimate_owner_not_resolved',
} as const;
/** Ends of a chain that its reason alone doesn't show. */
const UNCLEAR_ENDS: readonly string[] = ['unidentified_controller', 'no_current_record'];

type Top = Extract<OwnershipChain, { end: 'top' }>;

/** The maximum number of years since a company of the chain confirmed its data on the register. */
const unconfirmedYears = (confirmed: Top['confirmed'], as_of: IsoDate): number =>
  Math.max(0, ...confirmed.map((day) => (day === null ? 0 : (wholeYears(day, as_of) ?? 0) - 1)));

function confidenceOf({ bands, confirmed, ties, by_name, stopped_at }: Top, as_of: IsoDate): number {
  const isShared = stopped_at === 'individuals' || stopped_at === 'overseas_entity';
  const doubt = (ties.length > 0 ? DOUBT : 1) * (by_name ? DOUBT : 1) * (isShared ? INDIVIDUALS : 1);
  const steps = bands.reduce((product, band) => product * STEP_CONFIDENCE[band], 1);
  const age = UNCONFIRMED_YEAR ** unconfirmedYears(confirmed, as_of);
  return Math.round(steps * age * doubt * 1_000) / 1_000;
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
})(({ psc, ownership_chain: { record: foundChain }, company, entity_parent, once }) => {
  const parent = typeof entity_parent === 'string' ? null : entity_parent;
  const byIdentifiers = ownerByIdentifiers(parent);
  const { missing, as_of: heldTo, isPart, statements } = heldControl(psc, once);
  if (missing !== null) return byIdentifiers ?? missing;
  // Another part of the register may hold an owner with an equal stake, or the owners above.
  if (isPart) return byIdentifiers ?? notLookedUp(heldTo);
  // The chain holds up to the day of the oldest records in it.
  const as_of = oldestDay(heldTo, foundChain === null ? [] : [foundChain.held_on]);
  const provenance = { source: 'company_register_psc', as_of } as const;
  if (foundChain === null || foundChain.end === 'no_data') {
    if (byIdentifiers !== null) return byIdentifiers;
    const chain = foundChain?.chain ?? [];
    const reason = psc.part && chain.length > 0 ? 'not_looked_up' : 'no_psc_data_on_file';
    const exemption =
      chain.length > 0 ? undefined : (exemptionIn(psc.record) ?? statements.find(saysExempt)?.statement);
    const detail =
      chain.length > 0
        ? { detail: { chain, stopped_at: 'no_data' } }
        : exemption !== undefined && { detail: { exemption } };
    return { status: 'not_found', reason, ...provenance, ...detail };
  }
  if (foundChain.end !== 'top') {
    const { end, chain } = foundChain;
    // Another register must not fill in an owner where no one holds half, or where the owner is suppressed.
    const isDecided = end === 'no_majority_controller' || end === 'suppressed';
    if (byIdentifiers !== null && !isDecided) return byIdentifiers;
    const cut = end === 'suppressed' ? cutLists({ chain: chain.length }, Infinity, { chain: 1 }) : {};
    const stopped = UNCLEAR_ENDS.includes(end) && { stopped_at: end };
    return {
      status: 'not_found',
      reason: REASONS[end],
      ...provenance,
      detail: { chain, ...stopped, ...cut },
    };
  }
  const { chain, stopped_at, ties, beneficial_owners, held_through } = foundChain;
  const confidence = confidenceOf(foundChain, as_of);
  const top = chain.at(-1) ?? {
    // Companies that only the index knows may have no name on file.
    company_name: company.record?.name || (company.record?.number ?? ''),
    company_number: company.record?.number ?? null,
  };
  return {
    status: 'available',
    value: {
      company_name: top.company_name,
      company_number: top.company_number,
      depth: chain.length,
      resolved_by: resolvedBy(foundChain),
      chain: [...chain],
    },
    source: 'service_model',
    as_of,
    confidence,
    flagged_for_review: confidence < REVIEW_BELOW || held_through.length > 0,
    detail: {
      stopped_at,
      ...(beneficial_owners !== undefined && { beneficial_owners }),
      ...(ties.length > 0 && { ties }),
      ...(held_through.length > 0 && { held_through }),
      ...crossCheck(parent, top),
    },
  };
});
