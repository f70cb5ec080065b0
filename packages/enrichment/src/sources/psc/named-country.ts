/** Finds the country that a free text names: this one, another, or none that is known. */
import { memoize } from '../../../../words/src/memoize.js';
import countryNames from './country-names.json';

/** Codes that have a name and are no other country: this one, groups of countries, and placeholders. */
const NO_OTHER_COUNTRY = new Set(['GB', 'UK', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
/** Codes that filers use as words or as parts of this country: Northern Ireland, Scotland. */
const NO_CODE = new Set('no na ni sc so to my me is it in at be as by do am'.split(' '));

/** Other names of countries, states and provinces that register companies, and adjectives. */
const MORE_NAMES: readonly string[] = countryNames.more_names;
/** The dependencies of this country. They have registers of their own, whatever stands beside their names. */
const DEPENDENCY = new RegExp(`\\b(?:${countryNames.dependencies.join('|')})\\b`);
/** The names of this country, spelt in dozens of ways: `England & Wales`, `UK`, `English`, `GBR`. */
const HOME =
  /\b(?:england|wales|cymru|scotland|united kingdom|uk|britain|gb|gbr|eng|sco|wal|nir|english|scottish|welsh|british (?:law|compan|regist|isles)[a-z]*)\b/;
/** `British` for this country. Former colonies are it too, before another word: `Guyana (British)`. */
const BRITISH = /\bbritish(?: (?:and|or|limited|ltd|private|public|plc|llp|incorporated|legal)\b|$)/;
/** Northern Ireland with misspellings: `Nothern Ireland`, `Ireland (Northern)`; not towns such as Naas. */
const NORTHERN_IRELAND =
  /\b(?:ni?|no|nth|nor|(?=[a-z]*r)n[orthen]{3,9}) ?(?:ireland|irish)\b|\bireland (?:(?=[a-z]*r)n[orthen]{5,9}\b|(?:north|ni?)$)/g;
const HOME_PLACES = /\b(?:companies house|london|cardiff|edinburgh|belfast)\b/;

/** The text in small letters without accents and marks; letters of an abbreviation are joined. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/\b[a-z](?: [a-z]\b)+/g, (letters) => letters.replaceAll(' ', ''))
    .replace(/\bsaint\b/g, 'st');

interface OtherCountries {
  readonly names: RegExp;
  readonly codes: ReadonlySet<string>;
}
let madeOtherCountries: OtherCountries | null = null;

/** Every country that has a code of two letters, by its English name, and the names above. */
function otherCountries(): OtherCountries {
  if (madeOtherCountries !== null) return madeOtherCountries;
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const named = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = NO_OTHER_COUNTRY.has(code) ? undefined : regions.of(code);
      return name === undefined ? [] : [{ code: code.toLowerCase(), name: plainWords(name) }];
    });
  const names = [...named.map(({ name }) => name), ...MORE_NAMES];
  names.sort((a, b) => b.length - a.length);
  madeOtherCountries = {
    names: new RegExp(`\\b(?:${names.join('|')})\\b`, 'g'),
    codes: new Set(named.map(({ code }) => code).filter((code) => !NO_CODE.has(code))),
  };
  return madeOtherCountries;
}

/** The United Kingdom, another country, or none that is known. */
export type NamedCountry = 'uk' | 'abroad' | 'unsaid';

/** @param text a country, place, registry or law as filed; misspelt countries and towns are `unsaid` */
export const namedCountry: (text: string) => NamedCountry = memoize(10_000, (text) => {
  const words = plainWords(text).replace(NORTHERN_IRELAND, 'nir');
  const { names, codes } = otherCountries();
  if (DEPENDENCY.test(words.replace(/\bnew jersey\b/g, 'usa'))) return 'abroad';
  const rest = words.replace(names, ' ');
  if (HOME.test(rest) || (rest === words && BRITISH.test(words))) return 'uk';
  if (rest !== words || codes.has(words)) return 'abroad';
  return HOME_PLACES.test(words) ? 'uk' : 'unsaid';
});
