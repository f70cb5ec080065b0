/** Finds the language of a page: the declared one, or else by the small words of every text. */

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
const FEWEST = 8;
const LOOKED_AT = 4_000;

/** A tag such as `en-GB`; null: invalid. */
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
      .slice(0, LOOKED_AT * 8)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  for (const word of words.slice(0, LOOKED_AT)) {
    for (const [language, list] of Object.entries(LISTS)) {
      if (list.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  const leads = first !== undefined && first[1] >= FEWEST && first[1] >= 1.5 * (second?.[1] ?? 0);
  return leads ? first[0] : null;
}

/** BCP 47. Templates declare English wherever they are used, so other words win over a declared `en`. */
export function languageOf(tag: string | null, text: string): string | null {
  const [declaredLanguage, spoken] = [declared(tag), byWords(text)];
  if (declaredLanguage === null) return spoken;
  return /^en\b/.test(declaredLanguage) && spoken !== null && spoken !== 'en' ? spoken : declaredLanguage;
}
