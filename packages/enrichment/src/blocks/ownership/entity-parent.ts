/** Reads who consolidates a company in its accounts, from the register of legal entity identifiers. */
import type { EntityParent, ParentEntity } from '../../sources/facts/entity-parent.fact.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { SourceFact } from '../runner/facts.js';

type Parent = SourceFact<EntityParent> | null;
type Owner = Pick<ParentEntity, 'company_name' | 'company_number'>;

const SOURCE = 'entity_identifier_register';
/** Confidence in a relationship that documents confirm, and in one that the entity alone states. */
const CONFIDENCE = { corroborated: 0.85, stated: 0.7 } as const;

const ownerOf = ({ company_name, company_number }: ParentEntity): Owner => ({ company_name, company_number });

const inputOf = ({ lei }: ParentEntity, field: string, as_of: string) => ({
  block: null,
  field,
  source: SOURCE,
  as_of,
  value: lei,
});

/** The answer of the block if control can't be followed; null if that register has none either. */
export function ownerByIdentifiers(parent: Parent) {
  if (parent?.record == null) return null;
  const { record, as_of, freshness } = parent;
  const { ultimate, direct, corroborated } = record;
  const chain = [...(direct === null ? [] : [ownerOf(direct)]), ownerOf(ultimate)];
  if (record.in_cycle) {
    const reason = 'ultimate_owner_not_resolved';
    return { status: 'not_found', reason, source: SOURCE, as_of, freshness, detail: { chain } } as const;
  }
  return {
    status: 'available',
    value: { ...ownerOf(ultimate), depth: chain.length, resolved_by: SOURCE, chain },
    source: SOURCE,
    as_of,
    freshness,
    confidence: corroborated ? CONFIDENCE.corroborated : CONFIDENCE.stated,
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

/** Compares that register's parent with the top owner by control; nothing without a parent. */
export function crossCheck(parent: Parent, top: Owner) {
  if (parent?.record == null || parent.record.in_cycle) return {};
  const { record, as_of } = parent;
  const ultimate = ownerOf(record.ultimate);
  return { cross_check: { source: SOURCE, as_of, ...ultimate, agrees: isSame(ultimate, top) } };
}
