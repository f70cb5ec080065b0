/**
 * Rewrites editions of the layout that kept grants by the company, without a name. The new edition keeps them
 * by the grant.
 */
import { rewriting } from '../kit/editions/rewrite-edition.js';
import type { StagedEntry } from '../kit/records/record.js';
import { heldIn, layoutOf, RecordEditionBuilder } from '../kit/records/record-edition.js';
import { GRANTS, RECIPIENT, type GrantRecord, type PublishedGrant, type Recipient } from './grant-record.js';

/** @param layout of today */
export const olderGrants = (layout: number) =>
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
          // The older layout counted a grant for both companies if it was corrected to another one.
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
