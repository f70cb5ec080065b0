/**
 * The companies of the sandbox, each by a number, a name and a domain. All numbers begin with 9, which the
 * register does not reach: nobody's company is among them. The second digit says what the company is for.
 */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { REASON_CODES, type ReasonCode } from '../../packages/contract/src/reason-code.js';
import { Catalogue } from '../../packages/enrichment/src/index.js';
import {
  blockOf,
  blocksThat,
  givesAdvisory,
  givesReason,
  placeOf,
  ROW_CODES,
  withholds,
} from './magic-codes.js';
import { hasWithheld, madeValue, SANDBOX, SANDBOX_DAY, SANDBOX_DOMAIN } from './made-values.js';
import type { Named, Table, TableCompany, TableEnvelope, TableFailure } from './table-engine.js';

/** A kind of companies: the first two digits of their numbers, and the word of their names. */
export interface Series {
  readonly digits: string;
  readonly word: string;
  /** What its companies are for, as the table of the documentation says it. */
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
/** A wait is never longer, so that a slip of the keys holds nobody up. */
const LONGEST_SECONDS = 600;

/** A company of the sandbox by its place in a series, and what it is called there. */
export interface Magic {
  readonly number: string;
  readonly name: string;
  readonly domain: string;
}

/** @param word a code, or the number itself */
export function magicOf(kind: SeriesName, place: number, word = String(place)): Magic {
  const { digits, word: first } = SERIES[kind];
  return {
    number: `${digits}${String(place).padStart(PLACES, '0')}`,
    name: `SANDBOX ${first} ${word.replaceAll('_', ' ')} LTD`.toUpperCase(),
    domain: `${first}-${word.replaceAll('_', '-')}.${SANDBOX_DOMAIN}`,
  };
}

/** The codes of a series that is about codes. */
export function codesOf(kind: SeriesName): readonly ReasonCode[] {
  if (kind === 'row') return ROW_CODES;
  const rule = RULES[kind];
  return rule === undefined ? [] : REASON_CODES.filter((code) => blocksThat(rule, code).length > 0);
}

export const RULES: Readonly<Partial<Record<SeriesName, (key: BlockKey, code: ReasonCode) => boolean>>> = {
  reason: givesReason,
  advisory: givesAdvisory,
  withheld: withholds,
};

type Found = TableCompany | TableFailure;
type Answers = (key: BlockKey, nested: readonly BlockKey[]) => TableEnvelope;

const CANDIDATES = [1, 2].map((place) => {
  const { number, name } = magicOf('plain', place);
  return { company_number: number, company_name: name };
});

function available(
  magic: Magic,
  key: BlockKey,
  nested: readonly BlockKey[],
  more: { advisory?: ReasonCode; withheld?: ReasonCode } = {},
): TableEnvelope {
  const { withheld } = more;
  // A block without a list for it could only say so of the whole value.
  const advisory = more.advisory ?? (withheld !== undefined && !hasWithheld(key) ? withheld : undefined);
  const terms = { number: magic.number, name: magic.name, host: magic.domain, nested };
  return Catalogue.makeEnvelope(
    blockOf(key),
    {
      status: 'available',
      value: madeValue(key, { ...terms, ...(withheld !== undefined && { withheld }) }),
      source: SANDBOX,
      as_of: SANDBOX_DAY,
      ...(advisory !== undefined && { advisories: [advisory] }),
    },
    null,
  ) as TableEnvelope;
}

const notFound = (key: BlockKey, reason: ReasonCode): TableEnvelope =>
  Catalogue.makeEnvelope(
    blockOf(key),
    // The catalogue says that the block may give it (`givesReason`), or that any may.
    { status: 'not_found', reason: reason as 'error', source: SANDBOX, as_of: SANDBOX_DAY },
    null,
  ) as TableEnvelope;

function companyOf(magic: Magic, envelope: Answers, more: Partial<TableCompany> = {}): TableCompany {
  return { number: magic.number, name: magic.name, envelope, ...more };
}

/** What the company of this series answers; null where there is none at this place. */
function found(kind: SeriesName, place: number): Found | null {
  const code = REASON_CODES[place - 1];
  const seconds = Math.min(place, LONGEST_SECONDS);
  const magic = magicOf(kind, place, kind === 'match' ? MATCHES[place - 1]?.word : codeWord(kind, code));
  const plain: Answers = (key, nested) => available(magic, key, nested);
  switch (kind) {
    case 'plain':
      return place === 0 ? null : companyOf(magic, plain);
    case 'pending':
      return companyOf(magic, plain, { filledAfter: seconds });
    case 'slow':
      return companyOf(magic, plain, { answeredAfter: seconds });
    case 'match': {
      const match = MATCHES[place - 1];
      return match === undefined ? null : companyOf(magic, plain, { match });
    }
    case 'row':
    case 'reason':
    case 'advisory':
    case 'withheld':
      return code === undefined || !codesOf(kind).includes(code) ? null : withCode(kind, magic, code);
  }
}

const codeWord = (kind: SeriesName, code: ReasonCode | undefined): string | undefined =>
  kind === 'row' || RULES[kind] !== undefined ? code : undefined;

function withCode(kind: SeriesName, magic: Magic, code: ReasonCode): Found {
  if (kind === 'row') return { reason: code, ...(code === 'ambiguous_match' && { candidates: CANDIDATES }) };
  return companyOf(magic, (key, nested) => {
    if (RULES[kind]?.(key, code) !== true) return available(magic, key, nested);
    if (kind === 'reason') return notFound(key, code);
    return available(magic, key, nested, { [kind]: code });
  });
}

const NUMBER = /^(9\d)(\d{6})$/;
const HOST = new RegExp(`^([a-z]+)-([a-z0-9-]+)\\.${SANDBOX_DOMAIN.replaceAll('.', '\\.')}$`);
const NAME = /^sandbox ([a-z]+) ([a-z0-9 ]+?)(?: (?:ltd|limited))?$/;

const kindOf = (is: (series: Series) => boolean): SeriesName | null =>
  (Object.keys(SERIES) as SeriesName[]).find((name) => is(SERIES[name])) ?? null;

/** The place that a word of a name or domain stands for; 0: none. */
function placeOfWord(kind: SeriesName, word: string): number {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const match = MATCHES.findIndex((one) => one.word === word) + 1;
  return kind === 'match' ? match : placeOf(word as ReasonCode);
}

function foundByWords(words: RegExpExecArray | null): Found | null {
  const [, first = '', rest = ''] = words ?? [];
  const kind = kindOf(({ word }) => word === first);
  return kind === null ? null : found(kind, placeOfWord(kind, rest.replaceAll(/[ -]/g, '_')));
}

export const SANDBOX_TABLE: Table = {
  edition: SANDBOX,
  unknown: 'The sandbox holds made-up companies alone; /docs/sandbox lists them.',
  find(named: Named) {
    switch (named.kind) {
      case 'company_number': {
        const [, digits, place = ''] = NUMBER.exec(named.number) ?? [];
        const kind = kindOf((one) => one.digits === digits);
        return kind === null ? null : found(kind, Number(place));
      }
      case 'company_name':
        return foundByWords(
          NAME.exec(
            named.asked
              .toLowerCase()
              .replaceAll(/[^a-z0-9]+/g, ' ')
              .trim(),
          ),
        );
      case 'domain':
        return foundByWords(HOST.exec(named.host ?? ''));
    }
  },
  isLive: (key) => blockOf(key).latency_class !== 'instant',
};
