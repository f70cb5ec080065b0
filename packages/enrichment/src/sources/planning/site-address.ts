/** Compares two typed addresses by their premises. */
import { postcodeIn } from '../../../../words/src/postcode.js';

/** Matches words for a part of a building. */
const WITHIN = /^(?:UNIT|FLAT|FLOOR|SUITE|ROOM|OFFICE|APARTMENT|STUDIO|BLOCK)$/;
const JOINING = /^(?:AND|TO)$/;
/** Matches a house number: `4`, `12A`, `53-61`. */
const NUMBER = /^\d+[A-Z]?(?:-\d+[A-Z]?)?$/;

const wordsOf = (address: string): string[] =>
  address
    .toUpperCase()
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/['’.]/g, '')
    .match(/[A-Z\d-]+/g) ?? [];

function withoutPostcode(address: string): string {
  const postcode = postcodeIn(address);
  return postcode === null ? address : address.replace(postcode.text, ' ');
}

/** The house numbers, each with the first word of its street: `75 HAVERSTOCK`. */
function numbersIn(address: string): string[] {
  const words = wordsOf(address);
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const isStreet = next !== undefined && /^[A-Z]/.test(next) && !WITHIN.test(next) && !JOINING.test(next);
    return NUMBER.test(word) && isStreet ? [`${word} ${next}`] : [];
  });
}

/** The numbers of parts without the kind of part, such as `4` of `UNIT 4`. */
function partsIn(address: string): string[] {
  const words = wordsOf(address);
  return words.flatMap((word, at) => (WITHIN.test(word) ? [words[at + 1] ?? ''] : []));
}

const haveCommon = (words: readonly string[], others: readonly string[]): boolean =>
  words.some((part) => others.includes(part));

/** The name of a building without a number: the words before the first comma. */
const buildingOf = (address: string): string => wordsOf(address.split(',')[0] ?? '').join(' ');

/**
 * Returns true if two addresses with one postcode are the same premises: by a common number and street, or,
 * without numbers, by the same text before the first comma. Different parts of a building are different
 * premises. Land has none.
 */
export function samePremises(first: string, other: string): boolean {
  const [left, right] = [withoutPostcode(first), withoutPostcode(other)];
  const [part, otherPart] = [partsIn(left), partsIn(right)];
  if (part.length > 0 && otherPart.length > 0 && !haveCommon(part, otherPart)) return false;
  const [here, there] = [numbersIn(left), numbersIn(right)];
  if (here.length > 0 || there.length > 0) return haveCommon(here, there);
  const building = buildingOf(left);
  return building.includes(' ') && !/^(?:LAND|SITE)\b/.test(building) && building === buildingOf(right);
}
