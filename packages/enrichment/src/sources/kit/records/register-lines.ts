/**
 * Reads answers of the public register as lines of JSON: responses of its API, as `register fetch` stores
 * them, and events of its streaming API. Each source of the register names the lists that it reads, and reads
 * an item into data.
 */
import { jsonLines, type JsonLineReader } from './json-lines.js';
import { UnreadableRecord, type Form } from './form.js';
import type { Entry, Link } from './record.js';
import {
  instantOf,
  listOf,
  objectOf,
  objectsOf,
  partOf,
  publishedNumber,
  textOf,
  wholeNumberOf,
  type JsonObject,
} from './values.js';

/** An item that was read. */
export interface ReadItem {
  readonly key: string;
  readonly data: unknown;
  readonly links?: readonly Link[];
}

export interface RegisterList {
  /** The name of the list in an edition. */
  readonly list: string;
  /** The `resource` of its responses: `officers`. */
  readonly resource: string;
  /** The `resource_kind`s of its events: `company-officers`. */
  readonly events: readonly string[];
  /** The answer's field with the items; null: the answer, or an event's data, is the whole list. */
  readonly items: string | null;
  /** Reads an item, or a whole answer if `items` is null. Null: nothing to store. @throws UnreadableRecord */
  readonly read: (
    item: JsonObject,
    company: string,
    version: string,
  ) => ReadItem | readonly ReadItem[] | null;
  /** Reads the fields of an answer that apply to all its items. Absent: there are none. */
  readonly saidOfAll?: (answer: JsonObject) => JsonObject;
}

/** A list whose answers may also be read live. */
export interface LiveList<T> extends RegisterList {
  readonly items: string;
  readonly read: (item: JsonObject, company: string) => (ReadItem & { readonly data: T }) | null;
}

/** A response: `{company_number, resource, fetched_at, data}`. A long list takes several. */
interface Response {
  readonly company: string;
  readonly resource: string;
  readonly fetchedAt: string;
  readonly data: JsonObject;
}

/** A list in several responses. It is whole once it has as many items as the first response announced. */
interface OpenList {
  readonly company: string;
  readonly resource: string;
  readonly since: string;
  readonly total: number;
  itemsSoFar: number;
}

/** Returns true for the register's error for an empty list, which it answers with status 404. */
const isNothingFound = ({ errors }: JsonObject): boolean =>
  objectsOf(errors).some(({ error }) => /-not-found$/.test(textOf(error) ?? ''));

const asList = (items: ReadItem | readonly ReadItem[] | null): readonly ReadItem[] =>
  [items].flat().filter((item) => item !== null);

/** The items of an answer; `field` null: the answer itself is the item. */
export const itemsOfAnswer = (answer: JsonObject, field: string | null): readonly unknown[] =>
  isNothingFound(answer) ? [] : field === null ? [answer] : listOf(answer[field]);

function readResponse(line: JsonObject): Response {
  return {
    company: publishedNumber(line['company_number']),
    resource: textOf(line['resource']) ?? '',
    fetchedAt: instantOf(line['fetched_at'], 'fetched_at'),
    data: objectOf(line['data'], 'data'),
  };
}

const totalOf = (data: JsonObject): number | null =>
  wholeNumberOf(data['total_results'] ?? data['total_count'] ?? data['unfiltered_count']);

class RegisterLines implements JsonLineReader {
  private open: OpenList | null = null;

  constructor(private readonly lists: readonly RegisterList[]) {}

  read(line: JsonObject): Iterable<Entry> {
    return 'resource_kind' in line ? this.event(line) : this.response(readResponse(line));
  }

  private *response(response: Response): Generator<Entry> {
    const { company: subject, resource, fetchedAt: version, data } = response;
    const listRead = this.lists.find((each) => each.resource === resource);
    if (listRead === undefined)
      throw new UnreadableRecord(`'${resource.slice(0, 40)}' is no resource of this source`);
    const { list } = listRead;
    if (listRead.items !== null && !Array.isArray(data[listRead.items] ?? []))
      throw new UnreadableRecord(`${listRead.items} is not a list`);
    const items = itemsOfAnswer(data, listRead.items);
    const saidOfAll = listRead.saidOfAll?.(data);
    const entries = items.flatMap((item) =>
      asList(listRead.read({ ...objectOf(item, 'an item'), ...saidOfAll }, subject, version)).map(
        (item): Entry => ({
          kind: 'put',
          subject,
          list,
          version,
          ...item,
        }),
      ),
    );
    const whole = this.wholeSince(response, items.length, listRead.items === null || isNothingFound(data));
    if (whole !== null) yield { kind: 'whole', subject, list, version: whole };
    yield* entries;
  }

  /** The time of the list's first response once the list is whole; null: responses are missing. */
  private wholeSince(
    { company, resource, fetchedAt, data }: Response,
    items: number,
    isWhole: boolean,
  ): string | null {
    if (isWhole) return fetchedAt;
    if ((wholeNumberOf(data['start_index']) ?? 0) === 0) {
      this.open = { company, resource, since: fetchedAt, total: totalOf(data) ?? items, itemsSoFar: 0 };
    }
    const { open } = this;
    if (open?.company !== company || open.resource !== resource) return null;
    open.itemsSoFar += items;
    if (open.itemsSoFar < open.total) return null;
    this.open = null;
    return open.since;
  }

  private *event(line: JsonObject): Generator<Entry> {
    const kind = textOf(line['resource_kind']) ?? '';
    const listRead = this.lists.find(({ events }) => events.includes(kind));
    if (listRead === undefined)
      throw new UnreadableRecord(`'${kind.slice(0, 40)}' is no event of this source`);
    const subject = publishedNumber(/^\/company\/([^/]+)/.exec(textOf(line['resource_uri']) ?? '')?.[1]);
    const event = objectOf(line['event'], 'event');
    const at = instantOf(event['published_at'], 'event.published_at');
    const version = `${at} ${wholeNumberOf(event['timepoint']) ?? 0}`;
    const { list } = listRead;
    const isDeleted = event['type'] === 'deleted';
    if (listRead.items === null) yield { kind: 'whole', subject, list, version };
    const data = partOf(line['data']);
    if (isDeleted) {
      const keys =
        listRead.items === null ? [] : deletedKeys(line, () => asList(listRead.read(data, subject, version)));
      for (const key of keys) yield { kind: 'drop', subject, list, key, version };
      return;
    }
    for (const item of asList(listRead.read(data, subject, version)))
      yield { kind: 'put', subject, list, version, ...item };
  }
}

/**
 * The keys that may name the item of a `deleted` event: its id, the end of its address, and the key from its
 * data. @throws UnreadableRecord if the event has none of them
 */
function deletedKeys(line: JsonObject, read: () => readonly ReadItem[]): ReadonlySet<string> {
  const address = /^\/company\/[^/]+\/.+\/([^/?#]+)/.exec(textOf(line['resource_uri']) ?? '')?.[1];
  const keys = new Set([textOf(line['resource_id']), address].filter((key) => key != null));
  try {
    for (const { key } of read()) keys.add(key);
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem;
  }
  if (keys.size === 0) throw new UnreadableRecord('the deleted event names no item: it lacks resource_id');
  return keys;
}

/** The form of files with responses or stream events of the register. */
export const registerLines = (...lists: readonly RegisterList[]): Form =>
  jsonLines({
    name: 'register responses or stream events, a line each',
    partial: true,
    recognises: (first) => 'resource_kind' in first || ('resource' in first && 'fetched_at' in first),
    open: () => new RegisterLines(lists),
  });
