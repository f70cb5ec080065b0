/** Rewrites editions of records of earlier layouts, if their items hold all that today's layout needs. */
import type { ReadOnlyFile } from '../../../../../platform/src/sqlite/sqlite-file.js';
import { editionFactsOf } from '../editions/edition-file.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import type { Rewriting } from '../editions/importer.js';
import { rewriting } from '../editions/rewrite-edition.js';
import { entriesOf, type HeldItem, type Link } from './record.js';
import { heldIn, layoutOf, RecordEditionBuilder } from './record-edition.js';

/** Rewrites an item of a source's earlier layout as JSON in today's layout; null if it lacks a part. */
export type OlderItems = Readonly<Record<number, (text: string) => string | null>>;

/** Computes an item's links by today's rules. @param item its `text` is the JSON of its data */
export type LinksOf = (item: Pick<HeldItem, 'version'> & { readonly text: string }) => readonly Link[];

/** @param linksOf default: items keep the links that they have */
export function recordsRewriting(layout: number, older: OlderItems, linksOf?: LinksOf): Rewriting {
  const byLayout = new Map(Object.entries(older).map(([number, read]) => [layoutOf(Number(number)), read]));
  const readToday = (old: ReadOnlyFile, layoutFound: number, item: HeldItem): HeldItem => {
    if (item.text === null) return item;
    const text = byLayout.get(layoutFound)?.(item.text) ?? null;
    if (text === null) throw lacking(old);
    return { ...item, text, links: linksOf?.({ version: item.version, text }) ?? item.links };
  };
  return rewriting(
    (layout) => byLayout.has(layout),
    (path) => new RecordEditionBuilder(path, layout),
    function* (old, edition) {
      const layout = old.layoutVersion;
      for (const [subject, { whole, items }] of heldIn(old)) {
        const carried = items.map((item) => readToday(old, layout, item));
        yield edition.put(subject, entriesOf({ whole, items: carried }));
      }
    },
  );
}

function lacking(old: ReadOnlyFile): ImportRefusal {
  const names = editionFactsOf(old).files.map(({ name }) => name);
  return new ImportRefusal(
    'failed',
    `some of its items lack what is needed: import ${names.join(', ')} again`,
  );
}
