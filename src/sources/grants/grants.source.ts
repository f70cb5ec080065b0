/** Grants that funders publish as open data in the 360Giving form. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument } from '../kit/records/json-document.js';
import { readGrant, type GrantRecord } from './grant-record.js';

export const grants = defineRecordSource<GrantRecord>()({
  name: 'grants',
  fact: 'grants',
  // Funders publish a few times a year.
  stale_after_days: 184,
  layout: 2,
  finder: {
    not_published:
      'Funders publish on sites of their own, mostly as spreadsheets: import their packages of JSON.',
  },
  forms: [jsonDocument({ name: 'a 360Giving package', partial: false, list: 'grants', read: readGrant })],
});
