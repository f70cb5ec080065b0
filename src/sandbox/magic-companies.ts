/**
 * Lists the companies of the sandbox, each with a number, a name and a domain, and the numbers and the job id
 * that stand for a refusal or a failure. All numbers begin with 9, so none is that of a real company. The
 * second digit tells what the company is for.
 */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { REASON_CODES, type ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { RefusalCode } from '../../packages/contract/src/refusal-code.js';
import { Catalogue } from '../../packages/enrichment/src/index.js';
import {
  blockOf,
  blocksThat,
  givesAdvisory,
  givesReason,
  placeOf,
  ROW_CODES,
  withholds,
  type CodeRule,
} from './magic-codes.js';
import { hasWithheld, madeValue, SANDBOX, SANDBOX_DAY, SANDBOX_DOMAIN } from './made-values.js';
import type { RowIdentifier, Table, TableCompany, TableEnvelope, TableFailure } from './table-engine.js';

/** A kind of companies: the first two digits of their numbers, and a word of their names. */
interface Series {
  readonly digits: string;
  readonly word: string;
  /** The purpose of its companies, as the guide to the sandbox prints it. */
  readonly about: string;
}

const series = (digits: string, word: string, about: string): Series => ({ digits, word, about });

export const SERIES = {
  plain: series('90', 'company', 'Every block that is asked for is `available`.'),
  row: series('91', 'row', 'The row fails as a whole, with the code.'),
  reason: series('92', 'block', 'Each block that may give the code is `not_found` with it.'),
  advisory: series('93', 'advisory', 'Each block that may give the advisory has it in `detail.advisories`.'),
  withheld: series('94', 'withheld', 'Each block that may withhold a figure for the code does so.'),
  pending: series(
    '95',
    'pending',
    'Blocks that are read live are `pending`, and are filled after so many seconds.',
  ),
  slow: series('96', 'slow', 'The row takes so many seconds.'),
  match: series('97', 'match', 'Found by something else than its name now, with less confidence.'),
} as const satisfies Readonly<Record<string, Series>>;
export type SeriesName = keyof typeof SERIES;

/** The ways to find a company of the series `match`, in the order of their numbers. */
export const MATCHES = [
  { word: 'previous_name', on: 'previous_name', confidence: 0.7 },
  { word: 'dissolved', on: 'company_name', confidence: 0.6 },
] as const;

const PLACES = 6;
/** The longest wait, so that a mistyped number holds nobody up. */
const MAX_WAIT_SECONDS = 600;

/** Returns how the company at a place of a series is named. @param word a code, or the place itself */
export function magicOf(kind: SeriesName, place: number, word = String(place)) {
  const { digits, word: first } = SERIES[kind];
  return {
    number: `${digits}${String(place).padStart(PLACES, '0')}`,
    name: `SANDBOX ${first} ${word.replaceAll('_', ' ')} LTD`.toUpperCase(),
    domain: `${first}-${word.replaceAll('_', '-')}.${SANDBOX_DOMAIN}`,
  };
}

/** Returns the codes that the companies of a series give; none for a series without codes. */
export function codesOf(kind: SeriesName): readonly ReasonCode[] {
  if (kind === 'row') return ROW_CODES;
  const rule = RULES[kind];
  return rule === undefined ? [] : REASON_CODES.filter((code) => blocksThat(rule, code).length > 0);
}

/** The rule by which the blocks of a series give its codes. */
export const RULES: Readonly<Partial<Record<SeriesName, CodeRule>>> = {
  reason: givesReason,
  advisory: givesAdvisory,
  withheld: withholds,
};

type Magic = ReturnType<typeof magicOf>;
type TableAnswer = TableCompany | TableFailure;
type EnvelopeOf = TableCompany['envelope'];

const CANDIDATES = [1, 2].map((place) => {
  const { number, name } = magicOf('plain', place);
  return { company_number: number, company_name: name };
});

/** An available answer: with an advisory, or with a reason for which the value withholds a figure. */
function available(
  { number, name, domain: host }: Magic,
  key: BlockKey,
  nested: readonly BlockKey[],
  { advisory, withheld }: { advisory?: ReasonCode; withheld?: ReasonCode } = {},
): TableEnvelope {
  const value = madeValue(key, { number, name, host, nested, ...(withheld !== undefined && { withheld }) });
  // Where the value has no list of withheld figures, an advisory on the whole value gives the reason.
  const advisoryCode = advisory ?? (hasWithheld(key) ? undefined : withheld);
  const advisories = advisoryCode === undefined ? {} : { advisories: [advisoryCode] };
  const outcome = { status: 'available', value, source: SANDBOX, as_of: SANDBOX_DAY, ...advisories } as const;
  return Catalogue.makeEnvelope(blockOf(key), outcome, null) as TableEnvelope;
}

const notFound = (key: BlockKey, reason: ReasonCode): TableEnvelope =>
  Catalogue.makeEnvelope(
    blockOf(key),
    // The type lists reasons by block. `givesReason` holds here, so the block may give this one.
    { status: 'not_found', reason: reason as 'error', source: SANDBOX, as_of: SANDBOX_DAY },
    null,
  ) as TableEnvelope;

/** Returns the answer of the company at this place of the series; null where there is none. */
function answerAt(kind: SeriesName, place: number): TableAnswer | null {
  const code = REASON_CODES[place - 1];
  const seconds = Math.min(place, MAX_WAIT_SECONDS);
  const magic = magicOf(kind, place, kind === 'match' ? MATCHES[place - 1]?.word : codeWord(kind, code));
  const { number, name } = magic;
  const envelope: EnvelopeOf = (key, nested) => available(magic, key, nested);
  switch (kind) {
    case 'plain':
      return place === 0 ? null : { number, name, envelope };
    case 'pending':
      return { number, name, envelope, filledAfter: seconds };
    case 'slow':
      return { number, name, envelope, answeredAfter: seconds };
    case 'match': {
      const match = MATCHES[place - 1];
      return match === undefined ? null : { number, name, envelope, match };
    }
    case 'row':
    case 'reason':
    case 'advisory':
    case 'withheld':
      return code === undefined || !codesOf(kind).includes(code) ? null : withCode(kind, magic, code);
  }
}

/** Returns the word of a company's name; undefined where its name has its place. */
const codeWord = (kind: SeriesName, code: ReasonCode | undefined): string | undefined =>
  kind === 'row' || RULES[kind] !== undefined ? code : undefined;

function withCode(kind: SeriesName, magic: Magic, code: ReasonCode): TableAnswer {
  if (kind === 'row') return { reason: code, ...(code === 'ambiguous_match' && { candidates: CANDIDATES }) };
  const envelope: EnvelopeOf = (key, nested) => {
    if (RULES[kind]?.(blockOf(key), code) !== true) return available(magic, key, nested);
    return kind === 'reason' ? notFound(key, code) : available(magic, key, nested, { [kind]: code });
  };
  return { number: magic.number, name: magic.name, envelope };
}

const NUMBER = /^(9\d)(\d{6})$/;
const HOST = new RegExp(`^([a-z]+)-([a-z0-9-]+)\\.${SANDBOX_DOMAIN.replaceAll('.', '\\.')}$`);
const NAME = /^sandbox ([a-z]+) ([a-z0-9 ]+?)(?: (?:ltd|limited))?$/;

const seriesWhere = (test: (series: Series) => boolean): SeriesName | null =>
  (Object.keys(SERIES) as SeriesName[]).find((name) => test(SERIES[name])) ?? null;

/** Returns the place that the word of a name or domain stands for; 0 if it stands for none. */
function placeOfWord(kind: SeriesName, word: string): number {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  if (kind === 'match') return MATCHES.findIndex((match) => match.word === word) + 1;
  return placeOf(word as ReasonCode);
}

/** @param words the match of `NAME` or `HOST` */
function answerByWords(words: RegExpExecArray | null): TableAnswer | null {
  const [, seriesWord = '', lastWords = ''] = words ?? [];
  const kind = seriesWhere(({ word }) => word === seriesWord);
  return kind === null ? null : answerAt(kind, placeOfWord(kind, lastWords.replaceAll(/[ -]/g, '_')));
}

export const SANDBOX_TABLE: Table = {
  edition: SANDBOX,
  unknown: 'The sandbox holds made-up companies alone; /docs/sandbox lists them.',
  find(identifier: RowIdentifier) {
    switch (identifier.kind) {
      case 'company_number': {
        const [, digits, place = ''] = NUMBER.exec(identifier.number) ?? [];
        const kind = seriesWhere((series) => series.digits === digits);
        return kind === null ? null : answerAt(kind, Number(place));
      }
      case 'company_name': {
        const words = identifier.asked.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
        return answerByWords(NAME.exec(words.trim()));
      }
      case 'domain':
        return answerByWords(HOST.exec(identifier.host ?? ''));
    }
  },
  isLive: (key) => blockOf(key).latency_class !== 'instant',
};

/** Company numbers for which a resolve is refused, with any key. They end in the status. */
export const REFUSED_NUMBERS: ReadonlyMap<string, RefusalCode> = new Map([
  ['99000429', 'rate_limited'],
  ['99000500', 'error'],
  ['99000503', 'unavailable'],
]);

/** The job in the state `failed`, in which no job of the service has ended so far. */
export const FAILED_JOB_ID = 'job_00000000SANDB0XFA11ED00000' as JobId;

const FAILED_AT = `${SANDBOX_DAY}T00:00:00.000Z`;

export const FAILED_JOB = {
  job_id: FAILED_JOB_ID,
  status: 'failed',
  blocks: ['company_identity'],
  counts: { total: 1, processed: 0, succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
  delivery: { mode: 'pull' },
  results_ready: true,
  expires_at: FAILED_AT,
  created_at: FAILED_AT,
  finished_at: FAILED_AT,
  reason: 'error',
} as const;
