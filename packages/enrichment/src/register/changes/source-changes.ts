/** Compares the editions of one source that were in force over a time, by their digests. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { SqliteFileError } from '../../../../platform/src/sqlite/sqlite-file.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { censored } from '../../pipeline/suppress/censor.js';
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

/** Why all companies may have changed in a source. */
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

/** What is known of a source over a time. */
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

export interface Window {
  /** ISO 8601 in UTC, with milliseconds. The state at this time is the first. */
  readonly from: string;
  readonly to: string;
  /** Whether what lay between the ends counts too: a change that was taken back is two. */
  readonly every: boolean;
}

/** A source with the editions to compare, the oldest first. */
export interface Compared {
  readonly told: SourceChanges;
  readonly editions: readonly EditionId[];
}

/** @param build writes missing digests, which reads a whole edition */
export function compareSource(dataDir: string, name: SourceName, window: Window, build: boolean): Compared {
  const source = sourceNamed(name);
  const { then, switches } = inForceBetween(switchesOf(dataDir, name), window.from, window.to);
  const states = [then, ...switches.map(({ edition }) => edition)];
  const compared = window.every ? states : [then, states.at(-1)];
  const editions = compared.filter((edition, i) => i === 0 || edition !== compared[i - 1]);
  const ends = { then: then ?? null, now: states.at(-1) ?? null };
  const told = { source: name, ...ends, switched_at: switches.at(-1)?.at ?? null };
  if (then !== undefined && editions.length === 1)
    return { told: { ...told, changes: 'none' }, editions: [] };
  const whole = editions.filter((edition) => typeof edition === 'string');
  const why =
    then === undefined
      ? 'edition_then_unknown'
      : whole.length < editions.length
        ? 'no_edition_then'
        : whyUncompared(dataDir, source, whole, build);
  if (why !== null) return { told: { ...told, changes: 'all', why }, editions: [] };
  return { told: { ...told, changes: 'listed' }, editions: whole };
}

/** Null: the digests of these editions compare. */
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
}

/** Companies between two pauses, in which other work of the process goes on. */
const COMPANIES_A_TURN = 20_000;

/** Null: all of these files say the same of the company. @param kinds of facts, by their names */
function changeAmong(
  readers: readonly DigestReader[],
  number: string,
  kinds: readonly string[],
): CompanyChange | null {
  const holds = readers.map((reader) => reader.number === number);
  if (!holds.includes(false)) {
    const isSame = (kind: number): boolean =>
      readers.every((reader, i) => i === 0 || readers[0]?.saysSame(reader, kind) !== false);
    const changed = kinds.filter((_, kind) => !isSame(kind));
    return changed.length === 0 ? null : { number, kinds: changed, change: 'changed' };
  }
  if (holds[0] === holds.at(-1)) return { number, kinds, change: 'changed' };
  return { number, kinds, change: holds[0] === true ? 'removed' : 'added' };
}

/** The companies of which two editions in a row say different things, by number. */
export async function* changedIn(
  dataDir: string,
  { told: { source: name }, editions }: Compared,
): AsyncGenerator<CompanyChange> {
  const source: Source = sourceNamed(name);
  const kinds = kindsOf(source);
  const readers = editions.map((id) => DigestReader.open(digestsPath(dataDir, name, id), source));
  try {
    for (let turn = 1; ; turn += 1) {
      let number = '';
      for (const reader of readers)
        if (reader.number !== '' && (number === '' || reader.number < number)) number = reader.number;
      if (number === '') return;
      const change = changeAmong(readers, number, kinds);
      if (change !== null) yield change;
      for (const reader of readers) if (reader.number === number) reader.next();
      if (turn % COMPANIES_A_TURN === 0) await setImmediate();
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

const RECORDS_A_TURN = 500;

/** The companies of whose records in an edition these values hide something, by number. */
export async function* touchedBy(
  values: SuppressedValues,
  dataDir: string,
  { told: { source: name, now } }: Compared,
): AsyncGenerator<CompanyChange> {
  const source: Source = sourceNamed(name);
  if (now === null || !hasDigests(source)) return;
  const touched = new Set<string>();
  const edition = source.open(editionPath(dataDir, name, now), values);
  try {
    let turn = 0;
    for (const { number, record, hides } of edition.records?.(source.company_index) ?? []) {
      if (hides || values.has('company_number', number) || censored(record, values) !== record)
        touched.add(number);
      turn += 1;
      if (turn % RECORDS_A_TURN === 0) await setImmediate();
    }
  } finally {
    edition.close();
  }
  for (const number of [...touched].sort()) yield { number, kinds: kindsOf(source), change: 'suppression' };
}
