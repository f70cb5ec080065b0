/** The average number of employees where a page says it in one sentence, with the year before in brackets. Pure. */

/** Of text with single blanks. */
const SENTENCE =
  /average (?:monthly )?number of (?:persons|people|employees|staff)\b[^.;]{0,160}?\b(?:was|were|is):? (\d{1,3}(?:,\d{3})*|nil|none) ?\( ?(\d{4}) ?[-–:] ?(\d{1,3}(?:,\d{3})*|nil|none) ?\)/gi;

export interface StatedPeople {
  readonly now: number;
  readonly before: number;
  readonly printed: string;
}

const peopleOf = (text: string): number => (/^n/i.test(text) ? 0 : Number(text.replaceAll(',', '')));

/**
 * Null: not said so, or said in several ways.
 * @param before the year of the comparatives: another one means that the sentence is about something else
 */
export function peopleIn(text: string, before: number): StatedPeople | null {
  const found = [...text.matchAll(SENTENCE)].flatMap(([printed, now = '', year, earlier = '']) =>
    Number(year) === before
      ? [{ now: peopleOf(now), before: peopleOf(earlier), printed: printed.slice(-60) }]
      : [],
  );
  const [first] = found;
  const agree = found.every((one) => one.now === first?.now && one.before === first.before);
  return first !== undefined && agree ? first : null;
}
