/** What the register answered of real companies, kept in files, read as an import reads it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedAnswer } from './shipped-answers.js';
import { liveItems } from '../../../packages/enrichment/src/sources/kit/records/live-answer.js';
import type { Item, Records } from '../../../packages/enrichment/src/sources/kit/records/record.js';

type ListOf<T> = { readonly list: string } & Parameters<typeof liveItems<{ key: string; data: T }>>[0];

/** The answer as it came, by its resource and company; one that ships has no file of its own. @param file `charges_00227590` */
export function published(file: string): unknown {
  const [, resource = '', number = ''] = /^(.+)_([A-Z\d]{8})$/.exec(file) ?? [];
  const path = join(__dirname, '../../fixtures/register/records', `${file}.json`);
  return shippedAnswer(number, resource) ?? JSON.parse(readFileSync(path, 'utf8'));
}

/** @param file `charges_00227590` @param fetched_at the version of its items */
export function publishedItems<T>(list: ListOf<T>, file: string, fetched_at: string): Item<T>[] {
  const number = /\w{8}$/.exec(file)?.[0] ?? '';
  return liveItems(list, [published(file)], number).map(({ key, data }) => {
    return { list: list.list, key, version: fetched_at, data };
  });
}

/** The same as an edition has it: each list was read whole. */
export const wholeRecords = <T>(
  items: readonly Item<T>[],
  lists: readonly string[],
  at: string,
): Records<T> => ({
  whole: Object.fromEntries(lists.map((list) => [list, at])),
  items,
});
