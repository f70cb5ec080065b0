/** Writes and reads an edition's line of JSON for a subject. Data stay text until they are requested. */
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

/** An item as it stands in the line of its subject. */
export function itemText({ list, key, version, text, links }: HeldItem): string {
  const head = `${JSON.stringify(list)},${JSON.stringify(key)},${JSON.stringify(version)},${text ?? 'null'}`;
  return links.length === 0 ? `[${head}]` : `[${head},${JSON.stringify(links)}]`;
}

const STRING = '("(?:[^"\\\\]|\\\\.)*")';
const ITEM_HEAD = new RegExp(`^\\[${STRING},${STRING},${STRING},`);
const stringFrom = (json: string): string =>
  json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);

/** The inverse of `itemText`, with unparsed data. @param links as in the text; empty: none */
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

/** @param item `itemText` */
export const aloneText = (item: string): string => `{"whole":{},"items":[${item}]}`;

export const writeRecords = ({ whole, items }: HeldRecords): string =>
  `{"whole":${JSON.stringify(Object.fromEntries(whole))},"items":[${items.map(itemText).join(',')}]}`;

/** A subject with one item, which is not gone. */
export interface AloneText {
  readonly text: string;
  readonly links: readonly Link[];
}

/** The inverse of `writeRecords`, for an edition made from one that this program built. */
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

/** Parses records as blocks get them, with data of the type that the source's readers wrote. */
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

const tellsId = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'register_id' in data;

/** Lists with an item that is gone by an unknown register's id, and with items without an id. */
function doubtedLists(items: readonly StoredItem[]): readonly string[] {
  const unmet = items.filter((item) => isGone(item) && isId(item[1]) && item[4] === undefined);
  return unmet.flatMap(([list, , dropped]) =>
    items.some(
      ([subject, key, version, data]) =>
        subject === list && data !== null && version < dropped && !isId(key) && !tellsId(data),
    )
      ? list
      : [],
  );
}
