/** Planning registers of local authorities: applications, and brownfield land. */
import { csvTable, type Cells } from '../kit/records/csv-table.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import type { Form, FormContext } from '../kit/records/form.js';
import { jsonDocument } from '../kit/records/json-document.js';
import { jsonItem } from '../kit/records/json-item.js';
import { jsonLines } from '../kit/records/json-lines.js';
import type { Entry, Version } from '../kit/records/record.js';
import { isObject, type JsonObject } from '../kit/records/values.js';
import { applicationRecord } from './application-document.js';
import { isSample } from './authority-samples.js';
import {
  APPLICATION_COLUMNS,
  fieldName,
  planningEntry,
  rowRecord,
  rowVersion,
  SITE_COLUMNS,
  type PlanningRecord,
  type PlanningRegister,
} from './planning-record.js';

/** What a file says is as new as the file; where that tells no day, as the record. */
const entriesOf = (record: PlanningRecord, own: Version, context: FormContext): Entry[] => [
  planningEntry(record, context.version || own, isSample(record, context)),
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

/** The fields of an object, as the cells of a row. */
function cellsOf(item: JsonObject): Cells {
  const fields = new Map(Object.entries(item).map(([field, value]) => [fieldName(field), value]));
  return (column) => {
    const value = fields.get(column);
    return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  };
}

/** An entity of the national platform, or a place on its map, whose properties it is. */
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
  // Found by applicant and by postcode, and not by company number: a joined fact asks for it.
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
