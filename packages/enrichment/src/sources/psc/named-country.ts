/** Decides whether a free text names the United Kingdom, another country, or no known country. */
import { memoize } from '../../../../words/src/memoize.js';
import countryNames from './country-names.json';

/** The codes with a name that are no other country: the UK, groups of countries, and placeholders. */
const NO_OTHER_COUNTRY = new Set(['GB', 'UK', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
/** The codes that filers use as words or for parts of the UK: Northern Ireland, Scotland. */
const NO_CODE = new Set('no na ni sc so to my me is it in at be as by do am'.split(' '));

/** Further names of countries, states and provinces that register companies, and adjectives. */
const MORE_NAMES: readonly string[] = countryNames.more_names;
/** Matches the UK's dependencies. They have their own registers, even if the text also names the UK. */
const DEPENDENCY = new RegExp(`\\b(?:${countryNames.dependencies.join('|')})\\b`);
/** Matches names of the UK and its parts in many spellings: `England & Wales`, `UK`, `English`, `GBR`. */
const HOME =
  /\b(?:england|wales|cymru|scotland|united kingdom|uk|britain|gb|gbr|eng|sco|wal|nir|english|scottish|welsh|british (?:law|compan|regist|isles)[a-z]*)\b/;
/** Matches `British` for the UK, and not in names of former colonies such as `British Guyana`. */
const BRITISH = /\bbritish(?: (?:and|or|limited|ltd|private|public|plc|llp|incorporated|legal)\b|$)/;
/** Matches Northern Ireland with misspellings (`Nothern Ireland`, `Ireland (Northern)`), but not Naas. */
const NORTHERN_IRELAND =
  /\b(?:ni?|no|nth|nor|(?=[a-z]*r)n[orthen]{3,9}) ?(?:ireland|irish)\b|\bireland (?:(?=[a-z]*r)n[orthen]{5,9}\b|(?:north|ni?)$)/g;
const HOME_PLACES = /\b(?:companies house|london|cardiff|edinburgh|belfast)\b/;

/** The text in lower case without accents and marks. Letters of an abbreviation are joined. */
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
let cachedCountries: OtherCountries | null = null;
/** The English names of all countries with a code of two letters, and `MORE_NAMES`. Made once. */
function otherCountries(): OtherCountries {
  if (cachedCountries !== null) return cachedCountries;
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
  cachedCountries = {
    names: new RegExp(`\\b(?:${names.join('|')})\\b`, 'g'),
    codes: new Set(named.map(({ code }) => code).filter((code) => !NO_CODE.has(code))),
  };
  return cachedCountries;
}

/** The United Kingdom, another country, or no known country. */
export type NamedCountry = 'uk' | 'abroad' | 'unsaid';

/** @param text a country, place, registry or law as filed; misspelt countries and towns are `unsaid` */
export const namedCountry: (text: string) => NamedCountry = memoize(10_000, (text) => {
  const words = plainWords(text).replace(NORTHERN_IRELAND, 'nir');
  const { names, codes } = otherCountries();
  if (DEPENDENCY.test(words.replace(/\bnew jersey\b/g, 'usa'))) return 'abroad';
  const withoutOthers = words.replace(names, ' ');
  if (HOME.test(withoutOthers) || (withoutOthers === words && BRITISH.test(words))) return 'uk';
  if (withoutOthers !== words || codes.has(words)) return 'abroad';
  return HOME_PLACES.test(words) ? 'uk' : 'unsaid';
});
