/**
 * Finds what a name of a list may mean beside what it says: the company's name without a remark, or in
 * another spelling.
 */
import {
  distinctiveWordsOf,
  legalFormOf,
  normaliseName,
  type LegalForm,
} from '../../../../words/src/names/company-name.js';
import { withoutMistypedEnding } from '../../../../words/src/names/near-name.js';
import { listedName } from '../../../../words/src/names/listed-name.js';
import {
  abbreviationSpellings,
  andSpellings,
  spelledNames,
  withAnd,
} from '../../../../words/src/names/other-spellings.js';
import { nameForms } from '../../../../words/src/names/same-as-name.js';
import { MAX_CHUNK_ROWS, memoizeRecent } from '../../../../words/src/memoize.js';

/** Countries that companies of one group have in their names. */
const PLACE = /^(?:ENGLAND|SCOTLAND|WALES|IRELAND|EUROPE|BRITAIN|USA?)$/;

export interface NameReadings {
  /** The name without the remark that follows its ending. */
  readonly name: string;
  readonly normalised: string;
  readonly sameAs: string;
  /** The legal form that it says; null: none. */
  readonly form: LegalForm | null;
  readonly remark: {
    /** Whether the remark is a country, or counts for nothing where the registrar compares names: `(UK)`. */
    readonly isPlace: boolean;
    /** The normalised name with the remark before the ending: `ACME LTD (NORTH)` for `ACME (NORTH) LTD`. */
    readonly within: string;
  } | null;
  /**
   * Names in which `+`, `N` and AND stand for each other: their common form (`withAnd`), and the forms to
   * look up.
   */
  readonly and: { readonly common: string; readonly spellings: readonly string[] };
  /** Forms with abbreviated words written out, and the reverse; without a misspelt ending. */
  readonly abbreviated: readonly string[];
  /**
   * The names that the registrar takes those spellings for (`NameForms.sameAs`): `X Intl` for `X
   * INTERNATIONAL UK`.
   */
  readonly spelledSameAs: readonly string[];
}

/** Cached, since a name is looked up and then matched. */
export const nameReadings: (asked: string) => NameReadings = memoizeRecent(MAX_CHUNK_ROWS, (asked) => {
  const listed = listedName(asked);
  const name = listed?.name ?? asked;
  const mended = withoutMistypedEnding(name);
  const forms = nameForms(name);
  const within = listed === null ? '' : `${distinctiveWordsOf(name).join(' ')} ${listed.remark}`;
  return {
    name,
    ...forms,
    form: mended === null ? legalFormOf(name) : 'limited',
    remark:
      listed === null
        ? null
        : {
            isPlace: PLACE.test(listed.remark) || nameForms(within).sameAs === forms.sameAs,
            within: normaliseName(within),
          },
    and: { common: withAnd(name), spellings: andSpellings(name) },
    abbreviated: [...abbreviationSpellings(name), ...(mended === null ? [] : [normaliseName(mended)])],
    spelledSameAs: [...new Set(spelledNames(name).map((spelled) => nameForms(spelled).sameAs))].filter(
      (form) => form !== forms.sameAs,
    ),
  };
});

/** All normalised forms that the readings are looked up by. */
export const readingKeys = ({ normalised, remark, and, abbreviated }: NameReadings): string[] => [
  ...(remark === null ? [] : [normalised, remark.within]),
  ...and.spellings,
  ...abbreviated,
];
