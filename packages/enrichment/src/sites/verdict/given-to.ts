/**
 * Decides to whom a sentence attributes an address or number: to the name before it, in the role that the
 * words before that name state (`Website design by Acme Ltd, 1 Mill Lane`).
 */
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { beforeList } from '../page/company-numbers/company-list.js';
import { cueBefore, lastSentence, runTogether } from '../page/company-numbers/roles.js';

/**
 * `operator`: to the site's operator. `other`: to the name in another role. `bare`: to the name alone.
 * `unsaid`: to the name after words that state no role. `nobody`: no name precedes it.
 */
export type GivenTo = 'operator' | 'other' | 'bare' | 'unsaid' | 'nobody';

const BETWEEN_RUNS = '|';
/** The maximum words of a heading line that describes the text below it: `Our landlord | Acme Ltd`. */
const MAX_HEADING_WORDS = 6;
/** Matches the last sentence end after a name: `Hosted by Acme Ltd. Bramley Ltd, 1 Mill Lane`. */
const NAME_ENDED = /\b(?:ltd|limited|plc|llp|cic)\.\s(?!.*\b(?:ltd|limited|plc|llp|cic)\.\s)/i;
/** Matches words before a name that state no other role: `registered office`, `©`, a year. */
const SELF =
  /^(?:(?:the|our|us|we|at|is|and|©|\(c\)|copyright|\d{4}|registered|trading|head|office|name|address|contact|about|company|information|legal|find|visit|write|to|details)\b|[^\p{L}\p{N}])*$/iu;

/** Matches words about a former operator of the site. */
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

/** The words after the last `, and`: `is run by` in `until 2019 it was run by others, and is run by`. */
const lastPart = (lead: string): string => lead.slice(lead.lastIndexOf(', and ') + 1);

/** The words of a name without its ending and a leading THE. */
function coreWords(name: string): readonly string[] {
  const letters = normaliseName(name);
  const isWhole = (words: readonly string[]): boolean =>
    words.length > 0 && normaliseName(words.join(' ')) === letters;
  let words = name.toUpperCase().split(/[^A-Z0-9&]+/);
  while (isWhole(words.slice(0, -1))) words = words.slice(0, -1);
  while (isWhole(words.slice(1))) words = words.slice(1);
  return words.filter((word) => word !== '' && word !== 'AND' && word !== '&');
}

/** The index of the last of these names in the text; null: it has none. */
function lastNamed(text: string, names: readonly string[]): number | null {
  const places = names.map(coreWords).flatMap((words) => {
    if (words.length === 0) return [];
    const pattern = new RegExp(`\\b${words.join('[^A-Z0-9]+(?:AND[^A-Z0-9]+)?')}\\b`, 'gi');
    return Array.from(text.matchAll(pattern), ({ index }) => index);
  });
  return places.length === 0 ? null : Math.max(...places);
}

/**
 * Decides to whom the sentence attributes an address or number.
 * @param before the text before it, with `|` between runs
 * @param names the company's names
 * @param textAfter the text after it
 */
export function givenTo(before: string, names: readonly string[], textAfter = ''): GivenTo {
  const at = lastNamed(before, names);
  if (at === null) return 'nobody';
  const lead = clauseBefore(beforeList(before.slice(0, at)));
  if (runTogether(lead, textAfter)) return 'operator';
  const cue = cueBefore(lead);
  if (cue !== null && cue.role !== 'own') return 'other';
  // Accepts `we are Acme Ltd`, but not `we are tenants of Acme Ltd` or `until 2019 it was run by Acme Ltd`.
  if (cue !== null && SELF.test(cue.between) && !PAST.test(lastPart(lead))) return 'operator';
  return SELF.test(lead) ? 'bare' : 'unsaid';
}

/**
 * The place of the company's name. `host`: the host spells it. `front`: it is at the top of the first page,
 * or the site states that it trades under it. Null: neither.
 */
export type NamePlace = 'host' | 'front' | null;

/**
 * Returns true if an address or number attributed to the company is the operator's: always on the company's
 * own host; with the name on the front, unless in another role; else only if the site states it.
 * @param isLegal true if it is where a site names its operator
 */
export function belongsToOperator(givenTo: GivenTo, namePlace: NamePlace, isLegal: boolean): boolean {
  if (namePlace === 'host') return true;
  if (namePlace === 'front') return givenTo !== 'other';
  return givenTo === 'operator' || (givenTo === 'bare' && isLegal);
}
