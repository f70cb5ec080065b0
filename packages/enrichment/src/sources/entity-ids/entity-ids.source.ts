/** Defines the source of legal entity identifiers, their relations and exceptions (Global LEI Foundation). */
import { basename } from 'node:path/posix';
import { daysBetween, parseIsoDate } from '../../../../words/src/calendar.js';
import { listUnder, sizeUnder, textUnder, under } from '../kit/publication/json-path.js';
import { fileAt } from '../kit/publication/listed-files.js';
import { PageChanged, type Finder, type TakenFiles } from '../kit/publication/finder.js';
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

const PUBLISHES = '/api/v2/golden-copies/publishes?per_page=1';
const FILES = ['lei2', 'rr', 'repex'];
/** The files of changes by the number of days that they cover. The day a file was made overlaps. */
const CHANGES: readonly (readonly [days: number, name: string])[] = [
  [1, 'LastDay'],
  [7, 'LastWeek'],
  [28, 'LastMonth'],
];

/** The file of the changes from the edition in force to this day; null: whole files are needed. */
export function changesFileFor({ as_of, whole }: TakenFiles, day: string): string | null {
  if (as_of === null || !whole) return null;
  const days = daysBetween(as_of, day);
  return CHANGES.find(([maxDays]) => days <= maxDays)?.[1] ?? null;
}

/** Finds the golden copy: three files, either whole or with the changes of a day, a week or a month. */
const entityIdsFinder: Finder = {
  publisher: 'entity_ids',
  licence: 'Global LEI Foundation, CC0 1.0',
  every_hours: 24,
  room: 4,
  most_gb: 10,
  async find(site, takenFiles) {
    const [newest] = listUnder(await site.json(PUBLISHES), 'data');
    const day = parseIsoDate((textUnder(newest, 'publish_date') ?? '').slice(0, 10));
    if (day === null) throw changed(site.urlOf(PUBLISHES));
    const changes = changesFileFor(takenFiles, day);
    const files = FILES.map((name) => {
      const kinds = under(newest, name);
      const file = changes === null ? under(kinds, 'full_file') : under(kinds, 'delta_files', changes);
      const url = textUnder(file, 'xml', 'url') ?? '';
      if (!URL.canParse(url)) throw changed(site.urlOf(PUBLISHES));
      const address = new URL(url);
      return { ...fileAt(basename(address.pathname), address), ...sizeUnder(file, 'xml', 'size') };
    });
    return { as_of: day, update: changes !== null, files };
  },
};

const changed = ({ href }: URL): PageChanged =>
  new PageChanged(`${href} names no XML files of the golden copy: its answer may have changed`);

const DELTA = /<(?:\w+:)?FileContent>[^<]*DELTA/;

/** The two forms of each file: only changes, and whole. */
function wholeAndChanges(form: Omit<XmlRecordsForm, 'partial' | 'headerFields'>): Form[] {
  const whole = { ...form, headerFields: HEADER_FIELDS, partial: false };
  const isChanges = (head: string): boolean => DELTA.test(head);
  return [
    xmlRecords({ ...whole, name: `${form.name}, changes`, partial: true, matchesHead: isChanges }),
    xmlRecords(whole),
  ];
}

export const entityIds = defineRecordSource<EntityIdRecord>()({
  name: 'entity_ids',
  // Records are found by identifiers and not by company numbers
  // (`packages/enrichment/src/sources/facts/entity-parent.fact.ts`).
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
