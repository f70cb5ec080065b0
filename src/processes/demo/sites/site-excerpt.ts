/** Prints a company's website in some lines for a reader: the verdict, its points, and the site's data. */
import type { Blocks } from '../../../../packages/client/src/index.js';
import { safeLine } from '../../../../packages/words/src/text/safe-text.js';
import type { CompanyRow, Envelope, ValueOf } from '../company-excerpt.js';

type SiteBlock =
  | 'domain'
  | 'nature_of_business'
  | 'contacts'
  | 'trading_address'
  | 'web_presence'
  | 'technologies';
type Verdict = ValueOf<'domain_validation'>;
type VerdictEnvelope = NonNullable<Blocks['domain_validation']>;

export type SiteRow = Pick<CompanyRow, 'matched' | 'blocks'>;

const MAX_LENGTH = 200;
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

const ADDRESS = ['address_line_1', 'address_line_2', 'locality', 'region', 'postal_code'] as const;

const TEXT_BY_BLOCK: { readonly [Key in SiteBlock]: (value: ValueOf<Key>) => string } = {
  domain: (host) => host,
  nature_of_business: ({ description }) => description,
  contacts: ({ company_channels: { emails, phones } }) =>
    [
      ...emails.map(({ address, deliverable }) => `${address}${deliverable === true ? ' (takes mail)' : ''}`),
      ...phones.map(({ number }) => number),
    ].join(', '),
  trading_address: ({ primary }) =>
    ADDRESS.flatMap((line) => (typeof primary[line] === 'string' ? [primary[line]] : [])).join(', '),
  web_presence: ({ profiles, pages_read }) =>
    [...profiles.map(({ platform, url }) => `${platform}: ${url}`), `${pages_read} pages read`].join(', '),
  technologies: ({ technologies: { items } }) =>
    items.map(({ name, version }) => `${name}${version === null ? '' : ` ${version}`}`).join(', '),
};

/** Blocks that are read from an accepted website, in the order in which they are shown. */
export const SITE_BLOCKS = Object.keys(TEXT_BY_BLOCK) as readonly SiteBlock[];

function line<Key extends SiteBlock>(key: Key, envelope: Envelope<ValueOf<Key>> | undefined): string[] {
  if (envelope === undefined) return [];
  const { status, reason, value } = envelope;
  const valueText = value === undefined ? `${status}: ${reason ?? ''}` : TEXT_BY_BLOCK[key](value);
  return [`${key.padEnd(20)} ${cut(valueText)}`];
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`).padStart(4);

/** The checks with points, the largest first, and the score. */
function pointLines({ contributions, score }: Verdict): string[] {
  const checks = Object.entries(contributions).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  return [
    ...checks.map(([check, value]) => `  ${signed(value)}  ${check}`),
    `  ${String(score).padStart(4)}  score, of 0 to 100`,
  ];
}

function hardMatches({ detail }: VerdictEnvelope & { readonly status: 'available' }): string[] {
  const matchLines = Object.entries(detail?.evidence?.hard_matches ?? {}).map(([kind, { url, snippet }]) =>
    cut(`${kind} on ${url}: “${snippet}”`),
  );
  return matchLines.length === 0
    ? ['no hard match: nothing on its pages ties it to the company alone']
    : matchLines;
}

function verdictLines(envelope: VerdictEnvelope | undefined): string[] {
  if (envelope?.status !== 'available')
    return [`no verdict: ${envelope !== undefined && 'reason' in envelope ? envelope.reason : '?'}`];
  const { value: verdict, confidence = '?' } = envelope;
  return [
    `${verdict.outcome.toUpperCase()}, confidence ${confidence}`,
    ...pointLines(verdict),
    `decided by ${verdict.reasons.join(', ')}`,
    ...hardMatches(envelope),
  ];
}

/** The company, its verdict with evidence, then a line for each block of the site; safe for a terminal. */
export const siteExcerpt = ({ matched, blocks }: SiteRow): string[] =>
  [
    `${matched.company_name}, ${matched.company_number}`,
    ...[
      ...verdictLines(blocks.domain_validation),
      ...SITE_BLOCKS.flatMap((key) => line(key, blocks[key])),
    ].map((one) => `  ${one}`),
  ].map(safeLine);
