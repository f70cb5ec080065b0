/** Whether a page bears the name of another company than the one that its facts name. Pure. */
import type { FactsByName } from '../statement/columns.js';

const NAME_FACTS = ['EntityCurrentLegalOrRegisteredName', 'EntityCurrentLegalName'];
/** A line that is nothing but a name with its legal form. */
const LINE =
  /^(?=.{5,100}$)[\p{Lu}\d(][\p{L}\d\s&'’.,()/+-]*\b(?:limited|ltd|llp|plc|c\.?i\.?c|cyf(?:yngedig)?)\.?\)?$/iu;
/** Words that names share without being alike. */
const COMMON =
  /^(?:the|and|limited|ltd|llp|plc|cic|cyf|cyfyngedig|company|group|holdings?|services?|trading|international|of|uk)$/;
/** Lines that other companies sign by, or are named in. */
const OF_OTHERS = /\b(?:accountants?|auditors?|bank|solicitors?|advisers|registrars?)\b/i;
const REPEATED = 2;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

const distinctive = (name: string): Set<string> =>
  new Set(wordsOf(name).filter((word) => word.length > 2 && !COMMON.test(word)));

/** Names that share a word may be one, spelled in two ways, or a former one. */
const isAlike = (a: string, b: string): boolean => {
  const words = distinctive(b);
  return [...distinctive(a)].some((word) => words.has(word)) || wordsOf(a).join('') === wordsOf(b).join('');
};

/**
 * The name of another company in the title or at the head of the page's sheets, where the one that is tagged stands nowhere but in its tag;
 * or a second name in another tag. Null: none.
 * @param text a line for each block
 */
export function otherNameIn(facts: FactsByName, text: string): string | null {
  const tagged = NAME_FACTS.flatMap((name) => facts.get(name) ?? []).flatMap(({ fact, dimensions }) =>
    dimensions.length === 0 && fact.value !== null && distinctive(fact.value).size > 0 ? [fact] : [],
  );
  const [first] = tagged;
  if (first?.value == null) return null;
  const { value } = first;
  const second = tagged.find((fact) => fact.value !== null && !isAlike(fact.value, value));
  if (second !== undefined) return second.value;
  // Software adds to a title what the document is: `Cedar Limited - Filleted accounts`.
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/ [-–—:|] .*(?:accounts|statements?|xbrl).*$/i, ''));
  const shown = tagged.filter(({ hidden }) => !hidden).length;
  const plain = wordsOf(value).join(' ');
  const standing = lines.filter((line) => ` ${wordsOf(line).join(' ')} `.includes(` ${plain} `)).length;
  if (standing > shown) return null;
  const names = lines.filter((line) => LINE.test(line) && !OF_OTHERS.test(line) && !isAlike(line, value));
  const least = shown === 0 ? 1 : REPEATED;
  const title = lines.find((line) => line !== '');
  return (
    names.find((name) => name === title || names.filter((one) => isAlike(one, name)).length >= least) ?? null
  );
}
