/** Defines the source of grants that funders publish as open data in the 360Giving form. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument } from '../kit/records/json-document.js';
import { GRANTS, readGrant, RECIPIENT, type PublishedGrant } from './grant-record.js';
import { olderGrants } from './older-grants.js';

const LAYOUT = 3;

export const grants = defineRecordSource<PublishedGrant>()({
  name: 'grants',
  // Found by grant and not by company number: a corrected grant counts only for the new recipient (a joined
  // fact).
  fact: null,
  // Funders publish a few times a year.
  stale_after_days: 184,
  layout: LAYOUT,
  rewriting: olderGrants(LAYOUT),
  company_index: RECIPIENT,
  finder: {
    not_published:
      'Funders publish on sites of their own, mostly as spreadsheets: import their packages of JSON.',
  },
  forms: [jsonDocument({ name: 'a 360Giving package', partial: false, list: GRANTS, read: readGrant })],
});
