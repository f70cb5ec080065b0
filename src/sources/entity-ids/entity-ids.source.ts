/** Legal entity identifiers, relationships and reporting exceptions of the Global LEI Foundation, three times a day. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import type { Form } from '../kit/records/form.js';
import { xmlRecords, type XmlRecordsForm } from '../kit/records/xml-records.js';
import {
  COMPANY_NUMBER,
  ENTITY_FIELDS,
  EXCEPTION_FIELDS,
  HEADER_FIELDS,
  readEntity,
  readException,
  readRelation,
  RELATION_FIELDS,
  suppressEntity,
  type EntityIdRecord,
} from './entity-record.js';
import { entityIdsFinder } from './entity-ids.finder.js';

const DELTA = /<(?:\w+:)?FileContent>[^<]*DELTA/;

/** Each comes whole, and as what changed since. */
function wholeAndChanges(form: Omit<XmlRecordsForm, 'partial' | 'headerFields'>): Form[] {
  const whole = { ...form, headerFields: HEADER_FIELDS, partial: false };
  const isChanges = (head: string): boolean => DELTA.test(head);
  return [
    xmlRecords({ ...whole, name: `${form.name}, changes`, partial: true, isIt: isChanges }),
    xmlRecords(whole),
  ];
}

export const entityIds = defineRecordSource<EntityIdRecord>()({
  name: 'entity_ids',
  // Found by identifiers, not by company numbers (`src/sources/facts/entity-parent.fact.ts`).
  fact: null,
  // Entities confirm their data once a year.
  stale_after_days: 31,
  finder: entityIdsFinder,
  layout: 1,
  company_index: COMPANY_NUMBER,
  suppress: suppressEntity,
  forms: [
    ...wholeAndChanges({
      name: 'LEI level 1 data',
      root: 'LEIData',
      header: 'LEIHeader',
      record: 'LEIRecord',
      fields: ENTITY_FIELDS,
      read: readEntity,
    }),
    ...wholeAndChanges({
      name: 'LEI relationship data',
      root: 'RelationshipData',
      header: 'Header',
      record: 'RelationshipRecord',
      fields: RELATION_FIELDS,
      read: readRelation,
    }),
    ...wholeAndChanges({
      name: 'LEI reporting exceptions',
      root: 'ReportingExceptionData',
      header: 'Header',
      record: 'Exception',
      fields: EXCEPTION_FIELDS,
      read: readException,
    }),
  ],
});
