/** Finds the average number of employees in a sentence, with or without the previous year's. Pure. */

const NONE = 'nil none no zero'.split(' ');
const UNITS = 'one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const BELOW_HUNDRED = [`(?:${TENS.join('|')})(?:[ -](?:${UNITS.join('|')}))?`, ...TEENS, ...UNITS].join('|');
const WORDS = `(?:(?:a|${UNITS.join('|')}) hundred(?:(?: and)? (?:${BELOW_HUNDRED}))?|${BELOW_HUNDRED}|${NONE.join('|')})`;
/** The pattern of a number of people in digits or words, as a named group. */
const count = (name: 'now' | 'before' | 'beforeFirst'): string =>
  `(?<${name}>\\d{1,3}(?:,\\d{3})+|\\d{1,6}|${WORDS})\\b(?! ?[.,] ?\\d|%)`;
const KIND = '(?:persons|people|employees|staff|members of staff|staff members)';
const YEAR =
  '(?:(?:during|in|for|over|throughout) the (?:current |financial |accounting )?(?:year|period)(?: (?:ended|to) \\d{1,2}(?:st|nd|rd|th)? [a-z]+ \\d{4}| under review)?|(?:during|in|for) (?:19|20)\\d\\d)';
const BODY = '(?:company|group|partnership|charity|society|llp)';
const PEOPLE = `(?: ${KIND})?(?: ${YEAR})?(?: in (?:all|total))?(?:,? including (?:the )?(?:[a-z]+ )?directors)?`;
/** The pattern of the previous year's number: `(2024: 32)`, `(32 in 2024)`. */
const BEFORE =
  `(?:,? ?[([]? ?(?:in |(?:year|period) (?:ended|to) [\\d.a-z ]{0,20})?(?<year>(?:19|20)\\d\\d) ?[-–—:=]? ?${count('before')}${PEOPLE} ?[)\\]]?|` +
  `,? ?[([] ?${count('beforeFirst')} in (?<yearBehind>(?:19|20)\\d\\d) ?[)\\]])?`;
/** Excludes words after the number that add to it, deduct from it, or change its meaning. */
const MORE =
  '(?! ?(?:\\d|exclud|not |other |apart |besides|except|plus|and |with |in addition|as well|full|part|fte))';
const END = ` ?(?:(?=$|[.;:\\n]|[,([]${MORE})|(?<=[)\\]] ?)${MORE})`;
/** The pattern of words between the people and their number: when, by whom, including whom. */
const BETWEEN =
  `(?<whose>(?:,? \\(?(?:employed|engaged|working|(?:including|inclusive of|and|with) (?:the )?(?:executive )?directors|` +
  `(?:by|of|in|at) the ${BODY}(?! ?['’])|${YEAR})\\)?){0,5}),?`;
/** Match sentences such as `the average number of employees was 49`. The text has single blanks. */
const SENTENCES = [
  `average (?:(?:monthly|weekly|annual) )?(?:number of ${KIND}|headcount)${BETWEEN}` +
    ` ?(?::|\\b(?:was|were|is|totalled|amounted to|being)\\b:?) ?${count('now')}${PEOPLE}${BEFORE}`,
  `\\b(?<whose>${BODY} (?:had|employed|has employed))(?: on)? an? (?:monthly )?average of ${count('now')} ${KIND}(?: ${YEAR})?${BEFORE}`,
  `\\b(?<whose>${BODY} (?:had|employed|has employed)) ${count('now')} ${KIND}(?: ${YEAR})? on average(?: ${YEAR})?${BEFORE}`,
  `\\b(?<whose>${BODY} (?:had|employed|has employed)|there were) (?<now>no) ${KIND} ${YEAR}${BEFORE}`,
  `\\b(?<whose>${BODY} ha[sd]) (?<now>no) ${KIND}${BEFORE}`,
  `\\b(?<whose>${BODY} employed),? on average,? ${count('now')} ${KIND}(?: ${YEAR})?${BEFORE}`,
  `\\bnumber of ${KIND}${BETWEEN} averaged ${count('now')}${PEOPLE}${BEFORE}`,
  `\\bon average,? ${count('now')} ${KIND} (?:were|was) employed(?: by the (?<whose>${BODY}))?(?: ${YEAR})?${BEFORE}`,
  `\\bnifer (?:misol )?cyfartalog (?:misol )?(?:y |yr |o )?(?:gweithwyr|weithwyr|staff|cyflogeion|gyflogeion|bobl)` +
    `(?<whose>(?: \\(?(?:a gyflogwyd|gan y (?:cwmni|grŵp|grwp)|yn ystod y (?:flwyddyn|cyfnod))\\)?){0,3})` +
    ` (?:oedd|yw|fu)(?: yn)? ${count('now')}${BEFORE}`,
].map((sentence) => new RegExp(`${sentence}${END}`, 'gi'));

export interface StatedPeople {
  readonly now: number;
  /** The previous year's number; null: the sentence states none. */
  readonly before: number | null;
  readonly printed: string;
  /** True if the sentence counts the people of a group. */
  readonly ofGroup: boolean;
}

function peopleOf(text: string): number {
  if (/\d/.test(text)) return Number(text.replaceAll(',', ''));
  return text
    .toLowerCase()
    .split(/[ -]/)
    .reduce((sum, word) => {
      if (word === 'hundred') return sum * 100;
      if (word === 'a' || UNITS.includes(word)) return sum + Math.max(UNITS.indexOf(word), 0) + 1;
      if (TEENS.includes(word)) return sum + TEENS.indexOf(word) + 10;
      return TENS.includes(word) ? sum + (TENS.indexOf(word) + 2) * 10 : sum;
    }, 0);
}

/** The headcount that the text states; null: none, or different ones. @param before the previous year */
export function peopleIn(text: string, before: number): StatedPeople | null {
  const all = SENTENCES.flatMap((sentence) => [...text.matchAll(sentence)]);
  const sentences = all.flatMap(({ 0: printed, groups = {} }) => {
    const year = groups['year'] ?? groups['yearBehind'];
    const earlier = groups['before'] ?? groups['beforeFirst'];
    if (year !== undefined && Number(year) !== before) return [];
    const named = /\b(?:19|20)\d\d\b/.exec(groups['whose'] ?? '')?.[0];
    if (named !== undefined && Number(named) <= before) return [];
    return [
      {
        now: peopleOf(groups['now'] ?? ''),
        before: earlier === undefined ? null : peopleOf(earlier),
        printed: printed.slice(-60),
        ofGroup: /\bgroup\b|\bgr[wŵ]p/i.test(groups['whose'] ?? ''),
      },
    ];
  });
  const first = sentences.find((sentence) => sentence.before !== null) ?? sentences[0];
  const agree = sentences.every(
    (sentence) =>
      sentence.now === first?.now && (sentence.before === null || sentence.before === first.before),
  );
  return first !== undefined && agree ? first : null;
}
