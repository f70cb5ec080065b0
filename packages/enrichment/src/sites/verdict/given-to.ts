/**
 * Decides to whom a sentence gives an address or number: to the name before it, in the role that the words
 * before that name give (`Website design by Acme Ltd, 1 Mill Lane`).
 */
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { beforeList } from '../page/company-numbers/company-list.js';
import { cueBefore, lastSentence, runTogether } from '../page/company-numbers/roles.js';

/**
 * `operator`: the site's. `other`: another role. `bare`: the name alone. `unsaid`: the name after words that
 * name no role. `nobody`: no name stands before it.
 */
export type GivenTo = 'operator' | 'other' | 'bare' | 'unsaid' | 'nobody';

const BETWEEN_RUNS = '|';
/** The maximum words of a heading line that describes the text below it: `Our landlord | Acme Ltd`. */
const MAX_HEADING_WORDS = 6;
/** A name ends a sentence before: `Hosted by Acme Ltd. Bramley Ltd, 1 Mill Lane`. */
const NAME_ENDED = /\b(?:ltd|limited|plc|llp|cic)\.\s(?!.*\b(?:ltd|limited|plc|llp|cic)\.\s)/i;
/** Words that may stand before a name as parts of it: the place of a registered office, a mark, a year. */
const SELF =
  /^(?:(?:the|our|us|we|at|is|and|©|\(c\)|copyright|\d{4}|registered|trading|head|office|name|address|contact|about|company|information|legal|find|visit|write|to|details)\b|[^\p{L}\p{N}])*$/iu;

/** Words about a former operator of the site. */
const PAST = /\b(?:was|were|had|been|formerly|previously|once|until)\b/i;

function clauseBefore(text: string): string {
  const runs = text.split(BETWEEN_RUNS);
  const last = runs.at(-1) ?? '';
  const above = (runs.at(-2) ?? '').trim();
  const heading = above.split(/\s+/).length <= MAX_HEADING_WORDS && !/©|copyright/i.test(above) ? above : '';
  const run = last.trim() === '' ? heading : last;
  const ended = NAME_ENDED.exec(run);
  const rest = ended === null ? run : run.slice(ended.index + ended[0].length);
  return rest.slice(lastSentence(rest) + 1).trim();
}

/** `Until 2019 it was run by others, and is run by`: the words from the last comma on. */
const lastPart = (lead: string): string => lead.slice(lead.lastIndexOf(', and ') + 1);

/** The distinctive words of a name: without its ending, and without THE before it. */
function coreWords(name: string): readonly string[] {
  const letters = normaliseName(name);
  const isWhole = (words: readonly string[]): boolean =>
    words.length > 0 && normaliseName(words.join(' ')) === letters;
  let words = name.toUpperCase().split(/[^A-Z0-9&]+/);
  while (isWhole(words.slice(0, -1))) words = words.slice(0, -1);
  while (isWhole(words.slice(1))) words = words.slice(1);
  return words.filter((word) => word !== '' && word !== 'AND' && word !== '&');
}

/** The last place at which the text bears one of the names; null: nowhere. */
function lastNamed(text: string, names: readonly string[]): number | null {
  const places = names.map(coreWords).flatMap((words) => {
    if (words.length === 0) return [];
    const pattern = new RegExp(`\\b${words.join('[^A-Z0-9]+(?:AND[^A-Z0-9]+)?')}\\b`, 'gi');
    return Array.from(text.matchAll(pattern), ({ index }) => index);
  });
  return places.length === 0 ? null : Math.max(...places);
}

/** @param before the address or number, runs parted by `|` @param names of the company @param behind it */
export function givenTo(before: string, names: readonly string[], behind = ''): GivenTo {
  const at = lastNamed(before, names);
  if (at === null) return 'nobody';
  const lead = clauseBefore(beforeList(before.slice(0, at)));
  if (runTogether(lead, behind)) return 'operator';
  const cue = cueBefore(lead);
  if (cue !== null && cue.role !== 'own') return 'other';
  // `We are Acme Ltd`, and not `we are tenants of Acme Ltd` nor `until 2019 it was run by Acme Ltd`.
  if (cue !== null && SELF.test(cue.between) && !PAST.test(lastPart(lead))) return 'operator';
  return SELF.test(lead) ? 'bare' : 'unsaid';
}

/** `host`: all of the name is in the host. `front`: it is atop the first page, or the site trades as it. */
export type Bears = 'host' | 'front' | null;

/**
 * Tells whether an address or number under the company's name is the operator's. On the company's own host it
 * is; on a site with the name on its front, unless in another role; else by the site's statement alone.
 * @param legal it stands where a site names its operator
 */
export function isOperators(givenTo: GivenTo, bears: Bears, legal: boolean): boolean {
  if (bears === 'host') return true;
  if (bears === 'front') return givenTo !== 'other';
  return givenTo === 'operator' || (givenTo === 'bare' && legal);
}
