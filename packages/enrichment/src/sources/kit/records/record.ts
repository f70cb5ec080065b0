/**
 * Defines an edition's records of one subject (usually a company): its published items, each with its
 * version, and the lists that were read whole. Files bring entries, which are merged in the order of reading.
 * All of it is plain data and pure functions.
 */
import type { SuppressedValues } from '../../../../../contract/src/suppression/suppressed.js';

/**
 * The version of an item: the time that it describes (an instant or a day, ISO 8601) and, for an event of the
 * streaming API, ` ` and its timepoint. Empty: unknown, older than all else.
 */
export type Version = string;

/** Compares versions within one list: two events of its stream by their timepoints, all else by time. */
export function isNewer(version: Version, other: Version): boolean {
  const [time = '', point] = version.split(' ');
  const [otherTime = '', otherPoint] = other.split(' ');
  return point !== undefined && otherPoint !== undefined
    ? Number(point) > Number(otherPoint)
    : time > otherTime;
}

/** A further key of a subject: an index's name and a key in it. */
export type Link = readonly [index: string, key: string];

/** A file's statement about a subject. */
export type Entry =
  | {
      readonly kind: 'put';
      readonly subject: string;
      readonly list: string;
      /** The key in its list; a newer item with this key replaces the item. */
      readonly key: string;
      readonly version: Version;
      readonly data: unknown;
      readonly links?: readonly Link[];
    }
  /** The item is no longer published. */
  | {
      readonly kind: 'drop';
      readonly subject: string;
      readonly list: string;
      readonly key: string;
      readonly version: Version;
    }
  /** The list was read whole: older items that did not come with it are gone. */
  | { readonly kind: 'whole'; readonly subject: string; readonly list: string; readonly version: Version };

/** An item as an edition holds it. `text` null: the item is gone, and nothing is found by its links. */
export interface HeldItem {
  readonly list: string;
  readonly key: string;
  readonly version: Version;
  /** JSON of its data. */
  readonly text: string | null;
  readonly links: readonly Link[];
}

export interface HeldRecords {
  /** The version in which each list was read whole, by list. */
  readonly whole: ReadonlyMap<string, Version>;
  readonly items: readonly HeldItem[];
}

/** An entry with its data as text, for staging and merging. */
export type StagedEntry =
  | ({ readonly kind: 'put' | 'drop' } & HeldItem)
  | { kind: 'whole'; list: string; version: Version };

/** An entry with its data as text. */
export const staged = (entry: Entry): StagedEntry => {
  if (entry.kind === 'whole') return entry;
  const { kind, list, key, version } = entry;
  return entry.kind === 'put'
    ? { kind, list, key, version, text: JSON.stringify(entry.data), links: entry.links ?? [] }
    : { kind, list, key, version, text: null, links: [] };
};

/** The edition's records of a subject, as entries. */
export const entriesOf = ({ whole, items }: HeldRecords): StagedEntry[] => [
  ...[...whole].map(([list, version]) => ({ kind: 'whole' as const, list, version })),
  ...items.map((item) => ({ kind: item.text === null ? ('drop' as const) : ('put' as const), ...item })),
];

/** Merges the newer text of a key with the older one. Null: they are two items, and both stay. */
export type Keeping = (item: string, other: string) => string | null;

function keptOf(item: HeldItem, other: HeldItem, keeping: Keeping | undefined): HeldItem | null {
  if (keeping === undefined || item.text === null || other.text === null) return item;
  const text = keeping(item.text, other.text);
  if (text === null) return null;
  return text === item.text ? item : { ...item, text };
}

/** The register's own id in the data of a record with another key: a drop may name the record by it alone. */
const REGISTER_ID = /"register_id":"([^"\\]+)"/;

/** Tells whether a drop may name the item by the register's id; other keys are made of the item's fields. */
export const isId = (key: string): boolean => /^[\w-]+$/.test(key);

/** The link of a drop by the register's id whose item is known. */
const RESOLVED_DROP: readonly Link[] = [['drop', 'met']];

/**
 * Drops by the register's id whose item is known: an entry states the id, the same event dropped the item by
 * its own key, or an earlier merge knew it.
 */
function resolvedDrops(entries: readonly StagedEntry[]): ReadonlySet<string> {
  const items = entries.filter((entry) => entry.kind !== 'whole');
  const drops = items.filter(({ text }) => text === null);
  const byId = drops.filter(({ key }) => isId(key));
  if (byId.length === 0) return new Set();
  const eventOf = ({ list, version }: HeldItem): string => `${list}\u0000${version}`;
  const byKey = new Set(drops.filter(({ key }) => !isId(key)).map(eventOf));
  const ids = items.flatMap(({ list, text }) => {
    const id = REGISTER_ID.exec(text ?? '')?.[1];
    return id === undefined ? [] : `${list}\u0000${id}`;
  });
  const resolved = byId.filter((drop) => drop.links.length > 0 || byKey.has(eventOf(drop)));
  return new Set([...ids, ...resolved.map(({ list, key }) => `${list}\u0000${key}`)]);
}

/** Drops items that a drop names by the register's id. */
function dropById(items: Map<string, HeldItem>): void {
  for (const [name, item] of items) {
    const id = REGISTER_ID.exec(item.text ?? '')?.[1];
    const drop = id === undefined ? undefined : items.get(`${item.list}\u0000${id}`);
    if (drop?.text !== null || isNewer(item.version, drop.version)) continue;
    items.set(name, { ...item, version: drop.version, text: null, links: [] });
  }
}

function markResolvedDrops(items: Map<string, HeldItem>, entries: readonly StagedEntry[]): void {
  for (const name of resolvedDrops(entries)) {
    const drop = items.get(name);
    if (drop?.text === null) items.set(name, { ...drop, links: RESOLVED_DROP });
  }
}

/** Puts an item in its place among those of its list and key, of which there may be several. */
function place(items: Map<string, HeldItem>, entry: HeldItem, keeping: Keeping | undefined): void {
  const name = `${entry.list}\u0000${entry.key}`;
  for (let at = name, others = 1; ; at = `${name}\u0000${others}`, others += 1) {
    const heldItem = items.get(at);
    const keptItem =
      heldItem === undefined
        ? entry
        : isNewer(heldItem.version, entry.version)
          ? keptOf(heldItem, entry, keeping)
          : keptOf(entry, heldItem, keeping);
    if (keptItem === null) continue;
    items.set(at, keptItem);
    return;
  }
}

const NONE_WHOLE: HeldRecords['whole'] = new Map();

/** Merges one subject's entries, in the order of reading. The later of equal versions counts. */
export function mergeEntries(entries: readonly StagedEntry[], keeping?: Keeping): HeldRecords {
  const [alone] = entries;
  // Most subjects of most files.
  if (entries.length === 1 && alone !== undefined && alone.kind !== 'whole')
    return { whole: NONE_WHOLE, items: [alone] };
  const items = new Map<string, HeldItem>();
  const whole = new Map<string, Version>();
  for (const entry of entries) {
    if (entry.kind === 'whole') {
      if (!isNewer(whole.get(entry.list) ?? '', entry.version)) whole.set(entry.list, entry.version);
      continue;
    }
    place(items, entry, keeping);
  }
  if ([...items.values()].some(({ text }) => text === null)) {
    dropById(items);
    markResolvedDrops(items, entries);
  }
  const keptEntries = [...items].filter(([, { list, version }]) => !isNewer(whole.get(list) ?? '', version));
  // Sorted, so that the order of arrival doesn't matter.
  keptEntries.sort(([name], [other]) => (name < other ? -1 : 1));
  return { whole, items: keptEntries.map(([, item]) => item) };
}

/** An item, as blocks read it. */
export interface Item<T> {
  readonly list: string;
  readonly key: string;
  readonly version: Version;
  readonly data: T;
}

/** The records of one subject in an edition. */
export interface Records<T> {
  /** The version in which each list was read whole, by list. An edition that isn't a part needs no entry. */
  readonly whole: Readonly<Record<string, Version>>;
  /** The items by list and key, without those that are gone. */
  readonly items: readonly Item<T>[];
  /** The newest version that removed an item, by list. */
  readonly gone?: Readonly<Record<string, Version>>;
  /** Lists that lost an unknown item, removed by a register's id that their older items lack. */
  readonly doubted?: readonly string[];
  /** The number of items left out because they name somebody who is suppressed, by the source's groups. */
  readonly suppressed?: Readonly<Record<string, number>>;
  /** The suppressed persons' names, never shown. Other records of the company must leave them out too. */
  readonly suppressed_names?: readonly string[];
}

/**
 * The newest day of the items, whole lists and removals; null: none is stated. Versions compare by their
 * times, since the timepoints of two streams don't compare.
 */
export function newestDayOf({
  whole,
  items,
  gone = {},
}: Pick<Records<unknown>, 'whole' | 'items' | 'gone'>): string | null {
  const versions = [whole, gone].flatMap(Object.values<Version>);
  for (const { version } of items) versions.push(version);
  const newest = versions.reduce((last, version) => (last > version ? last : version), '');
  return newest === '' ? null : newest.slice(0, 'YYYY-MM-DD'.length);
}

/** An item after suppression: shown, perhaps without some fields, or left out and counted. */
export type ShownItem<T> =
  | { readonly data: T }
  | { readonly left_out: readonly string[]; /** The person's name. */ readonly name?: string };

/** @param item of an edition, or of an answer of the register */
export type Suppressing<T> = (
  item: { readonly key: string; readonly data: T; readonly version?: Version },
  suppressed: SuppressedValues,
) => ShownItem<T>;

/** The items that may be shown, and the number of items left out, by group. */
export function shownItems<T, I extends { readonly key: string; readonly data: T }>(
  items: readonly I[],
  suppress: Suppressing<T>,
  suppressed: SuppressedValues,
): { readonly items: readonly I[] } & Pick<Records<T>, 'suppressed' | 'suppressed_names'> {
  const left: Record<string, number> = {};
  const suppressed_names: string[] = [];
  const keptItems = items.flatMap((item): I[] => {
    const shownItem = suppress(item, suppressed);
    if ('data' in shownItem) return [shownItem.data === item.data ? item : { ...item, data: shownItem.data }];
    for (const group of shownItem.left_out) left[group] = (left[group] ?? 0) + 1;
    if (shownItem.name !== undefined) suppressed_names.push(shownItem.name);
    return [];
  });
  return Object.keys(left).length === 0
    ? { items: keptItems }
    : { items: keptItems, suppressed: left, suppressed_names };
}
