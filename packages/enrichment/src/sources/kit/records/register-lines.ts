/**
 * Reads the public register's answers: responses of its API, as `register fetch` keeps them, and events of
 * its streaming API, both as lines of JSON. All of the register's sources take them. Each source names the
 * lists that it reads, and turns an item into data.
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

/** An item that was read. Null: the source keeps nothing of it. */
export interface ReadItem {
  readonly key: string;
  readonly data: unknown;
  readonly links?: readonly Link[];
}

export interface RegisterList {
  /** The list of the items in an edition. */
  readonly list: string;
  /** The `resource` of the responses that carry it: `officers`. */
  readonly resource: string;
  /** The `resource_kind`s of the events that change it: `company-officers`. */
  readonly events: readonly string[];
  /** Null: the answer is the whole list in an object of its own kind, and so is an event's data. */
  readonly items: string | null;
  /** Reads one item, or such an answer. @throws UnreadableRecord */
  readonly read: (
    item: JsonObject,
    company: string,
    version: string,
  ) => ReadItem | readonly ReadItem[] | null;
  /** Reads the answer's statement about all of its items; left out: none. */
  readonly saidOfAll?: (answer: JsonObject) => JsonObject;
}

/** Lists whose answers may also be read live, with what is left out of them. */
export interface LiveList<T> extends RegisterList {
  readonly items: string;
  readonly read: (item: JsonObject, company: string) => (ReadItem & { readonly data: T }) | null;
}

/** `{company_number, resource, fetched_at, data}`: an answer as it came. A list may take several. */
interface Response {
  readonly company: string;
  readonly resource: string;
  readonly fetchedAt: string;
  readonly data: JsonObject;
}

/** A list that comes in several answers is whole when as many items came as the first one announced. */
interface OpenList {
  readonly company: string;
  readonly resource: string;
  readonly since: string;
  readonly total: number;
  itemsSoFar: number;
}

/** The register holds nothing: it answers 404 with such an error, which counts as an empty list. */
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
    const read = this.lists.find((list) => list.resource === resource);
    if (read === undefined)
      throw new UnreadableRecord(`'${resource.slice(0, 40)}' is no resource of this source`);
    const { list } = read;
    if (read.items !== null && !Array.isArray(data[read.items] ?? []))
      throw new UnreadableRecord(`${read.items} is not a list`);
    const items = itemsOfAnswer(data, read.items);
    const saidOfAll = read.saidOfAll?.(data);
    const entries = items.flatMap((item) =>
      asList(read.read({ ...objectOf(item, 'an item'), ...saidOfAll }, subject, version)).map(
        (item): Entry => ({
          kind: 'put',
          subject,
          list,
          version,
          ...item,
        }),
      ),
    );
    const whole = this.wholeSince(response, items.length, read.items === null || isNothingFound(data));
    if (whole !== null) yield { kind: 'whole', subject, list, version: whole };
    yield* entries;
  }

  /** The time of the list's first answer, once its last answer is here; null before. */
  private wholeSince(
    { company, resource, fetchedAt, data }: Response,
    items: number,
    alone: boolean,
  ): string | null {
    if (alone) return fetchedAt;
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
    const read = this.lists.find(({ events }) => events.includes(kind));
    if (read === undefined) throw new UnreadableRecord(`'${kind.slice(0, 40)}' is no event of this source`);
    const subject = publishedNumber(/^\/company\/([^/]+)/.exec(textOf(line['resource_uri']) ?? '')?.[1]);
    const event = objectOf(line['event'], 'event');
    const at = instantOf(event['published_at'], 'event.published_at');
    const version = `${at} ${wholeNumberOf(event['timepoint']) ?? 0}`;
    const { list } = read;
    const deleted = event['type'] === 'deleted';
    if (read.items === null) yield { kind: 'whole', subject, list, version };
    const data = partOf(line['data']);
    if (deleted) {
      const keys =
        read.items === null ? [] : deletedKeys(line, () => asList(read.read(data, subject, version)));
      for (const key of keys) yield { kind: 'drop', subject, list, key, version };
      return;
    }
    for (const item of asList(read.read(data, subject, version)))
      yield { kind: 'put', subject, list, version, ...item };
  }
}

/**
 * The keys of the item that a `deleted` event takes back. Without `data` its id and address name it.
 * @throws UnreadableRecord if nothing does
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

/** Responses and stream events of the register, in one file or in several. */
export const registerLines = (...lists: readonly RegisterList[]): Form =>
  jsonLines({
    name: 'register responses or stream events, a line each',
    partial: true,
    recognises: (first) => 'resource_kind' in first || ('resource' in first && 'fetched_at' in first),
    open: () => new RegisterLines(lists),
  });
