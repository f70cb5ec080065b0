/** Reads the company numbers and names that a site states for its operator. */
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { SiteReading } from '../site-reading.js';
import { endingAfter } from './name-evidence.js';
import { operatorNumbers } from './number-evidence.js';
import { isLegalBlock, siteText, type WordRun } from './site-words.js';

/** The maximum words of a name before its ending. Names are rarely longer. */
const MAX_NAME_WORDS = 8;
const MAX_NAMES = 200;
/** Matches words that introduce the maker, host or adviser of a site. */
const PROVIDER =
  /\b(?:(?:WEB ?SITE|SITE|DESIGN|DESIGNED|DEVELOPED|BUILT|HOSTED|POWERED|MAINTAINED|PROVIDED|CREATED) (?:AND \w+ )?BY|C O|CARE OF|PARENT COMPANY|PART OF|PROCESSORS?)\b/;

function namesIn({ words }: WordRun): string[] {
  if (PROVIDER.test(words.join(' '))) return [];
  return words.flatMap((_, at) => {
    if (endingAfter(words, at) === null) return [];
    const maxWords = Math.min(MAX_NAME_WORDS, at);
    return Array.from({ length: maxWords }, (_none, i) =>
      normaliseName(words.slice(at - maxWords + i, at).join(' ')),
    );
  });
}

/** The claims. Names are normalised, candidates at one place longest first. The register confirms them. */
export function siteClaims(site: SiteReading) {
  const structured = site.pages.flatMap(({ organisations }) =>
    organisations.flatMap(({ legal_name }) => (legal_name === null ? [] : normaliseName(legal_name))),
  );
  const printed = siteText(site).runs.filter(isLegalBlock).flatMap(namesIn);
  return {
    numbers: operatorNumbers(site),
    names: [...new Set([...structured, ...printed])].slice(0, MAX_NAMES),
  };
}
