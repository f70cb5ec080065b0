/** Who consolidates a company in its accounts, by the register of legal entity identifiers: the cross-check of control. */
import {
  COMPANY_NUMBER,
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
  /** Null: not registered here. */
  readonly company_number: string | null;
}

export interface EntityParent {
  readonly lei: string;
  readonly ultimate: ParentEntity;
  /** Where it is known and another one. */
  readonly direct: ParentEntity | null;
  /** The ultimate parent was confirmed by documents, and the confirmation is not overdue. */
  readonly corroborated: boolean;
}

type Entities = ReadonlyMap<string, Records<EntityIdRecord>>;

const entityIn = (records: Records<EntityIdRecord> | undefined): LegalEntity | null =>
  records?.items.map(({ data }) => data).find((data) => data.record === 'entity') ?? null;

const relationIn = (records: Records<EntityIdRecord> | undefined, type: string): EntityRelation | null =>
  records?.items
    .map(({ data }) => data)
    .filter((data) => data.record === 'relation')
    .find((relation) => relation.type === type && relation.status === 'ACTIVE') ?? null;

const ULTIMATE = 'IS_ULTIMATELY_CONSOLIDATED_BY';
const DIRECT = 'IS_DIRECTLY_CONSOLIDATED_BY';

function parentOf(relation: EntityRelation | null, entities: Entities): ParentEntity | null {
  const entity = relation === null ? null : entityIn(entities.get(relation.to));
  if (relation === null || entity === null) return null;
  return { lei: relation.to, company_name: entity.name, company_number: entity.company_number };
}

/** @param lei of the company */
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
  };
}

/** The companies' own records and those of their parents: two steps, whatever their number. */
function readEntities(leis: readonly string[], edition: RecordEdition<EntityIdRecord>): Entities {
  const own = edition.byNumbers(leis);
  const parents = [...own.values()].flatMap((records) =>
    [ULTIMATE, DIRECT].flatMap((type) => relationIn(records, type)?.to ?? []),
  );
  return new Map([...edition.byNumbers(parents), ...own]);
}

export const entityParent = defineFact({
  name: 'entity_parent',
  source: 'entity_ids',
  also: [],
  needs: [],
  join: (numbers, { editions: { entity_ids } }) => {
    const leis = entity_ids.subjectsUnder(COMPANY_NUMBER, numbers);
    const entities = readEntities([...leis.values()].flat(), entity_ids);
    const found = new Map<string, EntityParent>();
    for (const [number, [lei, ...others]] of leis) {
      // Two identifiers of one company: neither is known to be the right one.
      const parent = lei === undefined || others.length > 0 ? null : parentAbove(lei, entities);
      if (parent !== null) found.set(number, parent);
    }
    return found;
  },
});
