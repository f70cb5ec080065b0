/** Parses a name as customers' lists write it: the legal name, and then a remark (`ACME LTD - closed`). */
import { distinctiveWordsOf, exactName, LEGAL_ENDINGS, plainCapitals } from './company-name.js';

/** The pattern of an ending. Short endings may have points or blanks: `P.L.C.`, `P L C`. */
const endingPattern = (ending: string): string =>
  ending.length > 5 ? ending : [...ending].join(String.raw`\.? ?`);
const ENDING = new RegExp(
  `(?<![A-Z0-9])(?:${LEGAL_ENDINGS.map(endingPattern).join('|')})(?![A-Z0-9])\\.?`,
  'g',
);

/** Signs that divide a name from a remark. */
const SIGNS = String.raw`\s\-\u2013\u2014_([{<,;:/|*\\~#\u2022`;
/** Words that begin a remark on the company itself, which may name another company. */
const RELATION =
  String.raw`(?:T\/AS?|TA|T\.A\.?|TRADING AS|DBA|D\/B\/A|YN MASNACHU FEL|FORMERLY|PREVIOUSLY|WAS|EX|F\/K\/A|FKA|A\/K\/A|AKA|NOW|C\/O|CARE OF|PART OF` +
  String.raw`|(?:AN? |\d{1,3} ?% )?(?:WHOLLY[ -])?(?:OWNED )?(?:DIVISION|SUBSIDIARY|SUB|MEMBER|PART|BRANCH) OF` +
  String.raw`|(?:NOW )?IN (?:LIQ(?:UIDATION)?|ADMIN(?:ISTRATION)?|RECEIVERSHIP|CVA))(?![A-Z])`;
const DIVISION = new RegExp(String.raw`^(?:\s*[${SIGNS.slice(2)}]|\s+${RELATION})`);
const RELATION_AT_START = new RegExp(`^[${SIGNS}]*${RELATION}`);
const BEFORE = new RegExp(`^[${SIGNS}]+`);
const AFTER = new Set(' )]}>.,;*');

function withoutSigns(rest: string): string {
  const trimmedStart = rest.replace(BEFORE, '');
  let end = trimmedStart.length;
  while (AFTER.has(trimmedStart.charAt(end - 1)) && end > 0) end -= 1;
  return trimmedStart.slice(0, end);
}

/**
 * The legal name and the remark of the text, in capitals. Null if nothing follows a legal ending, or if the
 * remark has a legal ending too: then it may name a second company (`A LTD / B LTD`).
 */
export function listedName(text: string): { readonly name: string; readonly remark: string } | null {
  const capitals = plainCapitals(exactName(text));
  for (const { 0: ending, index } of capitals.matchAll(ENDING)) {
    const end = index + ending.length;
    const rest = capitals.slice(end);
    if (!DIVISION.test(rest)) continue;
    const name = capitals.slice(0, end).trim();
    const remark = withoutSigns(rest);
    const isOneCompany = rest.search(ENDING) < 0 || RELATION_AT_START.test(rest);
    if (remark !== '' && isOneCompany && distinctiveWordsOf(name).length > 0) return { name, remark };
  }
  return null;
}
