/** Finds the names of a company on pages and in the host. */
import { parse } from 'tldts';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { likenessOf, tellingWords } from '../../../../words/src/names/name-likeness.js';
import type { SiteReading } from '../site-reading.js';
import type { NamePlace } from './given-to.js';
import { namesOf, type JudgedCompany } from './judged-company.js';
import type { NameMatch } from './site-verdict.js';
import { findLetters, sightingOf, type SiteText, type WordRun } from './site-words.js';

export interface NameEvidence {
  /** True: found with its ending. A share: found without it, or a former name. False: not found. */
  readonly legal_name: boolean | number;
  readonly former: boolean;
  /** `linked`: the name under which it trades. `shown`: its name in title, header or structured data. */
  readonly business_name: 'linked' | 'shown' | null;
  readonly spelled: 'whole' | 'part' | null;
  readonly match: NameMatch | null;
  /** True if the name's words are more than a trade or a place. */
  readonly telling: boolean;
  /** True if the words are part of another company's longer name and never have the company's own ending. */
  readonly longer: boolean;
  readonly namePlace: NamePlace;
}

/** The kinds of endings: a PLC and a limited company with the same name are two companies. */
const ENDING_KINDS: readonly (readonly [kind: string, endings: RegExp])[] = [
  ['plc', /^(?:PLC|PUBLIC LIMITED COMPANY|CCC|CWMNI CYFYNGEDIG CYHOEDDUS)\b/],
  ['llp', /^(?:LLP|LIMITED LIABILITY PARTNERSHIP|PAC|PARTNERIAETH ATEBOLRWYDD CYFYNGEDIG)\b/],
  ['lp', /^(?:LP|LIMITED PARTNERSHIP|PARTNERIAETH CYFYNGEDIG)\b/],
  ['cic', /^(?:CIC|COMMUNITY INTEREST COMPANY|CBC|CWMNI BUDDIANT CYMUNEDOL)\b/],
  ['cio', /^(?:CIO|CHARITABLE INCORPORATED ORGANISATION|SCIO)\b/],
  ['unlimited', /^(?:UNLIMITED|UNLTD|ANGHYFYNGEDIG)\b/],
  ['ltd', /^(?:LTD|LIMITED|CYF|CYFYNGEDIG)\b/],
];
const MAX_ENDING_WORDS = 4;
const FIRST_OF_ENDINGS: ReadonlySet<string> = new Set(
  (
    'PLC PUBLIC CCC CWMNI LLP LIMITED PAC PARTNERIAETH LP CIC COMMUNITY CBC CIO CHARITABLE SCIO UNLIMITED UNLTD ' +
    'ANGHYFYNGEDIG LTD CYF CYFYNGEDIG'
  ).split(' '),
);

export const endingAfter = (words: readonly string[], at: number): string | null => {
  if (!FIRST_OF_ENDINGS.has(words[at] ?? '')) return null;
  const behind = words.slice(at, at + MAX_ENDING_WORDS).join(' ');
  return ENDING_KINDS.find(([, endings]) => endings.test(behind))?.[0] ?? null;
};

/** The kind of a registered name's ending; null: none, as the registrar may allow. */
function endingOf(name: string): string | null {
  const words = name
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  for (let at = Math.max(0, words.length - MAX_ENDING_WORDS); at < words.length; at += 1) {
    const kind = endingAfter(words, at);
    if (kind !== null) return kind;
  }
  return null;
}

/** The maximum further words of a longer name: `HOLDINGS` in `ACME WIDGETS HOLDINGS LIMITED`. */
const MAX_MORE_WORDS = 2;
const isLonger = (words: readonly string[], at: number): boolean =>
  Array.from({ length: MAX_MORE_WORDS }, (_, i) => at + 1 + i).some(
    (end) => end < words.length && endingAfter(words, end) !== null,
  );

const hasLongerName = (text: Runs, letters: string): boolean =>
  text.runsWithLetters(letters).some(({ words }) => {
    const match = findLetters(words, letters);
    return match !== null && isLonger(words, match.end);
  });

type Runs = Pick<SiteText, 'runsWithLetters'>;

interface FoundName {
  readonly run: WordRun;
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/** The best occurrence of the name: with its ending, else its words alone; null: none. */
function findName(
  text: Runs,
  name: string,
  counts: (run: WordRun) => boolean = () => true,
): FoundName | null {
  const letters = normaliseName(name);
  const ending = endingOf(name);
  let core: FoundName | null = null;
  for (const run of text.runsWithLetters(letters).filter(counts)) {
    for (let match = findLetters(run.words, letters); match !== null;) {
      const words = run.words.slice(match.start, match.end);
      const behind = endingAfter(run.words, match.end);
      if (behind === ending) return { run, words, isWhole: true };
      // Another kind of ending, or a longer name, is another company's.
      if (behind === null && !isLonger(run.words, match.end)) core ??= { run, words, isWhole: false };
      match = findLetters(run.words, letters, match.start + 1);
    }
  }
  return core;
}

const TRADING =
  /\bTRADING (?:NAME|STYLE)S? (?:OF|FOR)\b|\bTRADING (?:JOINTLY |TOGETHER )?AS\b|\bT ?A\b|\bOPERATED (?:JOINTLY )?BY\b|\bBRAND OF\b|\bJOINTLY (?:OPERATE|RUN)\b|\bOPERATE THIS\b/;

/** The run with the company's name and words of trading; null: none. */
const tradingRun = (text: Runs, letters: string): WordRun | null =>
  text
    .runsWithLetters(letters)
    .find(({ words }) => findLetters(words, letters) !== null && TRADING.test(words.join(' '))) ?? null;

const SHOWN: ReadonlySet<WordRun['region']> = new Set(['title', 'header']);

function businessName(
  text: Runs,
  site: Pick<SiteReading, 'pages'>,
  { name, trading_names }: JudgedCompany,
): { readonly kind: 'linked' | 'shown'; readonly run: WordRun | null } | null {
  const trading = trading_names.flatMap((tradingName) => findName(text, tradingName) ?? [])[0];
  if (trading !== undefined) return { kind: 'linked', run: trading.run };
  const link = tradingRun(text, normaliseName(name));
  if (link !== null) return { kind: 'linked', run: link };
  const shownName = findName(text, name, ({ region }) => SHOWN.has(region));
  if (shownName !== null) return { kind: 'shown', run: shownName.run };
  const isStructured = site.pages
    .flatMap(({ organisations }) => organisations)
    .some((organisation) =>
      [organisation.legal_name, organisation.name].some(
        (organisationName) => organisationName !== null && likenessOf(organisationName, [name]) === 'same',
      ),
    );
  return isStructured ? { kind: 'shown', run: null } : null;
}

/** Returns how much of a name the registrable part of the host spells; null: none. */
function hostSpells(host: string, names: readonly string[]): 'whole' | 'part' | null {
  const label = (parse(host).domainWithoutSuffix ?? '').replaceAll('-', '').toUpperCase();
  if (label === '') return null;
  const forms = names.map((name) => [normaliseName(name), tellingWords(name).join('')] as const);
  if (forms.some(([letters, telling]) => label === letters || (telling.length > 3 && label === telling)))
    return 'whole';
  const parts = names.flatMap((name) => [tellingWords(name).join(''), ...tellingWords(name).slice(0, 1)]);
  return parts.some((part) => part.length > 4 && label.includes(part)) ? 'part' : null;
}

/** The place of the name (`NamePlace`). @param isLinked true if the site states that it trades under it */
function namePlaceOf(site: SiteReading, text: Runs, names: readonly string[], isLinked: boolean): NamePlace {
  if (hostSpells(site.host, names) === 'whole') return 'host';
  const front = site.pages[0]?.url;
  const onTop = ({ url, region }: WordRun): boolean => url === front && SHOWN.has(region);
  return isLinked || names.some((name) => findName(text, name, onTop) !== null) ? 'front' : null;
}

export function nameEvidence(site: SiteReading, text: Runs, company: JudgedCompany): NameEvidence {
  const { name, previous_names, trading_names } = company;
  const legal = findName(text, name);
  const former = previous_names.flatMap((previous) => {
    const previousName = findName(text, previous);
    return previousName?.isWhole === true ? previousName : [];
  })[0];
  const telling = tellingWords(name).join('').length > 2;
  const business = businessName(text, site, company);
  const core = legal !== null && (legal.isWhole || telling) ? legal : null;
  const longer = core?.isWhole !== true && hasLongerName(text, normaliseName(name));
  const nameMatch = (foundName: FoundName, kind: NameMatch['kind']): NameMatch => ({
    kind,
    ...sightingOf(foundName.run, foundName.words),
  });
  const match =
    core !== null
      ? nameMatch(core, 'legal_name')
      : former !== undefined
        ? nameMatch(former, 'previous_name')
        : business?.run != null
          ? { kind: 'trading_name' as const, ...sightingOf(business.run, business.run.words) }
          : null;
  return {
    legal_name: core === null ? (former === undefined ? false : 0.4) : core.isWhole ? true : 0.5,
    former: core === null && former !== undefined,
    business_name: business?.kind ?? null,
    spelled: hostSpells(site.host, [name, ...trading_names]),
    match,
    telling,
    longer,
    namePlace: namePlaceOf(site, text, namesOf(company), business?.kind === 'linked'),
  };
}
