/** What the accounts say that a company does, and the words in it that tell most. */

/** Words that tell nothing of a trade. */
const COMMON = new Set(
  (
    'a about activities activity all also an and any are as at be been business by can carried carries carry companies ' +
    'company companys continue continued continues during entity for from group had has have holding in including ' +
    'into is it its limited ltd main more nature no not of on one operate operates or other our over part plc ' +
    'principal principally provide provided provides providing provision relating remained review such than that the ' +
    'their them there these they this those through to trade trades under up was we were which who will with within year'
  ).split(' '),
);
const MOST_KEYWORDS = 10;

/** Words of the text itself, in lower case, those that come most often first, else as they stand. */
export function keywordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/\p{L}[\p{L}-]{2,}/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  // Sorting is stable: equal counts keep their order in the text.
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_KEYWORDS)
    .map(([word]) => word);
}

const WELSH = /\b(?:yw|cwmni|prif|gweithgaredd|yng|nghymru|oedd|gan|sydd)\b/gi;

/** Accounts are filed in English, or in Welsh. */
export const languageOf = (text: string): 'en' | 'cy' =>
  (text.match(WELSH)?.length ?? 0) >= 2 ? 'cy' : 'en';
