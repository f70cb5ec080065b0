/** Tells whether the words of a page call its figures a group's, where no mark does. Pure. */
import type { FactsByName } from '../statement/columns.js';

const STATEMENTS = '(?:financial statements|accounts)';
const ACCOUNTS = new RegExp(
  `\\b(?:consolidated|group(?:['’]s)?) ${STATEMENTS}\\b(?! of (?!the (?:group|company)\\b))|` +
    `\\b(?:these|(?:the )?(?:company|group)['’]s|the) ${STATEMENTS}\\b(?! of (?!the (?:group|company)\\b)).{0,120}\\bconsolidat`,
  'i',
);
const COVERS =
  /\bthese (?:are |financial statements are |accounts are )?(?:the )?(?:consolidated|group)\b|\b(?:consolidate|incorporate|include|comprise|cover|combine)s?\b.{0,160}\b(?:subsidiar|group)|\b(?:of|for) the group\b|\bconsolidat\w+\b.{0,160}\band (?:all )?(?:of )?its subsidiar/i;
const IN_WELSH = /\b(?:cyfrifon|datganiadau ariannol) cyfunol\b/i;
const LONGEST_SENTENCE = 600;
/** Parents of small groups say that they don't consolidate; subsidiaries name the accounts of others. */
const DOES_NOT =
  /\b(?:not|no|nor|exempt\w*|exemption|without|rather than|individual|(?:included|consolidated) (?:in|into|within)|ultimate|parent'?s?|ni|nid|heb|eithri\w+)\b/i;

/** Sentences of a page that call its accounts those of a group. */
export const saysConsolidated = (text: string): boolean =>
  text
    .split(/[.;\n]/)
    .some(
      (sentence) =>
        sentence.length < LONGEST_SENTENCE &&
        ((ACCOUNTS.test(sentence) && COVERS.test(sentence)) || IN_WELSH.test(sentence)) &&
        !DOES_NOT.test(sentence),
    );

/** Tells whether most unmarked amounts stand below the title or heading of a group. */
export function standsInGroup(facts: FactsByName, end: string): boolean {
  const all = [...facts.values()].flat().filter((fact) => fact.column === 'company' && fact.end === end);
  const signs = all.flatMap(({ fact, currency }) => (currency === null ? [] : (fact.place.ofGroup ?? [])));
  return signs.filter((ofGroup) => ofGroup).length > signs.length / 2;
}
