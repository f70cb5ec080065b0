/**
 * What becomes of a registered name on its way into a customer's list. Each takes a name in capitals and
 * gives it as it might be written, or null where there is nothing in it to change.
 */
import type { Seeded } from '../support/seeded.js';

export type Corruption = (name: string, chance: Seeded) => string | null;

const ENDING =
  /[ ,]*\b(LIMITED|LTD|LLP|PLC|CIC|CYFYNGEDIG|CYF|COMMUNITY INTEREST COMPANY|PUBLIC LIMITED COMPANY)\.?$/;
const OTHER_FORM: Readonly<Record<string, readonly string[]>> = {
  LIMITED: ['LTD', 'LTD.', 'Limited'],
  LTD: ['LIMITED', 'LTD.'],
  LLP: ['L.L.P.', 'LIMITED LIABILITY PARTNERSHIP'],
  PLC: ['P.L.C.', 'PUBLIC LIMITED COMPANY'],
  CIC: ['COMMUNITY INTEREST COMPANY', 'C.I.C.'],
};
const REMARKS = [
  ' - LONDON',
  ' - ACCOUNT CLOSED',
  ' (HEAD OFFICE)',
  ' (IN LIQUIDATION)',
  ', LEEDS',
  ' / ACCOUNTS PAYABLE',
  ' T/A THE OLD BARN',
  ' [DO NOT USE]',
  ' – NORTHERN BRANCH',
];
/** Endings of one legal form each. */
const ONE_FORM: readonly (readonly [string, ...string[]])[] = [
  ['LIMITED', 'LTD', 'CYF', 'CYFYNGEDIG'],
  ['LLP'],
  ['PLC', 'PUBLIC LIMITED COMPANY'],
  ['CIC', 'COMMUNITY INTEREST COMPANY'],
];
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  MANAGEMENT: 'MGMT',
  SERVICES: 'SVCS',
  INTERNATIONAL: 'INTL',
  BROTHERS: 'BROS',
  ASSOCIATION: 'ASSOC',
  ASSOCIATES: 'ASSOC',
  PROPERTIES: 'PROPS',
  DEVELOPMENTS: 'DEVS',
  DEVELOPMENT: 'DEV',
  ENGINEERING: 'ENG',
  TECHNOLOGY: 'TECH',
  TECHNOLOGIES: 'TECH',
  CONSTRUCTION: 'CONST',
  MANUFACTURING: 'MFG',
  COMPANY: 'CO',
  STREET: 'ST',
  ROAD: 'RD',
};
const NUMBERS: readonly (readonly [string, string])[] = [
  ['1', 'ONE'],
  ['2', 'TWO'],
  ['3', 'THREE'],
  ['4', 'FOUR'],
  ['4', 'FOR'],
  ['2', 'TO'],
];
const ACCENTS: Readonly<Record<string, string>> = { A: 'Á', E: 'É', I: 'Í', O: 'Ö', U: 'Ü' };
const PLACE = /( UK| \(UK\)| GB| & COMPANY| AND COMPANY| COMPANY| & CO| CO|\.COM|\.CO\.UK)$/;

const UK = / (?:UK|\(UK\))$/;

export const endingOf = (name: string): string | null => ENDING.exec(name)?.[1] ?? null;
export const withoutEnding = (name: string): string => name.replace(ENDING, '');

/** The name with what stands before its ending changed. */
function beforeEnding(name: string, change: (core: string) => string | null): string | null {
  const core = withoutEnding(name);
  const changed = change(core);
  return changed === null || changed === core || changed.trim() === ''
    ? null
    : changed + name.slice(core.length);
}

const swapped = (text: string, from: RegExp, to: string | ((match: string) => string)): string | null => {
  const changed = text.replace(from, to as string);
  return changed === text ? null : changed;
};

/** `ACME WIDGETS LIMITED` to `Acme Widgets Limited`. */
const titled = (name: string): string =>
  name.toLowerCase().replace(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase());

function typo(core: string, chance: Seeded): string | null {
  const places = [...core.matchAll(/[A-Z]/g)].map(({ index }) => index).filter((index) => index > 0);
  if (places.length < 4) return null;
  const at = chance.one(places);
  const letter = core[at] ?? '';
  const kinds = [
    (): string => core.slice(0, at) + core.slice(at + 1),
    (): string => core.slice(0, at) + letter + core.slice(at),
    (): string => core.slice(0, at) + String.fromCharCode(65 + chance.between(0, 25)) + core.slice(at + 1),
    (): string => core.slice(0, at - 1) + letter + (core[at - 1] ?? '') + core.slice(at + 1),
  ];
  return chance.one(kinds)();
}

function otherBlanks(core: string, chance: Seeded): string | null {
  const blanks = [...core.matchAll(/ /g)].map(({ index }) => index);
  if (blanks.length === 0) return null;
  const at = chance.one(blanks);
  return core.slice(0, at) + core.slice(at + 1);
}

function otherPunctuation(name: string, chance: Seeded): string {
  const without = name.replace(/[.,'()/-]/g, (sign) => (sign === '-' || sign === '/' ? ' ' : ''));
  if (without !== name) return without.replace(/ +/g, ' ').trim();
  return chance.one([`${name}.`, name.replace(' ', '-'), name.replace(/ (?=\S+$)/, ', ')]);
}

function abbreviated(core: string): string | null {
  return swapped(core, /[A-Z]+/g, (word) => ABBREVIATIONS[word] ?? word);
}

function numbersOtherwise(core: string): string | null {
  for (const [digit, word] of NUMBERS) {
    if (new RegExp(`(?<![^ ])${word}(?![^ ])`).test(core)) {
      return core.replace(new RegExp(`(?<![^ ])${word}(?![^ ])`), digit);
    }
    if (new RegExp(`(?<![^ ])${digit}(?![^ ])`).test(core)) {
      return core.replace(new RegExp(`(?<![^ ])${digit}(?![^ ])`), word);
    }
  }
  return null;
}

/** Each is the right name of the company, written differently. */
export const CORRUPTIONS = {
  'case and blanks': (name, chance) =>
    chance.one([titled(name), name.toLowerCase(), `  ${name.replace(' ', '  ')} `]),
  'ending in another form': (name, chance) => {
    const ending = endingOf(name);
    const forms = ending === null ? undefined : OTHER_FORM[ending];
    return forms === undefined ? null : `${withoutEnding(name)} ${chance.one(forms)}`;
  },
  'ending left out': (name) => (endingOf(name) === null ? null : titled(withoutEnding(name))),
  '& and AND': (name) => swapped(name, / & /, ' AND ') ?? swapped(name, / AND /, ' & '),
  '+ and N for AND': (name, chance) =>
    beforeEnding(name, (core) => swapped(core, / (?:&|AND) /, chance.one([' + ', ' N ', " 'N' "]))),
  'a remark after the ending': (name, chance) =>
    endingOf(name) === null ? null : name + chance.one(REMARKS),
  punctuation: (name, chance) => otherPunctuation(name, chance),
  accents: (name) => swapped(name, /[AEIOU]/, (vowel) => ACCENTS[vowel] ?? vowel),
  THE: (name) => swapped(name, /^THE |\(THE\)$/, '') ?? `THE ${name}`,
  'blanks between words': (name, chance) => beforeEnding(name, (core) => otherBlanks(core, chance)),
  'UK, CO and such added': (name, chance) =>
    beforeEnding(
      name,
      (core) => core + chance.one([' UK', ' (UK)', ' & CO', ' GB', '.CO.UK', '.COM', ' AND COMPANY']),
    ),
  'UK, CO and such left out': (name) => beforeEnding(name, (core) => swapped(core, PLACE, '')),
  'a final S': (name) => beforeEnding(name, (core) => (core.endsWith('S') ? core.slice(0, -1) : `${core}S`)),
  'numbers and their words': (name) => beforeEnding(name, numbersOtherwise),
  'a word abbreviated': (name) => beforeEnding(name, abbreviated),
  'a typing error': (name, chance) => beforeEnding(name, (core) => typo(core, chance)),
  'the last word left out': (name) => beforeEnding(name, (core) => swapped(core, / [^ ]+$/, '')),
} satisfies Readonly<Record<string, Corruption>>;

/** The name of another company: of another legal form, with a place, or without it (Contract 2.13). */
export const OTHER_COMPANIES = {
  'another ending': (name, chance) => {
    const ending = endingOf(name);
    if (ending === null) return null;
    const others = ONE_FORM.filter((form) => !form.includes(ending)).map(([form]) => form);
    return `${withoutEnding(name)} ${chance.one(others)}`;
  },
  '(UK) added': (name) => beforeEnding(name, (core) => (UK.test(core) ? null : `${core} (UK)`)),
  'UK left out': (name) => beforeEnding(name, (core) => swapped(core, UK, '')),
} satisfies Readonly<Record<string, Corruption>>;

/** The name of another company, as one of the same group or trade has it. */
export const sister: Corruption = (name, chance) =>
  beforeEnding(
    name,
    (core) =>
      core +
      chance.one([' HOLDINGS', ' GROUP', ' INTERNATIONAL', ' (NORTH)', ' SCOTLAND', ' PROPERTIES', ' 2']),
  );
