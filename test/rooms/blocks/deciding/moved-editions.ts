/** The same published data, with each edition of a day of its own. */
import type { Loaded, WorldData } from '../codes/codes-world.js';
import { SOURCE_NAMES, type SourceName } from '../../../../packages/enrichment/src/sources/index.js';

/** In one the sources that stand first in the program are the older ones, in the other the newer ones. */
export type Order = 'forwards' | 'backwards';

/** Filed documents of the tests are made up to days until mid 2025. */
const NEWEST_ACCOUNTS = '2025-07-19';

/** Lists that the register answered are of the day on which it was asked. */
const FETCHED = /"fetched_at":"[^"]*"/g;

const isOldDocument = (name: string): boolean => Number(/_(\d{8})\./.exec(name)?.[1]) < 20_240_101;

export interface Apart {
  readonly data: WorldData;
  readonly dayOf: (source: SourceName) => string;
  /**
   * Whose day it is; undefined: of no edition. Cohorts bear the day of the accounts that they are made of.
   */
  readonly editionOf: (day: string) => SourceName | undefined;
}

export function apart(data: WorldData, order: Order): Apart {
  const documents = data.loaded.flatMap(({ source, files }) =>
    source === 'accounts' ? Object.keys(files) : [],
  );
  const ofAccounts = order === 'backwards' && documents.every(isOldDocument) ? '2024-06-30' : NEWEST_ACCOUNTS;
  const dayOf = (source: SourceName): string => {
    const place = SOURCE_NAMES.indexOf(source);
    if (source === 'accounts' || source === 'cohorts') return ofAccounts;
    return `2024-07-${String(order === 'forwards' ? 8 + place : 28 - place).padStart(2, '0')}`;
  };
  const moved = (loaded: Loaded): Loaded => {
    const day = dayOf(loaded.source);
    const files = Object.entries(loaded.files).map(([name, content]) => [
      name,
      typeof content === 'string' ? content.replaceAll(FETCHED, `"fetched_at":"${day}T09:00:00Z"`) : content,
    ]);
    return { ...loaded, asOf: day, files: Object.fromEntries(files) as Loaded['files'] };
  };
  return {
    data: { ...data, loaded: data.loaded.map(moved) },
    dayOf,
    editionOf: (day) => SOURCE_NAMES.find((source) => dayOf(source) === day),
  };
}
