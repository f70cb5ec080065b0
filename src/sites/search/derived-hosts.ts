/** Hosts that a company of a name might have. Guesses: three in four are somebody else's, so each is judged before it is used. */
import { distinctiveWordsOf } from '../../shared/names/company-name.js';
import { tradingAs } from '../../shared/names/trading-as.js';
import { rememberedLately, ROWS_OF_A_CHUNK } from '../../shared/remembered.js';
import { tellingWords } from '../../shared/names/name-likeness.js';

/** DNS allows no longer label. */
const MOST_LETTERS = 63;
/** Shorter ones are acronyms of many. */
const FEWEST_LETTERS = 3;
const MOST_HOSTS = 8;

/** Forms of a name in one label, the likeliest first. */
function labelsOf(name: string): string[] {
  const words = distinctiveWordsOf(name);
  const plain = words.filter((word) => /^[A-Z0-9]+$/.test(word));
  const forms = [plain, tellingWords(name).filter((word) => plain.includes(word))];
  const labels = forms.flatMap((form) => [form.join(''), form.join('-')]);
  return [...new Set(labels.map((label) => label.toLowerCase()))].filter(
    (label) => label.length >= FEWEST_LETTERS && label.length <= MOST_LETTERS,
  );
}

/** Of a registered name, and of what it says that its bearer trades as. */
export const suggestedHosts = rememberedLately(ROWS_OF_A_CHUNK, (name): readonly string[] => {
  const traded = tradingAs(name);
  return derivedHosts(traded === null ? [name] : [traded.trading, traded.bearer]);
});

/** For each label; companies that are not for profit take the last. */
const SUFFIXES = ['co.uk', 'com', 'uk', 'org.uk'] as const;

/**
 * At most eight, the likeliest first.
 * @param names the registered name and those that it trades under
 */
function derivedHosts(names: readonly string[]): string[] {
  const labels = [...new Set(names.flatMap(labelsOf))];
  const [first = '', ...others] = labels;
  const hosts = [
    ...SUFFIXES.map((suffix) => `${first}.${suffix}`),
    ...others.flatMap((label) => [`${label}.co.uk`, `${label}.com`]),
  ];
  return first === '' ? [] : hosts.slice(0, MOST_HOSTS);
}
