/** Finds the parent that consolidates a company, from the register of legal entity identifiers. */
import {
  COMPANY_NUMBER,
  isEntityInForce,
  isRelationInForce,
  type EntityIdRecord,
  type EntityRelation,
  type LegalEntity,
} from '../entity-ids/entity-record.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import type { Records } from '../kit/records/record.js';
import { defineFact } from './define-fact.js';

export interface ParentEntity {
  readonly lei: string;
  readonly company_name: string;
  /** The company number; null: the parent isn't registered here. */
  readonly company_number: string | null;
}

export interface EntityParent {
  readonly lei: string;
  readonly ultimate: ParentEntity;
  /** The direct parent, if it is known and is another entity. */
  readonly direct: ParentEntity | null;
  /** True if documents confirmed the ultimate parent, and the confirmation is not overdue. */
  readonly corroborated: boolean;
  /** True if parents form a cycle, so the top is unknown (Blocks 5.18). */
  readonly in_cycle: boolean;
}

type Entities = ReadonlyMap<string, Records<EntityIdRecord>>;

const entityIn = (records: Records<EntityIdRecord> | undefined): LegalEntity | null =>
  records?.items.map(({ data }) => data).find((data) => data.record === 'entity') ?? null;

/** The relation in force of that type, a published one first; null: none, or several. */
function relationIn(records: Records<EntityIdRecord> | undefined, type: string): EntityRelation | null {
  const parents = (records?.items ?? [])
    .map(({ data }) => data)
    .filter((data) => data.record === 'relation')
    .filter((relation) => relation.type === type && isRelationInForce(relation));
  const published = parents.filter(({ registration_status }) => registration_status === 'PUBLISHED');
  const [parent = null, ...others] = published.length > 0 ? published : parents;
  return others.length > 0 ? null : parent;
}

const ULTIMATE = 'IS_ULTIMATELY_CONSOLIDATED_BY';
const DIRECT = 'IS_DIRECTLY_CONSOLIDATED_BY';

function parentOf(relation: EntityRelation | null, entities: Entities): ParentEntity | null {
  const entity = relation === null ? null : entityIn(entities.get(relation.to));
  if (relation === null || entity === null || !isEntityInForce(entity)) return null;
  return { lei: relation.to, company_name: entity.name, company_number: entity.company_number };
}

const parentsOf = (lei: string, entities: Entities): ParentEntity[] =>
  [ULTIMATE, DIRECT].flatMap((type) => parentOf(relationIn(entities.get(lei), type), entities) ?? []);

/** All entities above an entity. It is among them itself if its parents lead back to it. */
function allAbove(lei: string, entities: Entities): ReadonlySet<string> {
  const above = new Set(parentsOf(lei, entities).map((parent) => parent.lei));
  // The loop also visits the members that it adds to the set.
  for (const parent of above) for (const { lei: next } of parentsOf(parent, entities)) above.add(next);
  return above;
}

/** Returns true if the parents of the entity, or of an entity above it, lead back to that entity. */
const hasCycle = (lei: string, entities: Entities): boolean =>
  [lei, ...allAbove(lei, entities)].some((each) => allAbove(each, entities).has(each));

/** @param lei the company's identifier */
function parentAbove(lei: string, entities: Entities): EntityParent | null {
  const records = entities.get(lei);
  const relation = relationIn(records, ULTIMATE);
  const ultimate = parentOf(relation, entities);
  if (relation === null || ultimate === null || ultimate.lei === lei) return null;
  const direct = parentOf(relationIn(records, DIRECT), entities);
  return {
    lei,
    ultimate,
    direct: direct?.lei === ultimate.lei ? null : direct,
    corroborated: relation.corroborated && relation.registration_status === 'PUBLISHED',
    in_cycle: hasCycle(lei, entities),
  };
}

/** The maximum number of levels of parents. No longer cycle was ever filed. */
const MAX_LEVELS = 20;

/** Reads the records of these entities and of all above them, one query for each level. */
function readEntities(leis: readonly string[], edition: RecordEdition<EntityIdRecord>): Entities {
  const entities = new Map<string, Records<EntityIdRecord>>();
  let wantedLeis: readonly string[] = leis;
  for (let level = 0; level < MAX_LEVELS && wantedLeis.length > 0; level += 1) {
    const recordsByLei = edition.byNumbers(wantedLeis);
    for (const [lei, records] of recordsByLei) entities.set(lei, records);
    const above = [...recordsByLei.values()].flatMap((records) =>
      [ULTIMATE, DIRECT].flatMap((type) => relationIn(records, type)?.to ?? []),
    );
    wantedLeis = [...new Set(above)].filter((lei) => !entities.has(lei));
  }
  return entities;
}

export const entityParent = defineFact({
  name: 'entity_parent',
  source: 'entity_ids',
  also: [],
  needs: [],
  join: (numbers, { editions: { entity_ids } }) => {
    const leis = entity_ids.subjectsUnder(COMPANY_NUMBER, numbers);
    const entities = readEntities([...leis.values()].flat(), entity_ids);
    const parentsByNumber = new Map<string, EntityParent>();
    for (const [number, [lei, ...others]] of leis) {
      // A company with two identifiers gets no parent, because the right identifier is unknown.
      const parent = lei === undefined || others.length > 0 ? null : parentAbove(lei, entities);
      if (parent !== null) parentsByNumber.set(number, parent);
    }
    return parentsByNumber;
  },
});
