/** Compares the editions of one source that were in force in a window of time, by their digests. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { SqliteFileError } from '../../../../platform/src/sqlite/sqlite-file.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { censored } from '../../pipeline/suppress/suppress.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import type { Source } from '../../sources/define-source.js';
import { digestsPath, editionPath, switchesOf, type EditionId } from '../../sources/kit/editions/edition.js';
import {
  DigestReader,
  ensureDigests,
  hasDigests,
  headerOf,
  kindsOf,
  readingOf,
} from '../../sources/kit/history/digests.js';
import { inForceBetween } from '../../sources/kit/history/in-force.js';

/** The reasons why all companies of a source may have changed. */
export type WhyAll =
  | 'no_edition_then'
  | 'edition_then_unknown'
  | 'edition_pruned'
  | 'edition_without_digests'
  | 'edition_unreadable'
  | 'reading_rules_changed'
  | 'part_of_companies_changed'
  | 'not_by_company'
  | 'program_changed';

/** The changes of a source in a window of time. */
export interface SourceChanges {
  readonly source: SourceName;
  /** The edition in force at the beginning; null: none, or it is not known. */
  readonly then: EditionId | null;
  readonly now: EditionId | null;
  /** The last switch; null: there was none. */
  readonly switched_at: string | null;
  /** `listed`: companies that are not listed have not changed. */
  readonly changes: 'none' | 'listed' | 'all';
  readonly why?: WhyAll;
}

/** The values whose suppression changed, and the time of the last such change in ISO 8601. */
export interface ChangedSuppressions {
  readonly values: SuppressedValues;
  readonly changed_at: string;
}

export interface Window {
  /** ISO 8601 in UTC, with milliseconds. The state at this time is the first. */
  readonly from: string;
  readonly to: string;
  /** True if each switch in the window is compared; false if only its two ends are. */
  readonly every: boolean;
}

/** A source with the two editions to compare; without editions no company is listed. */
export interface Compared {
  readonly summary: SourceChanges;
  readonly editions: readonly EditionId[];
}

/** Compares the ends of the window, or each switch in it. @param build writes missing digests */
export function compareSource(
  dataDir: string,
  name: SourceName,
  { from, to, every }: Window,
  build: boolean,
): readonly Compared[] {
  const { then, switches } = inForceBetween(switchesOf(dataDir, name), from, to);
  const states = [{ at: null, edition: then }, ...switches];
  const last = states.at(-1);
  const pairs = every
    ? switches.map(({ at, edition }, i) => ({ at, then: states[i]?.edition, now: edition }))
    : [{ at: last?.at ?? null, then, now: last?.edition }];
  const compared = pairs.map((pair) => comparePair(dataDir, name, pair, build));
  return compared.length > 0 ? compared : [comparePair(dataDir, name, { at: null, then, now: then }, build)];
}

/** The editions before and after a switch. Undefined: it isn't known which edition was in force. */
interface Pair {
  readonly at: string | null;
  readonly then: EditionId | null | undefined;
  readonly now: EditionId | null | undefined;
}

function comparePair(dataDir: string, name: SourceName, { at, then, now }: Pair, build: boolean): Compared {
  const summary = { source: name, then: then ?? null, now: now ?? null, switched_at: at };
  if (then === undefined || now === undefined)
    return { summary: { ...summary, changes: 'all', why: 'edition_then_unknown' }, editions: [] };
  if (then === now) return { summary: { ...summary, changes: 'none' }, editions: [] };
  if (then === null || now === null)
    return { summary: { ...summary, changes: 'all', why: 'no_edition_then' }, editions: [] };
  const why = whyUncompared(dataDir, sourceNamed(name), [then, now], build);
  if (why !== null) return { summary: { ...summary, changes: 'all', why }, editions: [] };
  return { summary: { ...summary, changes: 'listed' }, editions: [then, now] };
}

/** The reason why the edition's companies can't be read; null: they can, or it has none. */
export function whyUnopened(dataDir: string, name: SourceName, id: EditionId): WhyAll | null {
  const path = editionPath(dataDir, name, id);
  if (!hasDigests(sourceNamed(name))) return null;
  if (!existsSync(path)) return 'edition_pruned';
  try {
    sourceNamed(name).open(path).close();
    return null;
  } catch (error) {
    if (error instanceof SqliteFileError) return 'edition_unreadable';
    throw error;
  }
}

/** The reason why the editions can't be compared by digests; null: they can. */
function whyUncompared(
  dataDir: string,
  source: Source,
  editions: readonly EditionId[],
  build: boolean,
): WhyAll | null {
  if (!hasDigests(source)) return 'not_by_company';
  const isGone = (id: EditionId): boolean => !existsSync(editionPath(dataDir, source.name, id));
  if (editions.some(isGone)) return 'edition_pruned';
  try {
    if (build) for (const id of editions) ensureDigests(dataDir, source, id);
  } catch (error) {
    if (error instanceof SqliteFileError) return 'edition_unreadable';
    throw error;
  }
  const headers = editions.map((id) => headerOf(digestsPath(dataDir, source.name, id)));
  if (headers.includes(null)) return 'edition_without_digests';
  if (headers.some((header) => header?.reading !== readingOf(source))) return 'reading_rules_changed';
  return new Set(headers.map((header) => header?.part)).size > 1 ? 'part_of_companies_changed' : null;
}

/** `added`, `removed`: the company is in the last edition alone, or in the first alone. */
export type KindOfChange = 'added' | 'removed' | 'changed' | 'suppression';

export interface CompanyChange {
  readonly number: string;
  /** The kinds of facts that changed (`kindsOf`). */
  readonly kinds: readonly string[];
  readonly change: KindOfChange;
  /** The time at which the change came into force, in ISO 8601. */
  readonly at: string;
}

/** Companies between two pauses, in which other work of the process goes on. */
const COMPANIES_A_TURN = 20_000;

/** The company's change between two editions; null: none. @param kinds of facts, by their names */
function changeBetween(
  [then, now]: readonly [DigestReader, DigestReader],
  number: string,
  kinds: readonly string[],
): Omit<CompanyChange, 'number' | 'at'> | null {
  if (now.number !== number) return { kinds, change: 'removed' };
  if (then.number !== number) return { kinds, change: 'added' };
  const changed = kinds.filter((_, kind) => !now.saysSame(then, kind));
  return changed.length === 0 ? null : { kinds: changed, change: 'changed' };
}

/** The companies that differ between two editions, by number. */
export async function* changedIn(
  dataDir: string,
  { summary: { source: name, switched_at }, editions: [then, now] }: Compared,
): AsyncGenerator<CompanyChange> {
  if (then === undefined || now === undefined) return;
  const source: Source = sourceNamed(name);
  const kinds = kindsOf(source);
  const open = (id: EditionId): DigestReader => DigestReader.open(digestsPath(dataDir, name, id), source);
  const readers = [open(then), open(now)] as const;
  const [earlier, later] = readers;
  try {
    for (let turn = 1; ; turn += 1) {
      const isLater = earlier.number === '' || (later.number !== '' && later.number < earlier.number);
      const { number } = isLater ? later : earlier;
      if (number === '') return;
      const change = changeBetween(readers, number, kinds);
      if (change !== null) yield { number, ...change, at: switched_at ?? '' };
      for (const reader of readers) if (reader.number === number) reader.next();
      if (turn % COMPANIES_A_TURN === 0) await setImmediate();
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

const RECORDS_A_TURN = 500;

/** The companies in whose records of an edition these values hide something, by number. */
export async function* suppressedIn(
  { values, changed_at }: ChangedSuppressions,
  dataDir: string,
  { summary: { source: name, now } }: Compared,
): AsyncGenerator<CompanyChange> {
  const source: Source = sourceNamed(name);
  if (now === null || !hasDigests(source)) return;
  const companies = new Set<string>();
  const edition = source.open(editionPath(dataDir, name, now), values);
  try {
    let turn = 0;
    for (const { number, record, hides } of edition.records?.(source.company_index) ?? []) {
      if (hides || values.has('company_number', number) || censored(record, values) !== record)
        companies.add(number);
      turn += 1;
      if (turn % RECORDS_A_TURN === 0) await setImmediate();
    }
  } finally {
    edition.close();
  }
  for (const number of [...companies].sort())
    yield { number, kinds: kindsOf(source), change: 'suppression', at: changed_at };
}
