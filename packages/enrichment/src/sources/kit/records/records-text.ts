/** Writes and reads the line of JSON that an edition stores for a subject. */
import { isId, type HeldItem, type HeldRecords, type Item, type Link, type Records } from './record.js';

type StoredItem = readonly [
  list: string,
  key: string,
  version: string,
  data: unknown,
  links?: readonly Link[],
];
interface Stored {
  readonly whole: Readonly<Record<string, string>>;
  readonly items: readonly StoredItem[];
}

/** Writes an item as in the line of its subject. */
export function itemText({ list, key, version, text, links }: HeldItem): string {
  const head = `${JSON.stringify(list)},${JSON.stringify(key)},${JSON.stringify(version)},${text ?? 'null'}`;
  return links.length === 0 ? `[${head}]` : `[${head},${JSON.stringify(links)}]`;
}

const STRING = '("(?:[^"\\\\]|\\\\.)*")';
const ITEM_HEAD = new RegExp(`^\\[${STRING},${STRING},${STRING},`);
const stringFrom = (json: string): string =>
  json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);

/** Reads the text of `itemText` without parsing the data. @param links their JSON in the text; empty: none */
export function itemFrom(item: string, links: string): HeldItem & { readonly text: string } {
  const [head = '', list = '', key = '', version = ''] = ITEM_HEAD.exec(item) ?? [];
  return {
    list: stringFrom(list),
    key: stringFrom(key),
    version: stringFrom(version),
    text: item.slice(head.length, links === '' ? -1 : -links.length - 2),
    links: linksFrom(links),
  };
}

export const linksFrom = (links: string): readonly Link[] =>
  links === '' ? [] : (JSON.parse(links) as readonly Link[]);

/** Writes the records of a subject with one item. @param item the text of `itemText` */
export const aloneText = (item: string): string => `{"whole":{},"items":[${item}]}`;

export const writeRecords = ({ whole, items }: HeldRecords): string =>
  `{"whole":${JSON.stringify(Object.fromEntries(whole))},"items":[${items.map(itemText).join(',')}]}`;

/** The records of a subject with one present item, as text. */
export interface AloneText {
  readonly text: string;
  readonly links: readonly Link[];
}

/** Reads the text of `writeRecords` for another edition, with data as text. */
export function readHeld(text: string): HeldRecords {
  const { whole, items } = JSON.parse(text) as Stored;
  return {
    whole: new Map(Object.entries(whole)),
    items: items.map(([list, key, version, data, links = []]) => {
      return { list, key, version, text: data === null ? null : JSON.stringify(data), links };
    }),
  };
}

const isGone = ([, , , data]: StoredItem): boolean => data === null;

const itemOf = <T>([list, key, version, data]: StoredItem): Item<T> => ({
  list,
  key,
  version,
  data: data as T,
});

/** Reads the text of `writeRecords` for blocks. The source's readers determine the type of the data. */
export function readRecords<T>(text: string): Records<T> {
  const { whole, items } = JSON.parse(text) as Stored;
  if (!items.some(isGone)) return { whole, items: items.map(itemOf<T>) };
  const gone: Record<string, string> = {};
  for (const [list, , version] of items.filter(isGone))
    if (version > (gone[list] ?? '')) gone[list] = version;
  const doubted = doubtedLists(items);
  return {
    ...{ whole, items: items.filter((item) => !isGone(item)).map(itemOf<T>), gone },
    ...(doubted.length > 0 && { doubted }),
  };
}

const hasRegisterId = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'register_id' in data;

/** The lists with an unresolved drop by the register's id and with older items without an id. */
function doubtedLists(items: readonly StoredItem[]): readonly string[] {
  const unresolved = items.filter((item) => isGone(item) && isId(item[1]) && item[4] === undefined);
  return unresolved.flatMap(([list, , dropped]) =>
    items.some(
      ([itemList, key, version, data]) =>
        itemList === list && data !== null && version < dropped && !isId(key) && !hasRegisterId(data),
    )
      ? list
      : [],
  );
}
