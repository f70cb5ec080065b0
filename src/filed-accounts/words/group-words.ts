/** Whether the words of a page say that its figures are a group's, where no mark of a fact does. Pure. */
import type { FactsByName } from '../statement/columns.js';

const ACCOUNTS =
  /[^.;\n]{0,100}\b(?:consolidated|group) (?:financial statements|accounts)\b(?! of (?!the (?:group|company)\b))[^.;\n]{0,200}/gi;
const COVERS =
  /\bthese (?:are |financial statements are )?(?:the )?(?:consolidated|group)\b|\b(?:consolidate|incorporate|include|comprise|cover|combine)s?\b[^.;\n]{0,160}\b(?:subsidiar|group)|\bof the group\b/i;
/** Parents of small groups needn't consolidate, and say so; subsidiaries name the accounts that they are part of. */
const DOES_NOT =
  /\b(?:not|no|nor|exempt\w*|exemption|without|rather than|individual|included (?:in|within)|ultimate|parent'?s?)\b/i;

/** Sentences of a page that call its accounts those of a group. */
export const saysConsolidated = (text: string): boolean =>
  [...text.matchAll(ACCOUNTS)].some(([sentence]) => COVERS.test(sentence) && !DOES_NOT.test(sentence));

/** More amounts without a mark stand below the title or heading of a group than below one of the company. */
export function standsInGroup(facts: FactsByName, end: string): boolean {
  const all = [...facts.values()].flat().filter((of) => of.column === 'company' && of.end === end);
  const said = all.flatMap(({ fact, currency }) => (currency === null ? [] : (fact.place.ofGroup ?? [])));
  return said.filter((ofGroup) => ofGroup).length > said.length / 2;
}
