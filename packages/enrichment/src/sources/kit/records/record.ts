/**
 * Defines an edition's records of one subject (usually a company): its published items, each with a version,
 * and the lists that were read whole. Files are read into entries, which are merged in the order of reading.
 * Pure.
 */
import type { SuppressedValues } from '../../../../../contract/src/suppression/suppressed.js';

/**
 * The version of an item: the time that it describes (an instant or a day, ISO 8601) and, for an event of the
 * streaming API, a blank and its timepoint. Empty: unknown, which counts as older than any other.
 */
export type Version = string;

/** Compares versions within one list: two stream events by timepoint, others by time. */
export function isNewer(version: Version, other: Version): boolean {
  const [time = '', point] = version.split(' ');
  const [otherTime = '', otherPoint] = other.split(' ');
  return point !== undefined && otherPoint !== undefined
    ? Number(point) > Number(otherPoint)
    : time > otherTime;
}

/** A key by which an index finds a subject: the index's name and the key. */
export type Link = readonly [index: string, key: string];

/** One statement of a file about a subject. */
export type Entry =
  | {
      readonly kind: 'put';
      readonly subject: string;
      readonly list: string;
      /** The key in its list. A newer item with the same key replaces the item. */
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
  /** The list was read whole: older items that it lacks are gone. */
  | { readonly kind: 'whole'; readonly subject: string; readonly list: string; readonly version: Version };

/** An item as an edition stores it. `text` null: the item is gone, and its links find nothing. */
export interface HeldItem {
  readonly list: string;
  readonly key: string;
  readonly version: Version;
  /** The data as JSON; null: the item is gone. */
  readonly text: string | null;
  readonly links: readonly Link[];
}

export interface HeldRecords {
  /** The version of each list that was read whole, by list. */
  readonly whole: ReadonlyMap<string, Version>;
  readonly items: readonly HeldItem[];
}

/** An entry with its data as text, for staging and merging. */
export type StagedEntry =
  | ({ readonly kind: 'put' | 'drop' } & HeldItem)
  | { kind: 'whole'; list: string; version: Version };

/** Makes an entry for staging. */
export const staged = (entry: Entry): StagedEntry => {
  if (entry.kind === 'whole') return entry;
  const { kind, list, key, version } = entry;
  return entry.kind === 'put'
    ? { kind, list, key, version, text: JSON.stringify(entry.data), links: entry.links ?? [] }
    : { kind, list, key, version, text: null, links: [] };
};

/** Turns the stored records of a subject into entries. */
export const entriesOf = ({ whole, items }: HeldRecords): StagedEntry[] => [
  ...[...whole].map(([list, version]) => ({ kind: 'whole' as const, list, version })),
  ...items.map((item) => ({ kind: item.text === null ? ('drop' as const) : ('put' as const), ...item })),
];

/** Merges a newer text of a key with an older one. Null: they are different items, and both stay. */
export type Keeping = (item: string, other: string) => string | null;

function keptOf(item: HeldItem, other: HeldItem, keeping: Keeping | undefined): HeldItem | null {
  if (keeping === undefined || item.text === null || other.text === null) return item;
  const text = keeping(item.text, other.text);
  if (text === null) return null;
  return text === item.text ? item : { ...item, text };
}

/** Matches the register's id in the data of a record with another key. A drop may name only the id. */
const REGISTER_ID = /"register_id":"([^"\\]+)"/;

/** Returns true if the key may be the register's id. Other keys are made from the item's fields. */
export const isId = (key: string): boolean => /^[\w-]+$/.test(key);

/** Marks a drop by the register's id whose item is known. */
const RESOLVED_DROP: readonly Link[] = [['drop', 'met']];

/**
 * The names (list and id) under which a drop by the register's id counts as resolved: an entry states the
 * id, the same event also dropped the item by its key, or an earlier merge resolved the drop.
 */
function resolvedDrops(entries: readonly StagedEntry[]): ReadonlySet<string> {
  const items = entries.filter((entry) => entry.kind !== 'whole');
  const drops = items.filter(({ text }) => text === null);
  const dropsById = drops.filter(({ key }) => isId(key));
  if (dropsById.length === 0) return new Set();
  const eventOf = ({ list, version }: HeldItem): string => `${list}\u0000${version}`;
  const eventsByKey = new Set(drops.filter(({ key }) => !isId(key)).map(eventOf));
  const ids = items.flatMap(({ list, text }) => {
    const id = REGISTER_ID.exec(text ?? '')?.[1];
    return id === undefined ? [] : `${list}\u0000${id}`;
  });
  const resolved = dropsById.filter((drop) => drop.links.length > 0 || eventsByKey.has(eventOf(drop)));
  return new Set([...ids, ...resolved.map(({ list, key }) => `${list}\u0000${key}`)]);
}

/** Marks items as gone that a drop names by the register's id. */
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

/** Adds an item. Several items may have the same list and key, if `keeping` keeps them apart. */
function putItem(items: Map<string, HeldItem>, entry: HeldItem, keeping: Keeping | undefined): void {
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

/** Merges the entries of one subject in the order of reading. Of equal versions the later counts. */
export function mergeEntries(entries: readonly StagedEntry[], keeping?: Keeping): HeldRecords {
  const [alone] = entries;
  // The usual case.
  if (entries.length === 1 && alone !== undefined && alone.kind !== 'whole')
    return { whole: NONE_WHOLE, items: [alone] };
  const items = new Map<string, HeldItem>();
  const whole = new Map<string, Version>();
  for (const entry of entries) {
    if (entry.kind === 'whole') {
      if (!isNewer(whole.get(entry.list) ?? '', entry.version)) whole.set(entry.list, entry.version);
      continue;
    }
    putItem(items, entry, keeping);
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

/** An item as blocks get it. */
export interface Item<T> {
  readonly list: string;
  readonly key: string;
  readonly version: Version;
  readonly data: T;
}

/** The records of one subject in an edition. */
export interface Records<T> {
  /** The version of each list that was read whole. Lists of a complete edition need no entry. */
  readonly whole: Readonly<Record<string, Version>>;
  /** The present items by list and key. */
  readonly items: readonly Item<T>[];
  /** The newest version that removed an item, by list. */
  readonly gone?: Readonly<Record<string, Version>>;
  /** Lists in which a drop names an id that no item has: older items have no id, so one may be gone. */
  readonly doubted?: readonly string[];
  /** The number of items left out because of suppressed persons or companies, by the source's groups. */
  readonly suppressed?: Readonly<Record<string, number>>;
  /** The names of suppressed persons. They are never shown, and other records must leave them out too. */
  readonly suppressed_names?: readonly string[];
}

/**
 * The newest day of the items, whole lists and removals; null: no version has a time. Versions are compared
 * by time, because timepoints of different streams can't be compared.
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

/** An item after suppression: shown, perhaps without fields, or left out and counted. */
export type ShownItem<T> =
  | { readonly data: T }
  | { readonly left_out: readonly string[]; /** The person's name. */ readonly name?: string };

/** Applies suppression to an item. @param item an item of an edition or of a live answer */
export type Suppressing<T> = (
  item: { readonly key: string; readonly data: T; readonly version?: Version },
  suppressed: SuppressedValues,
) => ShownItem<T>;

/** The items that may be shown, and the numbers of items left out, by group. */
export function shownItems<T, I extends { readonly key: string; readonly data: T }>(
  items: readonly I[],
  suppress: Suppressing<T>,
  suppressed: SuppressedValues,
): { readonly items: readonly I[] } & Pick<Records<T>, 'suppressed' | 'suppressed_names'> {
  const leftOut: Record<string, number> = {};
  const suppressed_names: string[] = [];
  const keptItems = items.flatMap((item): I[] => {
    const shownItem = suppress(item, suppressed);
    if ('data' in shownItem) return [shownItem.data === item.data ? item : { ...item, data: shownItem.data }];
    for (const group of shownItem.left_out) leftOut[group] = (leftOut[group] ?? 0) + 1;
    if (shownItem.name !== undefined) suppressed_names.push(shownItem.name);
    return [];
  });
  return Object.keys(leftOut).length === 0
    ? { items: keptItems }
    : { items: keptItems, suppressed: leftOut, suppressed_names };
}
