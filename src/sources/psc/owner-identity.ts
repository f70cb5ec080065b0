/** Whether an owner is registered here, as far as the free text that it filed of itself tells. */
/** What a corporate controller filed of itself: free text in every field. */
export interface FiledIdentification {
  readonly registration_number: string | null;
  readonly country_registered: string | null;
  readonly place_registered: string | null;
  readonly legal_authority: string | null;
  readonly legal_form: string | null;
}

export type Whereabouts = 'uk' | 'abroad' | 'unsaid';

/** Spelt in dozens of ways: `England & Wales`, `UK`, `Companies House Cardiff`, `English`, `London`. */
const UK =
  /\b(?:england|wales|cymru|scotland|(?:northern|n\.?) ?ireland|united kingdom|u\.? ?k\.?|britain|g\.?b\.?|english|scottish|welsh|companies house|london|cardiff|edinburgh|belfast)(?![a-z])|^british$/i;
const UK_LAW =
  /\bcompanies acts? (?:1948|1985|1989|2006)\b|\blimited liability partnerships? act 2000\b|\b(?:uk|english|scottish|scots|british) (?:companies|company|law)/i;
/** Contains the name of a country or a place of the UK and lies elsewhere. */
const NOT_UK = /new south wales|new (?:england|britain|london)|ontario|kentucky|south africa/i;
/** In the place of a country. */
const NO_COUNTRY = /^(?:not (?:specified|applicable|known)|n\/?a|none|unknown|[^\p{L}]*)$/iu;

const says = (text: string | null, words: RegExp): boolean =>
  text !== null && !NOT_UK.test(text) && words.test(text);

/**
 * Where an owner is registered, by what it filed: the country first, then place and law; law and form are swapped by
 * some filers, so that either may name the Act.
 */
export function whereaboutsOf(filed: FiledIdentification | null): Whereabouts {
  if (filed === null) return 'unsaid';
  const { country_registered, place_registered, legal_authority, legal_form } = filed;
  if (says(country_registered, UK)) return 'uk';
  if (country_registered !== null && !NO_COUNTRY.test(country_registered)) return 'abroad';
  const local =
    says(place_registered, UK) ||
    [legal_authority, legal_form].some((text) => says(text, UK) || says(text, UK_LAW));
  return local ? 'uk' : 'unsaid';
}
