/** Finds the language of a page by its declaration and by the frequent small words of its text. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const LISTS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the and of to for with our we your you is are that this from by as at have has can all about'),
  cy: words(
    'yr y yn ac ar i mae gan wedi eich ein ni chi hyn am gyda neu gwasanaeth cysylltu â o sydd bod yng',
  ),
  ga: words('agus an na ar le is tá seo do den faoi ag bhfuil chun leis sé sí'),
  fr: words('le la les des et du une est pour dans nous vous votre notre avec sur que qui pas aux'),
  de: words('der die das und ist für mit wir sie auf den ein eine nicht von zu im unsere ihre'),
  es: words('el los las del y para con nuestro nuestra por una que en su como más es servicios'),
  it: words('il gli della e per con che nostro una di dei sono alla nel più'),
  nl: words('het een van en voor met onze wij uw niet zijn op de ook naar bij'),
  pl: words('i w na z do jest nie się oraz dla nasze przez to że od'),
  pt: words('os das dos e para com nosso uma que em não por mais ao seu'),
  ro: words('și de la în pentru cu este sau noastre din pe care mai'),
};
const FEWEST_HITS = 8;
const MAX_WORDS = 4_000;

/** The canonical form of a tag such as `en-GB`; null: invalid. */
function declared(tag: string | null): string | null {
  const plain = tag?.trim().replaceAll('_', '-') ?? '';
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(plain)) return null;
  try {
    return Intl.getCanonicalLocales(plain)[0] ?? null;
  } catch {
    return null;
  }
}

function byWords(text: string): string | null {
  const counts = new Map<string, number>();
  const words =
    text
      .slice(0, MAX_WORDS * 8)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  for (const word of words.slice(0, MAX_WORDS)) {
    for (const [language, list] of Object.entries(LISTS)) {
      if (list.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  const isClear = first !== undefined && first[1] >= FEWEST_HITS && first[1] >= 1.5 * (second?.[1] ?? 0);
  return isClear ? first[0] : null;
}

/** The language as BCP 47. Many templates declare English, so words of another language override `en`. */
export function languageOf(tag: string | null, text: string): string | null {
  const [declaredLanguage, written] = [declared(tag), byWords(text)];
  if (declaredLanguage === null) return written;
  return /^en\b/.test(declaredLanguage) && written !== null && written !== 'en' ? written : declaredLanguage;
}
