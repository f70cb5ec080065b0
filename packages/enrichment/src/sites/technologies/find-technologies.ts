/**
 * Finds the technologies of a site and its mail, by rules over its marks, headers, cookies and DNS records;
 * each with its evidence.
 */
import type { PageReading, SiteReading } from '../site-reading.js';
import { HOSTING } from './rules-of-hosting.js';
import { SERVICES } from './rules-of-services.js';
import { SITES } from './rules-of-sites.js';
import { rulesOf, type Pattern, type PatternKind, type TechnologyRule } from './rule.js';

export interface TechnologyEvidence {
  readonly kind: 'header' | 'script' | 'link' | 'meta' | 'cookie' | 'dns';
  /** The mark as seen, at most 300 characters. */
  readonly value: string;
  /** The page's URL; null for a mark of the whole host. */
  readonly url: string | null;
}

export interface FoundTechnology {
  readonly name: string;
  readonly category: string;
  /** The version as printed; null: no mark prints one. */
  readonly version: string | null;
  readonly evidence: TechnologyEvidence;
  /** 0..1, that the site uses it. */
  readonly confidence: number;
}

/** The parts of a crawl in which technologies are found. A site's words are no evidence. */
export type ShownBySite = Pick<SiteReading, 'headers' | 'cookies' | 'dns' | 'final_url'> & {
  readonly pages: readonly Pick<PageReading, 'url' | 'marks'>[];
};

export const TECHNOLOGY_RULES: readonly TechnologyRule[] = [SITES, SERVICES, HOSTING].flatMap(rulesOf);

interface Mark {
  readonly kind: Exclude<PatternKind, 'address'>;
  /** Lower case: of a header or meta element its name. */
  readonly name: string;
  readonly text: string;
  readonly evidence: TechnologyEvidence;
}

const MOST_MARKS = 3_000;
const VALUE = 300;

/**
 * The confidence by kind of evidence. A loaded script, or an answer that names its server, is in use; a link
 * or record may be left over.
 */
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

/** The start of the text in which the pattern is searched; -1: none. */
function placeOf(pattern: Pattern, { kind, name, text }: Mark): number {
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

/** Digits and dots right behind a place, at most 20 characters. */
function versionAt(text: string, at: number): string | null {
  const version = /^\d{1,6}(?:\.\d{1,6}){0,3}/.exec(text.slice(at, at + 20))?.[0] ?? null;
  return version;
}

function shownBy(rule: TechnologyRule, marks: readonly Mark[]): FoundTechnology | null {
  let technology: FoundTechnology | null = null;
  for (const pattern of rule.patterns) {
    for (const mark of marks) {
      const place = placeOf(pattern, mark);
      if (place < 0) continue;
      const version = pattern.versioned ? versionAt(mark.text, place) : null;
      const { name, category } = rule;
      const { evidence } = mark;
      // A mark that prints the version says more.
      if (technology === null || (technology.version === null && version !== null))
        technology = { name, category, version, evidence, confidence: CONFIDENCE[evidence.kind] };
      if (technology.version !== null) return technology;
    }
  }
  return technology;
}

/** The technologies by category, then by name. */
export function findTechnologies(site: ShownBySite): FoundTechnology[] {
  const marks = [...ofHost(site), ...ofPages(site)].slice(0, MOST_MARKS);
  return TECHNOLOGY_RULES.flatMap((rule) => shownBy(rule, marks) ?? []).sort((a, b) =>
    a.category === b.category ? order(a.name, b.name) : order(a.category, b.category),
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
