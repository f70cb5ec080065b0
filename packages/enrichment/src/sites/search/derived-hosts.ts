/** Derives a company's likely hosts from its name. Three in four aren't its own, so each must be judged. */
import { distinctiveWordsOf } from '../../../../words/src/names/company-name.js';
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import { memoizeRecent, MAX_CHUNK_ROWS } from '../../../../words/src/memoize.js';
import { isTelling } from '../../../../words/src/names/name-likeness.js';

const MAX_LETTERS = 63;
/** The minimum length of a label. Shorter ones are acronyms of many organisations. */
const FEWEST_LETTERS = 3;
const MAX_HOSTS = 8;

const PLAIN_WORD = /^[A-Z0-9]+$/;

/** The forms of a name as one label, the likeliest first. */
function labelsOf(name: string): string[] {
  const words = distinctiveWordsOf(name);
  // Words with other letters are left out. Few names have any.
  const plain = PLAIN_WORD.test(words.join('')) ? words : words.filter((word) => PLAIN_WORD.test(word));
  const labels: string[] = [];
  for (const form of [plain, plain.filter(isTelling)]) {
    for (const between of ['', '-']) {
      const label = form.join(between).toLowerCase();
      const fits = label.length >= FEWEST_LETTERS && label.length <= MAX_LETTERS;
      if (fits && !labels.includes(label)) labels.push(label);
    }
  }
  return labels;
}

/** The suffixes of the likeliest label. The others get only .co.uk and .com. */
const SUFFIXES = ['co.uk', 'com', 'uk', 'org.uk'] as const;

/** The hosts, the likeliest first, at most `MAX_HOSTS`. */
function hostsOf([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const hosts = SUFFIXES.map((suffix) => `${first}.${suffix}`);
  for (const label of others) hosts.push(`${label}.co.uk`, `${label}.com`);
  return hosts.slice(0, MAX_HOSTS);
}

/** The hosts that a registered name, or a trading name in it, suggests. */
export const suggestedHosts = memoizeRecent(MAX_CHUNK_ROWS, (name: string): readonly string[] => {
  const traded = tradingAs(name);
  if (traded === null) return hostsOf(labelsOf(name));
  return hostsOf([...new Set([...labelsOf(traded.trading), ...labelsOf(traded.bearer)])]);
});
