/** Tells which companies' own records changed over a time, by editions, suppressions and rules of reading. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import { kindsUnder, OWN_RECORDS, sourcesUnder } from './block-sources.js';
import { programChanged, noteProgram } from './programs.js';
import {
  changedIn,
  compareSource,
  touchedBy,
  whyUnopened,
  type ChangedSuppressions,
  type Compared,
  type CompanyChange,
  type KindOfChange,
  type SourceChanges,
  type WhyAll,
  type Window,
} from './source-changes.js';
import { WrongRequest } from '../../../../platform/src/errors/refusal.js';
import type { RegisterContext } from '../register-context.js';

export interface ChangesRequest extends Window {
  /** Null: all blocks. */
  readonly block: BlockKey | null;
  /** Null: none changed. */
  readonly suppressions: ChangedSuppressions | null;
  /** Write missing digests, which reads whole editions. */
  readonly build: boolean;
}

/** The first line. Times are ISO 8601 in UTC. */
export interface ChangesHead {
  readonly from: string;
  readonly to: string;
  readonly program_changed_at: string | null;
  readonly suppressions_changed_at: string | null;
  readonly own_records: Readonly<Record<string, readonly string[]>>;
}

export interface DatedChange {
  readonly change: KindOfChange;
  readonly at: string;
}

export interface ChangedCompany {
  readonly company_number: string;
  /** What changed, and when it came into force, by kind of fact: the name of a source, or `source.kind`. */
  readonly changes: Readonly<Record<string, readonly DatedChange[]>>;
  /** The block that was asked for; else those that follow from own records and read one of these kinds. */
  readonly blocks: readonly string[];
}

/** A line a source, then a line a company, by number. */
export type ChangesLine = ChangesHead | SourceChanges | ChangedCompany;

/** What is known before any company is compared. */
export interface ComparedHead {
  readonly lines: readonly (ChangesHead | SourceChanges)[];
  readonly compared: readonly Compared[];
  /** Those of which it can be told whom a suppression reaches; none where none changed. */
  readonly reached: readonly Compared[];
}

/** The lines about the whole and about each source. */
export function headOf(
  dataDir: string,
  { block, suppressions, build, ...window }: ChangesRequest,
): ComparedHead {
  const program_changed_at = programChanged(dataDir, window.from, window.to);
  const compared = (block === null ? SOURCE_NAMES : sourcesUnder(block))
    .flatMap((source) => compareSource(dataDir, source, window, build))
    .map((one) => (program_changed_at === null || window.every ? one : ofOtherProgram(one)));
  const newest = suppressions === null ? [] : newestOf(compared);
  const reached = newest.filter((one) => whyUnreached(dataDir, one) === null);
  const unreached = newest.filter((one) => !reached.includes(one)).map((one) => ofUnreached(dataDir, one));
  const head = {
    ...{ from: window.from, to: window.to, program_changed_at },
    suppressions_changed_at: suppressions?.changed_at ?? null,
    own_records: Object.fromEntries([...OWN_RECORDS].filter(([key]) => block === null || block === key)),
  };
  return { lines: [head, ...[...compared, ...unreached].map(({ summary }) => summary)], compared, reached };
}

/** The last of each source. */
const newestOf = (compared: readonly Compared[]): readonly Compared[] => [
  ...new Map(compared.map((one) => [one.summary.source, one])).values(),
];

const whyUnreached = (dataDir: string, { summary: { source, now } }: Compared): WhyAll | null =>
  now === null ? null : whyUnopened(dataDir, source, now);

/** Whom the suppression reaches, nobody can say. It is no switch, so nobody takes it for an earlier one. */
const ofUnreached = (dataDir: string, one: Compared): Compared => {
  const { source, now } = one.summary;
  const why = whyUnreached(dataDir, one) ?? 'edition_pruned';
  return { summary: { source, then: now, now, switched_at: null, changes: 'all', why }, editions: [] };
};

/** @throws Error where a file of an edition can't be read */
export async function* registerChanges(
  dataDir: string,
  request: ChangesRequest,
  { lines, compared, reached }: ComparedHead = headOf(dataDir, request),
): AsyncGenerator<ChangesLine> {
  const { block, suppressions } = request;
  const blocks = block === null ? OWN_RECORDS : new Map([[block, kindsUnder(block)]]);
  yield* lines;
  const listed = compared.filter(({ summary }) => summary.changes === 'listed');
  const changes = [
    ...listed.map((one) => changedIn(dataDir, one)),
    ...(suppressions === null ? [] : reached.map((one) => touchedBy(suppressions, dataDir, one))),
  ];
  for await (const ofOne of byCompany(changes)) {
    const line = lineOf(ofOne, blocks);
    if (block === null || line.blocks.length > 0) yield line;
  }
}

const ofOtherProgram = ({ summary }: Compared): Compared => ({
  summary: { ...summary, changes: 'all', why: summary.why ?? 'program_changed' },
  editions: [],
});

/** The changes of one company after the other. @param changes each by number */
async function* byCompany(
  changes: readonly AsyncGenerator<CompanyChange>[],
): AsyncGenerator<readonly CompanyChange[]> {
  const heads = await Promise.all(changes.map((each) => each.next()));
  try {
    for (;;) {
      let number: string | null = null;
      for (const { value, done } of heads)
        if (done !== true && (number === null || value.number < number)) number = value.number;
      if (number === null) return;
      const ofOne: CompanyChange[] = [];
      for (const [i, each] of changes.entries()) {
        const head = heads[i];
        if (head === undefined || head.done === true || head.value.number !== number) continue;
        ofOne.push(head.value);
        heads[i] = await each.next();
      }
      yield ofOne;
    }
  } finally {
    for (const each of changes) await each.return(undefined);
  }
}

function lineOf(
  ofOne: readonly CompanyChange[],
  blocks: ReadonlyMap<BlockKey, readonly string[]>,
): ChangedCompany {
  const changes: Record<string, DatedChange[]> = {};
  for (const { kinds, change, at } of ofOne)
    for (const kind of kinds) (changes[kind] ??= []).push({ change, at });
  const reads = ([, kinds]: readonly [BlockKey, readonly string[]]): boolean =>
    kinds.some((kind) => kind in changes);
  return {
    company_number: ofOne[0]?.number ?? '',
    changes,
    blocks: [...blocks].filter(reads).map(([key]) => key),
  };
}

export interface SinceRequest {
  /** A day, which begins at 00:00 UTC, or a time in ISO 8601. */
  readonly since: string;
  /** Null: all blocks. */
  readonly block: BlockKey | null;
  readonly now: Date;
  readonly version: string;
}

/**
 * What changed between the state at `since` and that of now. Editions without digests get them, once.
 * @throws WrongRequest where `since` lies in the future
 */
export async function changesSince(
  { settings: { dataDir }, changedSuppressions }: Pick<RegisterContext, 'settings' | 'changedSuppressions'>,
  { since, block, now, version }: SinceRequest,
): Promise<AsyncIterable<ChangesLine>> {
  const from = new Date(since);
  if (from > now) throw new WrongRequest('future_day', `${since} has not begun: it is ${now.toISOString()}`);
  noteProgram(dataDir, version, now);
  const window = { from: from.toISOString(), to: now.toISOString(), every: false };
  const suppressions = await changedSuppressions(window);
  return registerChanges(dataDir, { ...window, block, suppressions, build: true });
}
