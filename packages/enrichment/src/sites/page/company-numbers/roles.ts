/** Decides the role of a printed number by the words around it and the name beside it. */
import type { NumberRole, Region } from '../../site-reading.js';
import { beforeList, companyStart } from './company-list.js';

type KnownRole = Exclude<NumberRole, 'unknown'>;

const cues = (role: KnownRole, phrases: string): [string, KnownRole][] =>
  phrases
    .split(',')
    .map((phrase) => phrase.trim().replaceAll('_', ' '))
    .map((phrase) => [phrase, role]);

/** The phrases that name the operator if said of a site, and the owners if said of a company. */
const JOINT = [
  'venture',
  'enterprise',
  'project',
  'initiative',
  'undertaking',
  'service',
  'business',
  'website',
]
  .map((work) => `joint ${work}`)
  .concat('partnership', 'collaboration', 'consortium', 'alliance')
  .flatMap((work) => ['between', 'of', 'by'].map((joins) => `${work} ${joins}`));

const BEFORE: readonly (readonly [string, KnownRole])[] = [
  ...cues(
    'own',
    `trading name of, trading style of, trading names of, trade name of, brand of, brand name of, division of, trading as,
     t/a, operated by, operated and owned by, owned and operated by, run by, site is owned by, website is owned by,
     site owned by, website owned by, published by, we are, who we are, about us, our company, our registered, we operate,
     ("we"), by us, ©, copyright, all rights reserved, enw masnachu`,
  ),
  ...JOINT.map((phrase): [string, KnownRole] => [phrase, 'own']),
  ...cues(
    'group',
    `subsidiary of, parent company, parent undertaking, ultimate parent, holding company, part of the, part of, owned by,
     wholly owned by, member of the, group of companies, group company, group companies, sister company, associated company,
     associate company, affiliate, joint venture`,
  ),
  ...cues(
    'provider',
    `site by, website by, web design by, site designed by, designed by, design by, built by, website built by,
     developed by, created by, made by, hosted by, hosting by, maintained by, powered by, c/o, care of, provided by,
     provided exclusively by, supplied by, fulfilled by, processed by, processor, processors, on behalf of,
     representative of, underwritten by, arranged by, administered by, payment services, payments by, third party,
     third parties, our partner, partnership with, our supplier, our accountants, our host, finance by, insurer,
     delivered by, service provider, lender, insured by, agent for, agents for`,
  ),
];
/** Matches the subject of a `joint service` of the site itself. Otherwise it may be an insurer's. */
const OF_SITE = /^(?:an?|the|our)?\s*$|\b(?:(?:web ?)?site|we|us|our)\b/;
const SERVED = /^joint (?:service|business) /;
const COMPANY = /\b(?:ltd|limited|plc|llp|cic|company)\b/;
/** Matches words of the operator after its number: `(01234999) trading as …`. */
const OWN_AFTER =
  /\b(?:trading (?:jointly |together )?as|t\/a|\(?["'“‘]?(?:we|us|our)["'”’]?[,)]|owns? and operates?|operates? this|jointly (?:operate|run|own|manage))/i;
/** Matches the end of `A Ltd (01234999) and B Ltd (07654399) jointly publish this website`. */
const SITE_AFTER =
  /\b(?:jointly (?:operate|run|own|manage|maintain|publish)|(?:joint |co-?)(?:owner|operator|publisher|manager)s of) (?:this|the|our) (?:web ?)?site\b/i;
/** Match both ends of `This site is managed by A Ltd (01234999) and B Ltd (07654399) jointly`. */
const SHARED_BEFORE = /\bsite is (?:managed|maintained) by\s*$/i;
const SHARED_AFTER = /\b(?:jointly|together)$/i;
const LISTED_AFTER = /^\)?(?:,| and\b| &)/;
const OWNER = /\b(?:we|our|us)\b/i;

/** The regions in which a site describes itself. */
const OWN_REGIONS: ReadonlySet<Region> = new Set(['footer', 'header', 'address']);
const REACH = 70;
const LIST_REACH = 600;
/** Matches the end of a heading: `Operated by: | Acme Ltd`, `operated by | Acme Ltd`. */
const HEADING_END = /(?::|(?<= by))\s?\|\s?$/;

/** The last position of a phrase that begins at the start of a word; -1: none. */
function lastPosition(text: string, phrase: string): number {
  const at = text.lastIndexOf(phrase);
  return at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /^\p{L}/u.test(phrase) ? -1 : at;
}

/** The nearest cue before the name in its block and sentence, with the words between; null: none. */
export function cueBefore(text: string): { readonly role: KnownRole; readonly between: string } | null {
  const clause = text
    .slice(Math.max(text.lastIndexOf('|'), lastSentence(text)) + 1)
    .toLowerCase()
    .replaceAll(/\bjv\b/g, 'joint venture')
    .replaceAll(/\bco-?(?=(?:owned|operated|run|managed|published) )/g, '')
    .replaceAll(/\b(?:managed|maintained) jointly by\b|\bjointly (?:managed|maintained) by\b/g, 'run by')
    .replaceAll(
      /\b(?:joint |co-?)(?:owner|operator|publisher|manager)s of (?:this|the|our) (?:web ?)?site(?: are)?\b/g,
      'run by',
    )
    .replaceAll(/ (?:jointly|together|on a joint basis)\b/g, '');
  let nearest = { at: -1, length: 0, role: null as KnownRole | null };
  for (const [phrase, role] of BEFORE) {
    const at = lastPosition(clause, phrase);
    const end = at + phrase.length;
    if (
      at >= 0 &&
      (end > nearest.at + nearest.length || (end === nearest.at + nearest.length && at < nearest.at))
    )
      nearest = { at, length: phrase.length, role };
  }
  const { at, length, role } = nearest;
  if (role === null) return null;
  const [before, phrase] = [clause.slice(0, at), clause.slice(at, at + length)];
  if (SERVED.test(phrase) && !OF_SITE.test(before.trim())) return null;
  const areOwners = JOINT.includes(phrase) && COMPANY.test(before);
  return { role: areOwners ? 'group' : role, between: clause.slice(at + length) };
}

/** The position of the last sentence end; -1: there is none. */
export function lastSentence(text: string): number {
  let at = text.lastIndexOf('. ');
  // A dot after a short word or an initial ends no sentence: `No. `, `J. `.
  while (at > 0 && /(?:^|[\s(])[\p{L}.]{1,3}$/u.test(text.slice(Math.max(0, at - 5), at)))
    at = text.lastIndexOf('. ', at - 1);
  return at;
}

const sentenceOf = (text: string): string => text.split(/(?<=[\p{L}\d)]{3})\.(?: |$)|\|/u, 1)[0] ?? '';

/** Returns true if the words before a list of companies and after a number say that they run the site. */
export function runTogether(lead: string, behind: string): boolean {
  const sentence = sentenceOf(behind);
  return SITE_AFTER.test(sentence) || (SHARED_BEFORE.test(lead) && SHARED_AFTER.test(sentence.trim()));
}

export interface NumberPlace {
  readonly text: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
  /** The start of the name beside the number; null: none. */
  readonly named: number | null;
  /** True if the site describes itself on this kind of page, and the page has no other number. */
  readonly isAlone: boolean;
}

export function roleOf({ text, region, start, end, named, isAlone }: NumberPlace): NumberRole {
  const near = Math.max(0, start - LIST_REACH);
  const unnamedStart = (): number => near + (companyStart(text.slice(near, start)) ?? start - near);
  const from = named !== null && named < start ? named : unnamedStart();
  const lead = beforeList(text.slice(Math.max(0, from - LIST_REACH), from));
  const behind = text.slice(end, end + LIST_REACH);
  if (runTogether(lead, behind)) return 'own';
  const role =
    cueBefore(lead.slice(-REACH).replace(HEADING_END, ''))?.role ??
    // Between name and number: `Acme Ltd, our holding company (01234999)`.
    (from < start ? cueBefore(text.slice(from, start))?.role : null) ??
    null;
  if (role !== null) return role;
  if (OWN_AFTER.test(LISTED_AFTER.test(behind) ? sentenceOf(behind) : behind.slice(0, 60))) return 'own';
  if (OWN_REGIONS.has(region)) return 'own';
  if (OWNER.test(text.slice(Math.max(0, from - 30), start))) return 'own';
  return isAlone ? 'own' : 'unknown';
}
