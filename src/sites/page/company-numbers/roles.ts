/** Whose number it is, by the words before the name that it stands with. */
import type { NumberRole, Region } from '../../site-reading.js';

type Told = Exclude<NumberRole, 'unknown'>;

const cues = (role: Told, phrases: string): [string, Told][] =>
  phrases
    .split(',')
    .map((phrase) => phrase.trim().replaceAll('_', ' '))
    .map((phrase) => [phrase, role]);

const BEFORE: readonly (readonly [string, Told])[] = [
  ...cues(
    'own',
    `trading name of, trading style of, trading names of, trade name of, brand of, brand name of, division of, trading as,
     t/a, operated by, operated and owned by, owned and operated by, run by, site is owned by, website is owned by,
     site owned by, website owned by, published by, we are, who we are, about us, our company, our registered, we operate,
     ("we"), by us, ©, copyright, all rights reserved, enw masnachu`,
  ),
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
/** Behind the number: `(01234999) trading as …`. */
const OWN_BEHIND =
  /\b(?:trading as|t\/a|\(?["'“‘]?(?:we|us|our)["'”’]?[,)]|owns and operates|operates this)/i;
const OWNER = /\b(?:we|our|us)\b/i;

/** Regions in which a site speaks of itself. */
const OWN_REGIONS: ReadonlySet<Region> = new Set(['footer', 'header', 'address']);
const REACH = 70;

/** `on behalf of`, not the end of `cannot be provided by`: a phrase begins where a word does. */
function lastPlace(text: string, phrase: string): number {
  const at = text.lastIndexOf(phrase);
  return at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /^\p{L}/u.test(phrase) ? -1 : at;
}

/**
 * The cue that stands nearest before the name, and the words between; those of a block or sentence before don't count, but for
 * the © of a bar.
 */
export function cueBefore(text: string): { readonly role: Told; readonly between: string } | null {
  const clause = text.slice(Math.max(text.lastIndexOf('|'), lastSentence(text)) + 1).toLowerCase();
  let nearest = { at: -1, length: 0, role: null as Told | null };
  for (const [phrase, role] of BEFORE) {
    const at = lastPlace(clause, phrase);
    const end = at + phrase.length;
    if (
      at >= 0 &&
      (end > nearest.at + nearest.length || (end === nearest.at + nearest.length && at < nearest.at))
    )
      nearest = { at, length: phrase.length, role };
  }
  const { at, length, role } = nearest;
  return role === null ? null : { role, between: clause.slice(at + length) };
}

/** Where the last sentence before begins; -1: at the start. */
export function lastSentence(text: string): number {
  let at = text.lastIndexOf('. ');
  // A short word or an initial before it ends no sentence: `No. `, `J. `.
  while (at > 0 && /(?:^|[\s(])[\p{L}.]{1,3}$/u.test(text.slice(Math.max(0, at - 5), at)))
    at = text.lastIndexOf('. ', at - 1);
  return at;
}

export interface NumberPlace {
  readonly text: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
  /** Where the name begins that stands with it. */
  readonly named: number | null;
  /** The page is one on which a site tells of itself, and prints no other number. */
  readonly alone: boolean;
}

export function roleOf({ text, region, start, end, named, alone }: NumberPlace): NumberRole {
  const from = named !== null && named < start ? named : start;
  const told =
    cueBefore(text.slice(Math.max(0, from - REACH), from))?.role ??
    // Between name and number: `Acme Ltd, our holding company (01234999)`.
    (from < start ? cueBefore(text.slice(from, start))?.role : null) ??
    null;
  if (told !== null) return told;
  if (OWN_BEHIND.test(text.slice(end, end + 60))) return 'own';
  if (OWN_REGIONS.has(region)) return 'own';
  if (OWNER.test(text.slice(Math.max(0, from - 30), start))) return 'own';
  return alone ? 'own' : 'unknown';
}
