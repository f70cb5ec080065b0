/** Finds a name of another company on a page than the name in its facts. Pure. */
import type { FactsByName } from '../statement/columns.js';

const NAME_FACTS = ['EntityCurrentLegalOrRegisteredName', 'EntityCurrentLegalName'];
/** Matches a line that consists of a name with its legal form. */
const LINE = /^[\p{Lu}\d(][\p{L}\d\s&'’.,()/+-]*\b(?:limited|ltd|llp|plc|c\.?i\.?c|cyf(?:yngedig)?)\.?\)?$/iu;
const LONGEST_LINE = 160;
const LONGEST_NAME = 100;
const LONGEST_SENTENCES = 4_000;
/** Matches common words, which don't make names alike. */
const COMMON =
  /^(?:the|and|limited|ltd|llp|plc|cic|cyf|cyfyngedig|company|group|holdings?|services?|trading|international|of|uk)$/;
/** Matches words of lines about accountants, auditors, bankers or other advisers. */
const ADVISER_LINE =
  /\b(?:accountants?|auditors?|bank(?:ers)?|solicitors?|advisers|registrars?|prepared by)\b/i;
/** Matches the title of a statement, which follows the company's name. */
const SHEET =
  /^(?:#+ )?(?:(?:abridged|abbreviated|company|consolidated|group|unaudited|filleted|statutory|annual|financial|directors'?|trustees'?) )*(?:balance sheet|statement of|profit (?:and|&) loss|income (?:statement|and)|notes (?:to|on)\b|(?:report|accounts|statements)\b|contents\b)/i;
/** Matches the registered number after a name. */
const NUMBER =
  /[ ,:–—-]{0,4}\(?(?:registered|registration|company|reg\.?)(?: (?:number|no\b)|:)[.: ]{0,3}(?:[a-z]{2} ?)?\d[\d ]{0,12}\)?$/i;
/** Matches the end of a title with the kind of report: `Cedar Limited - Filleted accounts`. */
const REPORT_KIND_SUFFIX = / [-–—:|] .*(?:accounts|statements?|xbrl).*$/i;
const LEGAL_FORM = /\b(?:limited|ltd|llp|plc|cic|cyf(?:yngedig)?)\b\.?/i;
/** Matches a word that software adds after the name in a title: `Cedar Limited 2024 iXBRL`. */
const REPORT_KIND_WORD =
  /^(?:\d+|group|company|and|filleted|abridged|unaudited|audited|annual|statutory|final|full|signed|accounts|financial|statements?|report|i?xbrl|for|the|year|period|ended|to|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6})$/i;

/** The title without the words for the kind of report. */
function withoutReportKind(title: string): string {
  const form = LEGAL_FORM.exec(title);
  const end = (form?.index ?? 0) + (form?.[0].length ?? 0);
  const tail = title.slice(end).split(/[^\p{L}\d]+/u);
  return form !== null && tail.every((word) => word === '' || REPORT_KIND_WORD.test(word))
    ? title.slice(0, end)
    : title.replace(REPORT_KIND_SUFFIX, '');
}

/** The patterns of sentences that name the company of the accounts. */
const SENTENCES = [
  /\b(?:the|these|statutory|unaudited|audited|annual) (?:financial statements|accounts) of (?<name>\p{Lu}[^.;]{3,100}?)(?: ?\((?:the|registered)[^)]{0,60}\))? for the (?:\w+ )?(?:year|period|\d+ (?:months|weeks))\b/iu,
  /^(?<name>\p{Lu}[^.;,]{3,100}?)(?: ?\((?:the|registered)[^)]{0,60}\)|,? \(?registered (?:number|no)[^a-z]{1,20})?,? is an? (?:private |public |limited |unlimited |charitable |dormant |registered )*(?:company|limited liability partnership|partnership|charity|society)\b.{0,60}\b(?:incorporated|registered|domiciled|established|limited by)\b/iu,
  /^(?:independent (?:auditors?|examiners?)['’]?s? report |accountants?['’]?s? report |report )?to the (?:members|shareholders|directors|board of directors|trustees|council members|partners|governors) of (?<name>\p{Lu}[^.;,]{3,100})$/iu,
];
/** Matches words of sentences about a related company, another party or an earlier name. */
const ABOUT_RELATED_COMPANY =
  /\b(?:parent|ultimate|subsidiar\w+|consolidated|included (?:in|within)|formerly|previously|associate\w*|joint venture|investments?|acquired?|related part\w+|controlled|controlling|owned|holding compan(?:y|ies)(?! (?:limited|ltd)\b)|(?<!to the )shareholders?|lenders?|landlords?|guarantors?)\b/i;
/** Matches words for kinds of bodies. A name has another word, or a legal form at its end. */
const KIND_OF_BODY =
  /^(?:the|its|our|this|above|reporting|and|of|for|parent|limited|unlimited|liability|private|public|registered|incorporated|charitable|community|interest|benefit|multi|housing|co|operative|cooperative|company|charity|group|partnership|llp|cic|cio|society|association|trust|academ(?:y|ies)|schools?|college|university|foundation|federation|corporation|institut(?:e|ion)|church|fund|organi[sz]ation|union|firm|business|body|entity|club|members?)$/;
const isBody = (name: string): boolean => {
  const words = wordsOf(name);
  return words.every((word) => KIND_OF_BODY.test(word)) && words.at(-1) !== 'limited';
};
/** Matches a capital at the beginning, maybe after an article: `The immediate holding company` is no name. */
const NAME = /^(?:[Tt]he |THE )?\p{Lu}/u;
const TITLE = '# ';
const REPEATED = 2;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/['’‘`.]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/\bltd\b/g, 'limited')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

const distinctive = (name: string): Set<string> =>
  new Set(wordsOf(name).filter((word) => word.length > 2 && !COMMON.test(word)));

/** The words of a name joined into one, without the legal form. */
const joinedWords = (words: string): string =>
  words.replace(/ (?:limited|llp|plc|cic|cyf|cyfyngedig)$/, '').replaceAll(' ', '');
const joinedName = (name: string): string => joinedWords(wordsOf(name).join(' '));

/** Returns true if two names share a word, so that they may be spellings of one name, or a former name. */
const isAlike = (a: string, b: string): boolean => {
  const words = distinctive(b);
  return [...distinctive(a)].some((word) => words.has(word)) || joinedName(a) === joinedName(b);
};

/**
 * The company names on their own lines, except next to an adviser's line. A head is a title or heading, a
 * name with its number, or a name above the title of a statement.
 */
const nameLines = (lines: readonly string[]) =>
  lines.flatMap((line, at) => {
    if (line.length > LONGEST_LINE) return [];
    const text = withoutReportKind(line.replace(/^#+ /, '').replaceAll('_', ' '));
    const name = text.replace(NUMBER, '');
    if (name.length < 5 || name.length > LONGEST_NAME || !LINE.test(name)) return [];
    const isHeading = line.startsWith('#') || name !== text || at === 0;
    const isAboveStatement = lines.slice(at + 1, at + 3).some((next) => SHEET.test(next));
    const isAdviser = lines.slice(Math.max(at - 1, 0), at + 2).some((line) => ADVISER_LINE.test(line));
    if (isAdviser) return [];
    return [{ name, isHead: isHeading || isAboveStatement, isTitle: line.startsWith(TITLE) }];
  });

/** The names in sentences that name the company of the accounts. */
const namesInSentences = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) =>
      line.length > LONGEST_SENTENCES ? [] : line.replace(/^#+ /, '').split(/(?<=[^A-Z]\.) (?=\p{Lu})/u),
    )
    .filter((sentence) => !ABOUT_RELATED_COMPANY.test(sentence))
    .flatMap((sentence) => SENTENCES.flatMap((naming) => naming.exec(sentence)?.groups?.['name'] ?? []))
    .filter((name) => NAME.test(name) && !isBody(name) && distinctive(name).size > 0);

/**
 * The name of another company in the title, a sentence or the head of a statement, if the tagged name occurs
 * only in its tag; or a second tagged name that differs from the first. Null: none. `heads` has `# ` before
 * the title, and `## ` before a heading.
 */
export function otherNameIn(
  facts: FactsByName,
  { text, heads }: { readonly text: string; readonly heads: string },
): string | null {
  const tagged = NAME_FACTS.flatMap((name) => facts.get(name) ?? []).flatMap(({ fact, dimensions }) =>
    dimensions.length === 0 && fact.value !== null && distinctive(fact.value).size > 0 ? [fact] : [],
  );
  const [first] = tagged;
  if (first?.value == null) return null;
  const { value } = first;
  const second = tagged.find((fact) => fact.value !== null && !isAlike(fact.value, value));
  if (second !== undefined) return second.value;
  const shownCount = tagged.filter(({ hidden }) => !hidden).length;
  const plain = wordsOf(value).join(' ');
  const ownName = joinedWords(plain);
  const isOwn = (line: string): boolean => {
    const words = wordsOf(line).join(' ');
    return ` ${words} `.includes(` ${plain} `) || joinedWords(words) === ownName;
  };
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.filter(isOwn).length > shownCount) return null;
  const names = nameLines(heads.split('\n').filter((line) => line.trim() !== ''));
  if (names.filter(({ name }) => isAlike(name, value)).length > shownCount) return null;
  const otherName = namesInSentences(lines).find((name) => !isAlike(name, value));
  if (otherName !== undefined) return otherName;
  const counted = new Map<string, number>();
  const least = shownCount === 0 ? 1 : Math.max(REPEATED, shownCount + 1);
  for (const { name, isHead, isTitle } of names) {
    if (!isHead || isAlike(name, value)) continue;
    const count = (counted.get(joinedName(name)) ?? 0) + 1;
    counted.set(joinedName(name), count);
    if (isTitle || count >= least) return name;
  }
  return null;
}
