/** Compares the filed trade with the trade that a text names (Blocks 4.11). */
import { isGenericSic, parseSic } from '../../sources/companies/sic/sic-codes.js';
import { sicSection } from '../../sources/companies/sic/sic-sections.js';
import { memoize } from '../../../../words/src/memoize.js';
import { phraseSections } from './phrase-table.js';
import { tradeOfText, type TextTrade } from './trade-of-text.js';
import { stemsOf } from './trade-words.js';

interface FiledTrade {
  /** The sections of the filed codes that are not generic. */
  readonly sections: ReadonlySet<string>;
  /** The words of these codes' descriptions, without common words. */
  readonly words: ReadonlySet<string>;
  /** True if there are codes and each has a section. */
  readonly isComparable: boolean;
}

/** Words that stand in descriptions of many trades. */
const COMMON: ReadonlySet<string> = new Set(
  stemsOf(
    'activities of and other in or the for service services related retail sale wholesale manufacture specialised stores ' +
      'not elsewhere classified except including products goods support operation own on a general business management ' +
      'n e c to by with equipment from than as similar production repair supply trade agents agencies agency',
  ),
);

function readFiled(printed: readonly string[]): FiledTrade {
  const sicCodes = printed.flatMap((text) => parseSic(text) ?? []).filter((code) => !isGenericSic(code));
  const sections = sicCodes.map((code) => sicSection(code)?.code ?? null);
  return {
    sections: new Set(sections.filter((section) => section !== null)),
    words: new Set(
      sicCodes.flatMap(({ description }) => stemsOf(description ?? '')).filter((word) => !COMMON.has(word)),
    ),
    isComparable: sections.length > 0 && !sections.includes(null),
  };
}

const SEPARATOR = '\u001e';
const filedOf = memoize(5_000, (printed: string) => readFiled(printed.split(SEPARATOR)));

/** @param printed codes as the register's row prints them */
const filedTrade = (printed: readonly string[]): FiledTrade => filedOf(printed.join(SEPARATOR));

/** Tells whether a text names a trade of no filed section, and shares no word with a filed code. */
function namesOtherTrade(text: string, textTrade: TextTrade, filed: FiledTrade): boolean {
  if (!filed.isComparable || filed.sections.has(textTrade.section)) return false;
  const stems = stemsOf(text);
  if (stems.some((stem) => filed.words.has(stem))) return false;
  return !phraseSections(stems).some((section) => filed.sections.has(section));
}

/** The advisory if a text names another trade than the filed codes; none if it doesn't. */
export function contradictions(
  text: string,
  { names, sic }: { readonly names: readonly string[]; readonly sic: readonly string[] },
): 'label_contradicts_filed_sic'[] {
  const filed = filedTrade(sic);
  const textTrade = filed.isComparable ? tradeOfText(text, names) : null;
  return textTrade !== null && namesOtherTrade(text, textTrade, filed) ? ['label_contradicts_filed_sic'] : [];
}
