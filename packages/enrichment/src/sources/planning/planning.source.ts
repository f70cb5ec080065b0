/** Defines the source of local authorities' planning registers: applications and brownfield land. */
import { UnreadableRecord, type FormContext, type Form } from '../kit/records/form.js';
import {
  authorityKey,
  planningRecord,
  APPLICATION_COLUMNS,
  fieldName,
  planningEntry,
  rowRecord,
  rowVersion,
  SITE_COLUMNS,
  type PlanningRecord,
  type PlanningRegister,
} from './planning-record.js';
import {
  isObject,
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  textOf,
  type JsonObject,
} from '../kit/records/values.js';
import { csvTable, type Cells } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument, jsonItem } from '../kit/records/json-document.js';
import { jsonLines } from '../kit/records/json-lines.js';
import type { Entry, Version } from '../kit/records/record.js';

/** The number of postcodes that suffice to locate an authority. */
const PLACED = 20;

/** The number of samples with a postcode, by file and authority. */
const sampleCounts = new WeakMap<FormContext, Map<string, number>>();

/**
 * Returns true if a record is a sample of its authority: the file's first record of it, or one of the first
 * `PLACED` with a postcode. Call it once for each record, in order.
 */
function isSample({ authority, postcode }: PlanningRecord, file: FormContext): boolean {
  const authorities = sampleCounts.get(file) ?? new Map<string, number>();
  sampleCounts.set(file, authorities);
  const key = authorityKey(authority);
  const placed = authorities.get(key);
  const isChosen = placed === undefined || (postcode !== null && placed < PLACED);
  if (isChosen) authorities.set(key, (placed ?? 0) + (postcode === null ? 0 : 1));
  return isChosen;
}

/** The company of an applicant, or for which a person applies. Persons are not stored. */
const companyOf = (applicant: unknown): string[] => {
  if (!isObject(applicant)) return [];
  const { company } = applicant;
  const name = textOf(isObject(company) ? company['name'] : company) ?? textOf(applicant['company-name']);
  return name === null ? [] : [name];
};

/** Reads a submission of the planning application data specification. @throws UnreadableRecord */
function applicationRecord(document: JsonObject): PlanningRecord {
  const submission = partOf(document['submission-details']);
  const reference = textOf(submission['submission-reference']);
  const authority = textOf(submission['planning-authority']);
  if (reference === null) throw new UnreadableRecord('the application has no submission-reference');
  if (authority === null) throw new UnreadableRecord('the application names no planning-authority');
  const [site] = objectsOf(partOf(document['site-details'])['site-locations']);
  const address = partOf(site?.['site-address']);
  const types = listOf(submission['application-types']).flatMap((type) => textOf(type) ?? []);
  return planningRecord({
    register: 'applications',
    reference,
    authority,
    authority_code: null,
    description: textOf(partOf(document['proposal-details'])['description'], 500),
    type: types.length === 0 ? null : types.join(', '),
    status: 'submitted',
    decision: null,
    received_on: isoDayOf(submission['submitted-at']) ?? isoDayOf(submission['created-at']),
    decided_on: null,
    site_address: textOf(address['address-text'], 500),
    postcode: textOf(address['postcode']),
    applicants: listOf(partOf(document['applicant-details'])['applicants']).flatMap(companyOf),
    url: null,
  });
}

/** The entries of a record. Their version is the file's day, else the record's. */
const entriesOf = (record: PlanningRecord, recordVersion: Version, context: FormContext): Entry[] => [
  planningEntry(record, context.version || recordVersion, isSample(record, context)),
];

const rowEntries = (cell: Cells, register: PlanningRegister, context: FormContext): Entry[] =>
  entriesOf(rowRecord(cell, register), rowVersion(cell), context);

const table = (name: string, register: PlanningRegister, columns: readonly (readonly string[])[]): Form =>
  csvTable({
    name,
    partial: false,
    columns,
    named: fieldName,
    read: (cell, context) => rowEntries(cell, register, context),
  });

function cellsOf(item: JsonObject): Cells {
  const fields = new Map(Object.entries(item).map(([field, value]) => [fieldName(field), value]));
  return (column) => {
    const value = fields.get(column);
    return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  };
}

/** Reads an entity of the national platform, or a GeoJSON feature with the entity as properties. */
function entityEntries(item: JsonObject, context: FormContext): Entry[] {
  const { properties } = item;
  const fields = isObject(properties) ? properties : item;
  const register = fields['dataset'] === 'brownfield-land' ? 'brownfield_land' : 'applications';
  return rowEntries(cellsOf(fields), register, context);
}

function documentEntries(document: JsonObject, context: FormContext): Entry[] {
  const record = applicationRecord(document);
  return entriesOf(record, record.received_on ?? '', context);
}

const DOCUMENT = 'submission-details';

export const planning = defineRecordSource<PlanningRecord>()({
  name: 'planning',
  // A joined fact finds records by applicant and by postcode, not by company number.
  fact: null,
  // Councils publish once a month or once a year.
  stale_after_days: 184,
  finder: { not_published: 'There is no file of all authorities: import those of the councils you need.' },
  layout: 1,
  forms: [
    table('a brownfield land register, CSV', 'brownfield_land', SITE_COLUMNS),
    table('a register of planning applications, CSV', 'applications', APPLICATION_COLUMNS),
    jsonLines({
      name: 'planning applications as submitted, a line each',
      partial: false,
      recognises: (first) => DOCUMENT in first,
      open: (context) => ({ read: (document) => documentEntries(document, context) }),
    }),
    jsonItem({
      name: 'a planning application as submitted, or a list of them, JSON',
      partial: false,
      recognises: (head) => /^\uFEFF?\s*[[{]/.test(head) && head.includes(`"${DOCUMENT}"`),
      read: documentEntries,
    }),
    jsonDocument({
      name: 'entities of the national platform, JSON',
      partial: false,
      list: 'entities',
      read: entityEntries,
    }),
    jsonDocument({
      name: 'entities of the national platform, GeoJSON',
      partial: false,
      list: 'features',
      read: entityEntries,
    }),
  ],
});
