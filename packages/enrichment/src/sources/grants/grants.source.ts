/** Defines the source of grants, which funders publish as open data in the 360Giving format. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument } from '../kit/records/json-document.js';
import {
  GRANTS,
  readGrant,
  RECIPIENT,
  type PublishedGrant,
  type GrantRecord,
  type Recipient,
} from './grant-record.js';
import { rewriting } from '../kit/editions/rewrite-edition.js';
import type { StagedEntry } from '../kit/records/record.js';
import { heldIn, layoutOf, RecordEditionBuilder } from '../kit/records/record-edition.js';

/** Rewrites the layout that stored grants by company. @param layout the current one, by grant */
const olderGrants = (layout: number) =>
  rewriting(
    (layout) => layout === layoutOf(2),
    (path) => new RecordEditionBuilder(path, layout),
    function* (old, edition) {
      const grants = new Map<string, { readonly version: string; readonly data: PublishedGrant }>();
      for (const [company, { items }] of heldIn(old))
        for (const { key, version, text } of items) {
          if (text === null) continue;
          const { website, ...record } = JSON.parse(text) as GrantRecord;
          const heldGrant = grants.get(key);
          // The older layout kept a grant for both companies after a correction of the company.
          if (heldGrant !== undefined && heldGrant.version > version) continue;
          const others = heldGrant?.version === version ? heldGrant.data.recipients : [];
          const number = company as Recipient['number'];
          const recipient = { number, name: null, charity: null, two_numbers: false, website };
          grants.set(key, { version, data: { ...record, recipients: [...others, recipient] } });
        }
      for (const [key, { version, data }] of [...grants].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const links = data.recipients.map(({ number }) => [RECIPIENT, number] as const);
        const text = JSON.stringify(data);
        const entry: StagedEntry = { kind: 'put', list: GRANTS, key, version, text, links };
        yield edition.put(key, [entry]);
      }
    },
  );

const LAYOUT = 3;

export const grants = defineRecordSource<PublishedGrant>()({
  name: 'grants',
  // A grant corrected to another recipient counts only for that one, so a joined fact finds grants.
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
