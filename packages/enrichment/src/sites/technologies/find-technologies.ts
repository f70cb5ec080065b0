/** Finds a site's technologies by rules over marks, headers, cookies and DNS records, with evidence. */
import type { PageReading, SiteReading } from '../site-reading.js';
import rules from './technology-rules.json';

export interface TechnologyEvidence {
  readonly kind: 'header' | 'script' | 'link' | 'meta' | 'cookie' | 'dns';
  /** The mark as seen, at most 300 characters. */
  readonly value: string;
  /** The page's URL; null: a mark of the whole host. */
  readonly url: string | null;
}

export interface FoundTechnology {
  readonly name: string;
  readonly category: string;
  /** The version as printed; null: no mark prints one. */
  readonly version: string | null;
  readonly evidence: TechnologyEvidence;
  /** The confidence, 0..1, that the site uses it. */
  readonly confidence: number;
}

/** The parts of a crawl that show technologies. The site's text is no evidence. */
export type ShownBySite = Pick<SiteReading, 'headers' | 'cookies' | 'dns' | 'final_url'> & {
  readonly pages: readonly Pick<PageReading, 'url' | 'marks'>[];
};

/**
 * The kinds of patterns in `technology-rules.json`, which we wrote from vendors' publications. Patterns are
 * plain text and are searched in answers and markup, never in a site's text:
 *
 * - `script x`, `link x`, `address x`: the address of a script, of a link element, or of either contains x;
 * - `meta name=x`: the content of that element begins with x; `meta name-`: any element whose name begins so;
 * - `header name=x`: the header contains x; `header name`: the header exists; `cookie x`: a cookie's name
 *   begins with x;
 * - `mx x`, `ns x`: a mail host or name server is x or a subdomain of x; `awsdns-.com` allows digits after
 *   the dash; `txt x`: a record begins with x; `txt spf=x`: the sender policy includes x.
 *
 * `{v}` at the end: the version follows. Case is ignored.
 */
type PatternKind = 'script' | 'link' | 'address' | 'meta' | 'header' | 'cookie' | 'mx' | 'ns' | 'txt';

interface Pattern {
  readonly kind: PatternKind;
  /** The name of a header or meta element, else empty. Lower case, like `text`. */
  readonly name: string;
  readonly text: string;
  /** True if a version follows the text. */
  readonly hasVersion: boolean;
}

interface TechnologyRule {
  readonly name: string;
  readonly category: string;
  readonly patterns: readonly Pattern[];
  /** A mark that shows the technology. */
  readonly example: string;
}

const NAMED: ReadonlySet<string> = new Set(['meta', 'header']);

function patternOf(written: string): Pattern {
  const [kind = '', ...rest] = written.split(' ');
  const whole = rest.join(' ').toLowerCase();
  const hasVersion = whole.endsWith('{v}');
  const plain = hasVersion ? whole.slice(0, -3) : whole;
  const hasName = NAMED.has(kind);
  const at = hasName ? plain.indexOf('=') : -1;
  return {
    // The spec of the rules checks the kinds.
    kind: kind as PatternKind,
    name: !hasName ? '' : at < 0 ? plain : plain.slice(0, at),
    text: !hasName ? plain : at < 0 ? '' : plain.slice(at + 1),
    hasVersion,
  };
}

export const TECHNOLOGY_RULES: readonly TechnologyRule[] = rules.map(({ shown_by, ...rule }) => ({
  ...rule,
  patterns: shown_by.map(patternOf),
}));

interface Mark {
  readonly kind: Exclude<PatternKind, 'address'>;
  /** The name of a header or meta element in lower case, else empty. */
  readonly name: string;
  readonly text: string;
  readonly evidence: TechnologyEvidence;
}

const MAX_MARKS = 3_000;
const VALUE = 300;

/** The confidence by evidence: a loaded script is in use, a link or record may be obsolete. */
const CONFIDENCE: Readonly<Record<TechnologyEvidence['kind'], number>> = {
  header: 0.95,
  script: 0.95,
  cookie: 0.9,
  meta: 0.95,
  link: 0.85,
  dns: 0.9,
};

const markOf = (kind: Mark['kind'], text: string, evidence: TechnologyEvidence, name = ''): Mark => ({
  kind,
  name: name.toLowerCase(),
  text: text.toLowerCase(),
  evidence: { ...evidence, value: evidence.value.slice(0, VALUE) },
});

function ofPages({ pages }: ShownBySite): Mark[] {
  return pages.flatMap(({ url, marks }) =>
    marks.map(({ kind, value }) => {
      const at = kind === 'meta' ? value.indexOf('=') : -1;
      return at < 0
        ? markOf(kind, value, { kind, value, url })
        : markOf(kind, value.slice(at + 1), { kind, value, url }, value.slice(0, at));
    }),
  );
}

function ofHost({ headers, cookies, dns, final_url }: ShownBySite): Mark[] {
  const dnsMark = (kind: 'mx' | 'ns' | 'txt') => (text: string) =>
    markOf(kind, text.replace(/\.$/, ''), { kind: 'dns', value: `${kind.toUpperCase()} ${text}`, url: null });
  return [
    ...Object.entries(headers).map(([name, value]) =>
      markOf('header', value, { kind: 'header', value: `${name}: ${value}`, url: final_url }, name),
    ),
    ...cookies.map((name) => markOf('cookie', name, { kind: 'cookie', value: name, url: final_url })),
    ...(dns.mx ?? []).map(dnsMark('mx')),
    ...(dns.ns ?? []).map(dnsMark('ns')),
    ...(dns.txt ?? []).map(dnsMark('txt')),
  ];
}

/** The position after the matched text, where a version may follow; -1: no match. */
function matchEnd(pattern: Pattern, { kind, name, text }: Mark): number {
  switch (pattern.kind) {
    case 'address':
      return kind === 'script' || kind === 'link' ? endOf(text, pattern.text) : -1;
    case 'script':
    case 'link':
      return kind === pattern.kind ? endOf(text, pattern.text) : -1;
    case 'header':
      return kind === 'header' && isNamed(pattern, name) ? endOf(text, pattern.text) : -1;
    case 'meta':
      return kind === 'meta' && isNamed(pattern, name) && text.startsWith(pattern.text)
        ? pattern.text.length
        : -1;
    case 'cookie':
      return kind === 'cookie' && text.startsWith(pattern.text) ? 0 : -1;
    case 'mx':
    case 'ns':
      return kind === pattern.kind && isUnder(text, pattern.text) ? 0 : -1;
    case 'txt':
      return kind === 'txt' && isRecord(text, pattern.text) ? 0 : -1;
  }
}

const isNamed = (pattern: Pattern, name: string): boolean =>
  pattern.name.endsWith('-') ? name.startsWith(pattern.name) : name === pattern.name;

function endOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? -1 : at + part.length;
}

function isUnder(host: string, zone: string): boolean {
  const plain = host.replace(/-\d{1,3}\./, '-.');
  return plain === zone || plain.endsWith(`.${zone}`);
}

const isRecord = (text: string, pattern: string): boolean =>
  pattern.startsWith('spf=')
    ? text.startsWith('v=spf1') && text.split(' ').includes(`include:${pattern.slice('spf='.length)}`)
    : text.startsWith(pattern);

/** The version directly at a position: digits and dots, at most 20 characters; null: none. */
function versionAt(text: string, at: number): string | null {
  const version = /^\d{1,6}(?:\.\d{1,6}){0,3}/.exec(text.slice(at, at + 20))?.[0] ?? null;
  return version;
}

function shownBy(rule: TechnologyRule, marks: readonly Mark[]): FoundTechnology | null {
  let technology: FoundTechnology | null = null;
  for (const pattern of rule.patterns) {
    for (const mark of marks) {
      const end = matchEnd(pattern, mark);
      if (end < 0) continue;
      const version = pattern.hasVersion ? versionAt(mark.text, end) : null;
      const { name, category } = rule;
      const { evidence } = mark;
      // A mark with a version replaces one without.
      if (technology === null || (technology.version === null && version !== null))
        technology = { name, category, version, evidence, confidence: CONFIDENCE[evidence.kind] };
      if (technology.version !== null) return technology;
    }
  }
  return technology;
}

/** The technologies by category, then by name. */
export function findTechnologies(site: ShownBySite): FoundTechnology[] {
  const marks = [...ofHost(site), ...ofPages(site)].slice(0, MAX_MARKS);
  return TECHNOLOGY_RULES.flatMap((rule) => shownBy(rule, marks) ?? []).sort((a, b) =>
    a.category === b.category ? order(a.name, b.name) : order(a.category, b.category),
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
