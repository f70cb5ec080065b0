/** Public contract notices that buyers publish as open data: Contracts Finder, Find a Tender, Public Contracts Scotland. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument } from '../kit/records/json-document.js';
import { jsonLines } from '../kit/records/json-lines.js';
import { contractsFinder } from './contracts.finder.js';
import { ORGANISATION, readRelease, type NoticeRecord } from './notice-record.js';

export const contracts = defineRecordSource<NoticeRecord>()({
  name: 'contracts',
  // Found by notice and not by company number: what is typed there has to be confirmed first (a joined fact).
  fact: null,
  // Published every day; a month allows for files that are fetched by hand.
  stale_after_days: 31,
  layout: 1,
  finder: contractsFinder,
  company_index: ORGANISATION,
  forms: [
    jsonLines({
      name: 'OCDS releases, a line each',
      partial: false,
      apart: true,
      recognises: (first) => 'ocid' in first,
      open: () => ({ read: readRelease }),
    }),
    jsonDocument({ name: 'an OCDS release package', partial: false, list: 'releases', read: readRelease }),
  ],
});
