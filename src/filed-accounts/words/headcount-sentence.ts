/** The average number of employees where a page says it in one sentence, with or without the year before. Pure. */

const WORDS = 'nil none no zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNT = `(\\d{1,3}(?:,\\d{3})+|\\d{1,6}|${WORDS.join('|')})\\b(?!\\.\\d|,\\d|%)`;
const KIND = '(?:persons|people|employees|staff|members of staff)';
const PEOPLE = `(?: ${KIND})?(?: (?:during|in|for|over) the (?:financial )?(?:year|period))?`;
/** The year before: `(2024: 32)`, `(32 in 2024)`. */
const BEFORE =
  `(?:,? ?[([]? ?(?:in )?((?:19|20)\\d\\d) ?[-–—:=]? ?${COUNT}${PEOPLE} ?[)\\]]?|` +
  `,? ?[([] ?${COUNT} in ((?:19|20)\\d\\d) ?[)\\]])?`;
/** Of text with single blanks: `the average number of employees was 49`, `employed an average of 49 people`. */
const SENTENCES = [
  `average (?:(?:monthly|weekly|annual) )?(?:number of ${KIND}|headcount)\\b([^.;\\n]{0,160}?)` +
    `\\b(?:was|were|is|totalled|amounted to|being)\\b:? ?${COUNT}${PEOPLE}${BEFORE}`,
  `\\b((?:company|group|partnership|charity) (?:had|employed|has employed))(?: on)? an? (?:monthly )?average of ${COUNT} ` +
    `${KIND}(?: (?:during|in|for|over) the (?:financial )?(?:year|period))?${BEFORE}`,
].map((sentence) => new RegExp(sentence, 'gi'));

export interface StatedPeople {
  readonly now: number;
  /** Null: the sentence names no year before. */
  readonly before: number | null;
  readonly printed: string;
  /** It counts the people of a group. */
  readonly ofGroup: boolean;
}

/** The first four words are nought. */
const peopleOf = (text: string): number => {
  const word = WORDS.indexOf(text.toLowerCase());
  return word < 0 ? Number(text.replaceAll(',', '')) : Math.max(word - 3, 0);
};

/**
 * Null: not said so, or said in several ways.
 * @param before the year of the comparatives: another one means that the sentence is about something else
 */
export function peopleIn(text: string, before: number): StatedPeople | null {
  const found = SENTENCES.flatMap((sentence) => [...text.matchAll(sentence)]).flatMap(
    ([printed, whose = '', now = '', year, earlier, earlierFirst, yearBehind]) => {
      const named = year ?? yearBehind;
      const count = earlier ?? earlierFirst;
      if ((named !== undefined && Number(named) !== before) || /exclud/i.test(whose)) return [];
      return [
        {
          now: peopleOf(now),
          before: count === undefined ? null : peopleOf(count),
          printed: printed.slice(-60),
          ofGroup: /\bgroup\b/i.test(whose),
        },
      ];
    },
  );
  const first = found.find((one) => one.before !== null) ?? found[0];
  const agree = found.every(
    (one) => one.now === first?.now && (one.before === null || one.before === first.before),
  );
  return first !== undefined && agree ? first : null;
}
