/** Finds a company's registered office on pages. */
import { exactName, wordsOfName } from '../../../../words/src/names/company-name.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { SiteReading } from '../site-reading.js';
import { givenTo, belongsToOperator, type NamePlace } from './given-to.js';
import { namesOf, type JudgedCompany, type JudgedOffice } from './judged-company.js';
import type { Sighting } from './site-verdict.js';
import { findLetters, isLegalBlock, type SiteText } from './site-words.js';
import streetWords from './street-words.json';

export interface PlaceEvidence {
  readonly postcode: Sighting | null;
  /** What another postcode on the site shares with the office's; null: nothing, or the postcode is there. */
  readonly similar: 'sector' | 'district' | null;
  /** The sighting of the office's postcode that also has a line of its address; null: none. */
  readonly address: Sighting | null;
  readonly town: boolean;
  readonly county: boolean;
}

interface SeenPostcode extends Sighting {
  readonly key: string;
  /** The text before the postcode; null: it is from structured data, which describe the operator. */
  readonly before: string | null;
  /** True if it is where a site names its operator. */
  readonly legal: boolean;
}

/** The sector of a postcode: `SW1A1` of `SW1A1AA`. Its district is `SW1A`. */
const sectorOf = (key: string): string => key.slice(0, -2);
const districtOf = (key: string): string => key.slice(0, -3);

function postcodesOf({ pages }: Pick<SiteReading, 'pages'>): SeenPostcode[] {
  return pages.flatMap(({ url, kind, postcodes, organisations }) => {
    const structured = organisations.flatMap(({ address }) => {
      const key = postcodeKey(address?.postal_code ?? '');
      if (key === null || address === null) return [];
      const parts = [address.street, address.locality, address.region, address.postal_code];
      return {
        key,
        url,
        snippet: parts
          .filter((part) => part !== null)
          .join(', ')
          .slice(0, 300),
        before: null,
        legal: true,
      };
    });
    const printed = postcodes.flatMap(({ value, snippet, region }) => {
      const key = postcodeKey(value);
      if (key === null) return [];
      const before = snippet.slice(0, snippet.toUpperCase().lastIndexOf(value.slice(0, -4)));
      return { key, url, snippet, before, legal: kind === 'home' || isLegalBlock({ page: kind, region }) };
    });
    return [...printed, ...structured];
  });
}

const STREETS: Readonly<Record<string, string>> = streetWords;
const placeWords = (text: string): string[] =>
  wordsOfName(exactName(text)).map((word) => STREETS[word] ?? word);

/** The minimum letters of a line. Shorter lines, such as a floor or a unit, identify nobody. */
const FEWEST_LETTERS = 6;

function hasLine(words: readonly string[], { lines }: JudgedOffice): boolean {
  return lines.some((line) => {
    const letters = placeWords(line).join('');
    return letters.length >= FEWEST_LETTERS && findLetters(words, letters) !== null;
  });
}

function similarity(printed: readonly SeenPostcode[], key: string): PlaceEvidence['similar'] {
  if (printed.some((postcode) => sectorOf(postcode.key) === sectorOf(key))) return 'sector';
  return printed.some((postcode) => districtOf(postcode.key) === districtOf(key)) ? 'district' : null;
}

const hasPlace = (text: Pick<SiteText, 'runsWithLetters'>, place: string | null): boolean => {
  const letters = place === null ? '' : wordsOfName(exactName(place)).join('');
  return text.runsWithLetters(letters).some(({ words }) => findLetters(words, letters) !== null);
};

export function placeEvidence(
  site: SiteReading,
  text: Pick<SiteText, 'runsWithLetters'>,
  company: JudgedCompany,
  namePlace: NamePlace,
): PlaceEvidence {
  const { office } = company;
  const names = namesOf(company);
  const printed = postcodesOf(site).filter(
    ({ before, legal }) => before === null || belongsToOperator(givenTo(before, names), namePlace, legal),
  );
  const key = postcodeKey(office.postcode ?? '');
  const same = key === null ? [] : printed.filter((postcode) => postcode.key === key);
  const address = same.find(({ snippet }) => hasLine(placeWords(snippet), office)) ?? null;
  const sightingOf = (postcode: SeenPostcode): Sighting => ({ url: postcode.url, snippet: postcode.snippet });
  const [postcode] = same;
  return {
    postcode: postcode === undefined ? null : sightingOf(postcode),
    similar: postcode !== undefined || key === null ? null : similarity(printed, key),
    address: address === null ? null : sightingOf(address),
    town: hasPlace(text, office.town),
    county: hasPlace(text, office.county),
  };
}
