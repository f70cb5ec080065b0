/** Lists the companies whose own records changed, by new editions, suppressions or rules of reading. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import { kindsOfBlock, OWN_RECORDS, sourcesOfBlock } from './block-sources.js';
import { programChanged, noteProgram } from './programs.js';
import {
  changedIn,
  compareSource,
  suppressedIn,
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
  /** True if missing digests are written, which reads whole editions. */
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
  /** The changes, with the times of coming into force, by kind of fact: a source's name, or `source.kind`. */
  readonly changes: Readonly<Record<string, readonly DatedChange[]>>;
  /** The requested block; else the blocks that follow from own records and read one of these kinds. */
  readonly blocks: readonly string[];
}

/** A line of the output: first the head, then a line per source, then a line per company, by number. */
export type ChangesLine = ChangesHead | SourceChanges | ChangedCompany;

/** The lines that come first, and the comparisons that give a line per company. */
export interface ComparedHead {
  readonly lines: readonly (ChangesHead | SourceChanges)[];
  readonly compared: readonly Compared[];
  /** The comparisons whose edition shows whom a suppression concerns; empty if no suppression changed. */
  readonly opened: readonly Compared[];
}

/** Makes the line about all sources and the line of each source. */
export function headOf(
  dataDir: string,
  { block, suppressions, build, ...window }: ChangesRequest,
): ComparedHead {
  const program_changed_at = programChanged(dataDir, window.from, window.to);
  const compared = (block === null ? SOURCE_NAMES : sourcesOfBlock(block))
    .flatMap((source) => compareSource(dataDir, source, window, build))
    .map((item) => (program_changed_at === null || window.every ? item : changedByProgram(item)));
  const newest = suppressions === null ? [] : newestOf(compared);
  const opened = newest.filter((item) => whyNowUnopened(dataDir, item) === null);
  const unopened = newest.filter((item) => !opened.includes(item)).map((item) => ofUnopened(dataDir, item));
  const head = {
    ...{ from: window.from, to: window.to, program_changed_at },
    suppressions_changed_at: suppressions?.changed_at ?? null,
    own_records: Object.fromEntries([...OWN_RECORDS].filter(([key]) => block === null || block === key)),
  };
  return { lines: [head, ...[...compared, ...unopened].map(({ summary }) => summary)], compared, opened };
}

/** The last comparison of each source. */
const newestOf = (compared: readonly Compared[]): readonly Compared[] => [
  ...new Map(compared.map((item) => [item.summary.source, item])).values(),
];

const whyNowUnopened = (dataDir: string, { summary: { source, now } }: Compared): WhyAll | null =>
  now === null ? null : whyUnopened(dataDir, source, now);

/** The summary of a source that can't be searched. It has no `switched_at`, since no edition was switched. */
const ofUnopened = (dataDir: string, item: Compared): Compared => {
  const { source, now } = item.summary;
  const why = whyNowUnopened(dataDir, item) ?? 'edition_pruned';
  return { summary: { source, then: now, now, switched_at: null, changes: 'all', why }, editions: [] };
};

/** @throws Error where a file of an edition can't be read */
export async function* registerChanges(
  dataDir: string,
  request: ChangesRequest,
  { lines, compared, opened }: ComparedHead = headOf(dataDir, request),
): AsyncGenerator<ChangesLine> {
  const { block, suppressions } = request;
  const blocks = block === null ? OWN_RECORDS : new Map([[block, kindsOfBlock(block)]]);
  yield* lines;
  const listed = compared.filter(({ summary }) => summary.changes === 'listed');
  const changes = [
    ...listed.map((item) => changedIn(dataDir, item)),
    ...(suppressions === null ? [] : opened.map((item) => suppressedIn(suppressions, dataDir, item))),
  ];
  for await (const companyChanges of byCompany(changes)) {
    const line = lineOf(companyChanges, blocks);
    if (block === null || line.blocks.length > 0) yield line;
  }
}

const changedByProgram = ({ summary }: Compared): Compared => ({
  summary: { ...summary, changes: 'all', why: summary.why ?? 'program_changed' },
  editions: [],
});

/** Merges the changes of all sources, company by company. @param changes each in order of numbers */
async function* byCompany(
  changes: readonly AsyncGenerator<CompanyChange>[],
): AsyncGenerator<readonly CompanyChange[]> {
  const heads = await Promise.all(changes.map((source) => source.next()));
  try {
    for (;;) {
      let number: string | null = null;
      for (const { value, done } of heads)
        if (done !== true && (number === null || value.number < number)) number = value.number;
      if (number === null) return;
      const companyChanges: CompanyChange[] = [];
      for (const [i, source] of changes.entries()) {
        const head = heads[i];
        if (head === undefined || head.done === true || head.value.number !== number) continue;
        companyChanges.push(head.value);
        heads[i] = await source.next();
      }
      yield companyChanges;
    }
  } finally {
    for (const source of changes) await source.return(undefined);
  }
}

function lineOf(
  companyChanges: readonly CompanyChange[],
  blocks: ReadonlyMap<BlockKey, readonly string[]>,
): ChangedCompany {
  const changes: Record<string, DatedChange[]> = {};
  for (const { kinds, change, at } of companyChanges)
    for (const kind of kinds) (changes[kind] ??= []).push({ change, at });
  const isAffected = ([, kinds]: readonly [BlockKey, readonly string[]]): boolean =>
    kinds.some((kind) => kind in changes);
  return {
    company_number: companyChanges[0]?.number ?? '',
    changes,
    blocks: [...blocks].filter(isAffected).map(([key]) => key),
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
 * Lists the changes from `since` until now. Writes the digests of editions that lack them.
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
