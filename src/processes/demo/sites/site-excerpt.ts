/** A company's website in some lines for a reader: the verdict, its points, and what the site says. */
import { safeLine } from '../../../shared/text/safe-text.js';

interface Envelope<T> {
  readonly status: string;
  readonly reason?: string;
  readonly value?: T;
  readonly confidence?: number;
  readonly detail?: { readonly evidence?: unknown };
}

interface Verdict {
  readonly outcome: string;
  readonly score: number;
  readonly contributions: Readonly<Record<string, number>>;
  readonly reasons: readonly string[];
}

interface Sighting {
  readonly url: string;
  readonly snippet: string;
}

interface Values {
  readonly domain: string;
  readonly nature_of_business: { readonly description: string };
  readonly contacts: {
    readonly company_channels: {
      readonly emails: readonly { address: string; deliverable: boolean | null }[];
      readonly phones: readonly { number: string }[];
    };
  };
  readonly trading_address: { readonly primary: Readonly<Record<string, unknown>> };
  readonly web_presence: {
    readonly profiles: readonly { readonly platform: string; readonly url: string }[];
    readonly pages_read: number;
  };
  readonly technologies: {
    readonly technologies: { readonly items: readonly { name: string; version: string | null }[] };
  };
}

export interface SiteRow {
  readonly matched: { readonly company_name: string; readonly company_number: string };
  readonly blocks: { readonly [Key in keyof Values]?: Envelope<Values[Key]> } & {
    readonly domain_validation?: Envelope<Verdict>;
  };
}

const LONGEST = 200;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const ADDRESS = ['address_line_1', 'address_line_2', 'locality', 'region', 'postal_code'] as const;

const SAYS: { readonly [Key in keyof Values]: (value: Values[Key]) => string } = {
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
export const SITE_BLOCKS = Object.keys(SAYS) as readonly (keyof Values)[];

function line<Key extends keyof Values>(key: Key, envelope: Envelope<Values[Key]> | undefined): string[] {
  if (envelope === undefined) return [];
  const { status, reason, value } = envelope;
  const said = value === undefined ? `${status}: ${reason ?? ''}` : SAYS[key](value);
  return [`${key.padEnd(20)} ${cut(said)}`];
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`).padStart(4);

/** The checks with points, the largest first, and the score. */
function points({ contributions, score }: Verdict): string[] {
  const checks = Object.entries(contributions).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  return [
    ...checks.map(([check, value]) => `  ${signed(value)}  ${check}`),
    `  ${String(score).padStart(4)}  score, of 0 to 100`,
  ];
}

const isSighting = (one: unknown): one is Sighting =>
  typeof one === 'object' && one !== null && 'url' in one && 'snippet' in one;

function hardMatches({ detail }: Envelope<Verdict>): string[] {
  const { evidence } = detail ?? {};
  const listed =
    typeof evidence === 'object' && evidence !== null && 'hard_matches' in evidence
      ? evidence.hard_matches
      : {};
  const found = Object.entries(listed ?? {}).flatMap(([kind, seen]: [string, unknown]) =>
    isSighting(seen) ? cut(`${kind} on ${seen.url}: “${seen.snippet}”`) : [],
  );
  return found.length === 0 ? ['no hard match: nothing on its pages ties it to the company alone'] : found;
}

function verdictLines(envelope: Envelope<Verdict> | undefined): string[] {
  const verdict = envelope?.value;
  if (envelope === undefined || verdict === undefined) return [`no verdict: ${envelope?.reason ?? '?'}`];
  return [
    `${verdict.outcome.toUpperCase()}, confidence ${envelope.confidence ?? '?'}`,
    ...points(verdict),
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
