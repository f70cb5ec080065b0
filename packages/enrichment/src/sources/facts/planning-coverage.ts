/** Finds the planning authorities of an edition, and their areas. */
import type { RegisteredOffice } from '../companies/company-record.js';
import { authorityKey, SAMPLE, SAMPLE_KEY, type PlanningRecord } from '../planning/planning-record.js';
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import { groupBy } from '../../../../platform/src/values/group-by.js';

export interface LoadedAuthority {
  readonly name: string;
  /** The code of the Office for National Statistics; null: neither publisher nor postcodes give it. */
  readonly code: string | null;
  readonly registers: readonly string[];
}

/** The local authority of each postcode that the directory knows. */
export function authoritiesOf(
  postcodes: RecordEdition<PostcodeRecord> | null,
  keys: Iterable<string>,
): ReadonlyMap<string, string> {
  const codesByPostcode = new Map<string, string>();
  for (const [key, { items }] of postcodes?.byNumbers(keys) ?? []) {
    const code = items[0]?.data.local_authority ?? null;
    if (code !== null) codesByPostcode.set(key, code);
  }
  return codesByPostcode;
}

/** The most frequent code. Sites near a border, and errors, may have a neighbour's code. */
function mostFrequentOf(codes: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [commonest] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return commonest?.[0] ?? null;
}

const samplesOf = (planning: RecordEdition<PlanningRecord>): PlanningRecord[] => {
  const subjects = planning.subjectsUnder(SAMPLE, [SAMPLE_KEY]).get(SAMPLE_KEY) ?? [];
  return [...planning.byNumbers(subjects).values()].flatMap(({ items }) => items.map(({ data }) => data));
};

/** The authorities by `authorityKey`, from sample records of each. */
export function loadedAuthorities(
  planning: RecordEdition<PlanningRecord>,
  postcodes: RecordEdition<PostcodeRecord> | null,
): ReadonlyMap<string, LoadedAuthority> {
  const samples = groupBy(samplesOf(planning), ({ authority }) => authorityKey(authority));
  const places = authoritiesOf(
    postcodes,
    [...samples.values()].flat().flatMap(({ postcode }) => postcode ?? []),
  );
  const authorities = new Map<string, LoadedAuthority>();
  for (const [key, records] of samples) {
    const authorityCodes = records.flatMap(({ authority_code }) => authority_code ?? []);
    const placed = records.flatMap(({ postcode }) => places.get(postcode ?? '') ?? []);
    authorities.set(key, {
      name: records[0]?.authority ?? key,
      code: authorityCodes[0] ?? mostFrequentOf(placed),
      registers: [...new Set(records.map(({ register }) => register))].sort(),
    });
  }
  return authorities;
}

/** Tells whether a company is in the authority's area: by codes if both are known, else by place names. */
export function liesIn(
  [key, { code }]: readonly [string, LoadedAuthority],
  codes: ReadonlySet<string>,
  { post_town, county }: RegisteredOffice,
): boolean {
  if (code !== null && codes.size > 0) return codes.has(code);
  return [post_town, county].some((place) => place !== null && authorityKey(place) === key);
}
