/** Finds the phone numbers that a page prints or links to. */
import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PrintedPlace } from '../../site-reading.js';
import { PAGE_LIMITS } from '../limits.js';
import { isDigit, snippetAt } from '../plain-text.js';
import { eachOnce, type RegionText, type SeenLink } from '../region-texts.js';

const SEPARATORS = ' ().-/\u00a0';
const LONGEST = 32;

/** The end of a run of digits and separators; null: too few digits for a phone number. */
function runEnd(text: string, from: number): number | null {
  let digits = 0;
  let end = from;
  for (let at = from; at < text.length && at - from < LONGEST; at += 1) {
    if (isDigit(text.charCodeAt(at))) {
      digits += 1;
      end = at + 1;
    } else if (!SEPARATORS.includes(text[at] ?? '') && text[at] !== '+') break;
  }
  return digits >= 9 ? end : null;
}

function* candidatesIn(text: string): Generator<{ readonly from: number; readonly to: number }> {
  const starts = /(?<![\p{L}\p{N}.])(?:\+|\(?0|\(\+)/gu;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const to = runEnd(text, match.index + (match[0].length - 1));
    if (to === null) continue;
    yield { from: match.index, to };
    starts.lastIndex = to;
  }
}

/** The remaining characters and candidates for the search of a page. */
interface Budget {
  text: number;
  candidates: number;
}

function* phonesIn({ region, text }: RegionText, budget: Budget): Generator<PrintedPlace> {
  const scannedText = text.slice(0, budget.text);
  budget.text -= scannedText.length;
  for (const { from, to } of candidatesIn(scannedText)) {
    if (budget.candidates === 0) return;
    budget.candidates -= 1;
    const numbers = findPhoneNumbersInText(scannedText.slice(from, to), 'GB');
    for (const { number } of numbers) {
      yield { value: number.number, region, snippet: snippetAt(scannedText, from, to) };
    }
  }
}

function* phonesLinked(links: readonly SeenLink[], budget: Budget): Generator<PrintedPlace> {
  for (const { url, text, region } of links) {
    if (!/^tel:/i.test(url) || budget.candidates === 0) continue;
    budget.candidates -= 1;
    const dialled = decoded(url.slice(4)).slice(0, LONGEST * 2);
    const number = parsePhoneNumberFromString(dialled, 'GB');
    if (number?.isValid() === true)
      yield { value: number.number, region, snippet: `${text} ${dialled}`.trim().slice(0, 300) };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The valid numbers in E.164, printed ones first. A number without a country code is from the UK. */
export function phones(texts: readonly RegionText[], links: readonly SeenLink[]): PrintedPlace[] {
  const budget: Budget = { text: PAGE_LIMITS.phone_text, candidates: PAGE_LIMITS.phone_candidates };
  const printed = texts.flatMap((text) => [...phonesIn(text, budget)]);
  const linked = [...phonesLinked(links, { ...budget, candidates: PAGE_LIMITS.values })];
  return eachOnce([...printed, ...linked]);
}
