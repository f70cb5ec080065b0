/** Other spellings of a name that mean the same company: `+` and `N` for AND, and abbreviated words. */
import { distinctiveWords, exactName, normaliseName, wordsOfName } from './company-name.js';

/** A word and its abbreviations, the most frequent first: only that is tried for a word written out. */
const ABBREVIATED: readonly string[] = `
  ACCOUNTANTS ACCTS ACC, ASSOCIATES ASSOCS ASSOC, ASSOCIATION ASSOC ASSN, AVENUE AVE, BROTHERS BROS,
  BUILDERS BLDRS, BUILDING BLDG, BUILDINGS BLDGS, CENTRE CTR CTRE CENTER, COMMUNICATIONS COMMS,
  COMPANY CO, CONSTRUCTION CONSTR CONST, CONSULTANCY CONS CONSULT, CONSULTANTS CONS CONSULT,
  CONSULTING CONS CONSULT, COURT CT, DEVELOPMENT DEV DEVT, DEVELOPMENTS DEVS DEV DEVTS,
  DISTRIBUTION DIST DISTRIB, ELECTRICAL ELEC ELECT, ELECTRONICS ELEC ELECT, ENGINEERING ENG ENGRG,
  ENGINEERS ENGRS ENG, ENTERPRISES ENT ENTS, ENVIRONMENTAL ENV ENVIRO, EQUIPMENT EQUIP EQPT, FINANCE FIN,
  FINANCIAL FIN, GARDENS GDNS, GROUP GRP GP, HOLDINGS HLDGS HLDG, HOUSE HSE, INDUSTRIAL IND,
  INDUSTRIES INDS IND, INSTALLATIONS INSTALL INST, INSTITUTE INST, INSURANCE INS,
  INTERNATIONAL INTL INT INTNL, INVESTMENT INV INVEST, INVESTMENTS INVS INV INVEST, LABORATORIES LABS,
  LOGISTICS LOG, MAINTENANCE MAINT, MANAGEMENT MGMT MGT MANGT, MANUFACTURING MFG MANUF, MARKETING MKTG,
  MECHANICAL MECH, MEDICAL MED, NATIONAL NATL NAT, PARTNERS PTNRS, PRODUCTIONS PRODS, PRODUCTS PRODS,
  PROPERTIES PROPS PROP, PROPERTY PROP, PUBLISHING PUB, RECRUITMENT REC RECRUIT, ROAD RD, SAINT ST,
  SECURITY SEC, SERVICE SVC SERV, SERVICES SVCS SERVS SVS, SOLUTIONS SOLS SOLNS, SQUARE SQ, STREET ST,
  SYSTEMS SYS, TECHNICAL TECH, TECHNOLOGIES TECH TECHS, TECHNOLOGY TECH, TRADING TRDG,
  TRANSPORT TRANS TPT, UNIVERSITY UNIV UNI`
  .trim()
  .split(/,\s+/);

const OTHER_WORDS = new Map<string, readonly string[]>();
for (const [word = '', ...abbreviations] of ABBREVIATED.map((line) => line.split(' '))) {
  OTHER_WORDS.set(word, abbreviations.slice(0, 1));
  for (const short of abbreviations) OTHER_WORDS.set(short, [...(OTHER_WORDS.get(short) ?? []), word]);
}

/** The maximum number of spellings that are tried for a name. */
const MAX_SPELLINGS = 12;

/** `'N'` has a mark that initials don't have. */
const SIGN_OF_AND = /\+|(?<=\s)(?:['`’‘]N['`’‘]?|N['`’‘])(?=\s)|(?<=[A-Z])['`’‘]N['`’‘](?=[A-Z])/g;

const wordsWithAnd = (name: string): string[] => wordsOfName(exactName(name).replace(SIGN_OF_AND, ' AND '));

/** True if the word joins the words beside it. `N` between initials is one of them: `J N BENTLEY`. */
function isAnd(words: readonly string[], at: number): boolean {
  const [before = '', word, after = ''] = [words[at - 1], words[at], words[at + 1]];
  if (before === '' || after === '') return false;
  return word === 'AND' || (word === 'N' && before.length > 1 && after.length > 1);
}

const normalisedWords = (words: readonly string[]): string => distinctiveWords(words).join('');

/** The normalised form with `+` and `N` as AND. Names that differ only in this sign share the form. */
export function withAnd(name: string): string {
  const words = wordsWithAnd(name);
  return normalisedWords(words.map((word, at) => (isAnd(words, at) ? 'AND' : word)));
}

/** Normalised forms under which a name with AND, `&`, `+` or `N` may be on file; none for other names. */
export function andSpellings(name: string): string[] {
  const words = wordsWithAnd(name);
  if (!words.some((_word, at) => isAnd(words, at))) return [];
  return [['AND'], ['N'], []].map((sign) =>
    normalisedWords(words.flatMap((word, at) => (isAnd(words, at) ? sign : word))),
  );
}

/** The name with words abbreviated or written out, its own words first. */
function abbreviatedNames(name: string): string[] {
  const words = distinctiveWords(wordsWithAnd(name));
  let spellings = [{ changes: 0, text: '' }];
  for (const [at, word] of words.entries()) {
    const otherWords = word === 'N' && isAnd(words, at) ? ['AND'] : (OTHER_WORDS.get(word) ?? []);
    spellings = [word, ...otherWords]
      .flatMap((way) =>
        spellings.map(({ changes, text }) => ({
          changes: changes + (way === word ? 0 : 1),
          text: `${text} ${way}`,
        })),
      )
      .sort((a, b) => a.changes - b.changes)
      .slice(0, MAX_SPELLINGS + 1);
  }
  return spellings.map(({ text }) => text);
}

/** Normalised forms of the name with words abbreviated or written out, without the name's own form. */
export const abbreviationSpellings = (name: string): string[] =>
  [...new Set(abbreviatedNames(name).map(normaliseName))].slice(1);

/** The names behind the forms of `abbreviationSpellings` and `andSpellings`. */
export function spelledNames(name: string): string[] {
  const words = wordsWithAnd(name);
  const joined = words.map((word, at) => (isAnd(words, at) ? 'AND' : word)).join(' ');
  const others = abbreviatedNames(name).slice(1);
  return words.some((_word, at) => isAnd(words, at)) ? [...others, joined] : others;
}
