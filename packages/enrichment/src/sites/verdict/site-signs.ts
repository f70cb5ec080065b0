/** Finds signs of a platform, a parked or hijacked domain or a foreign operator, and signs of a UK site. */
import { parse } from 'tldts';
import { notOwnSite } from '../../../../words/src/hosts/not-own-sites.js';
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import { exactName, wordsOfName } from '../../../../words/src/names/company-name.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';
import type { SiteReading } from '../site-reading.js';
import { findLetters, isLegalBlock, siteText, type SiteText, type WordRun } from './site-words.js';
import hosts from './domain-markets.json';

export interface SiteSigns {
  readonly live: boolean;
  readonly uk_domain: boolean;
  readonly phone: boolean;
  readonly generic_platform: boolean;
  readonly parked: boolean;
  readonly hijacked: boolean;
  readonly foreign: boolean;
  readonly below_domain: boolean;
}

/** The suffixes under which anybody may register, although the list of suffixes calls them private. */
const OPEN_SUFFIXES = new Set(
  'uk.com gb.net uk.net gb.com eu.com us.com co.com de.com se.net jpn.com br.com za.com'.split(' '),
);

function isPlatform(host: string): boolean {
  if (notOwnSite(host) !== null) return true;
  const { isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return isPrivate === true && !OPEN_SUFFIXES.has(publicSuffix ?? '');
}

/** The hosts where domains are sold. A domain that redirects there has no own site. */
const MARKETS: ReadonlySet<string> = new Set(hosts.markets);
/** The name servers of parking services. A registrar's ordinary name servers are no sign. */
const PARKING_SERVERS: readonly string[] = hosts.parking_servers;
const PARKED =
  /\bDOMAIN (?:NAME )?(?:IS |MAY BE |IS AVAILABLE )?(?:FOR SALE|PARKED)\b|\bBUY THIS DOMAIN\b|\bPARKED (?:FREE|DOMAIN|BY|COURTESY)\b|\bMAKE (?:AN )?OFFER (?:ON|FOR) THIS DOMAIN\b|\bDOMAIN (?:NAME )?HAS EXPIRED\b|\bRENEW (?:THIS|YOUR) DOMAIN\b|\b(?:THIS|THE) DOMAIN (?:NAME )?(?:IS|WAS|HAS BEEN) REGISTERED (?:BY|AT|WITH)\b|\b(?:INQUIRE ABOUT|INTERESTED IN) THIS DOMAIN\b/;
/** Matches phrases after a domain's name that offer it for sale. */
const OFFERED =
  /^(?:IS |MAY BE |COULD BE |IS NOW )(?:AVAILABLE )?(?:FOR SALE|FOR PURCHASE)\b|^IS OFFERING IT FOR SALE\b|^IS (?:A )?PARKED\b/;
/** The maximum words of a site on which phrases of parking count. */
const MAX_PARKED_WORDS = 60;

/** Returns true if the host is one of these names or a subdomain of one. */
const isUnder = (host: string, names: ReadonlySet<string>): boolean => {
  for (let at = 0; at >= 0; at = host.indexOf('.', at + 1))
    if (names.has(at === 0 ? host : host.slice(at + 1))) return true;
  return false;
};

function isParked({ host, redirects, final_url, dns }: SiteReading, text: SiteText): boolean {
  const reached = [...redirects, hostOf(final_url ?? '') ?? ''].map((host) => host.replace(/^www\./, ''));
  if (reached.slice(1).some((host) => isUnder(host, MARKETS))) return true;
  if (text.hasMoreWords(MAX_PARKED_WORDS)) return false;
  const isAtParkingService = (dns.ns ?? []).some((server) =>
    PARKING_SERVERS.some((name) => server === name || server.endsWith(`.${name}`)),
  );
  const name = wordsOfName(exactName(host));
  return (
    isAtParkingService ||
    text.runs.some(({ words }) => PARKED.test(words.join(' ')) || isOffered(words, name)) ||
    isOffered(
      text.runs.flatMap(({ words }) => words),
      name,
    )
  );
}

/** Returns true if the words say `acme.co.uk is for sale`. */
function isOffered(words: readonly string[], name: readonly string[]): boolean {
  const letters = name.join('');
  for (let match = findLetters(words, letters); match !== null;) {
    if (OFFERED.test(words.slice(match.end, match.end + 8).join(' '))) return true;
    match = findLetters(words, letters, match.start + 1);
  }
  return false;
}

/** Matches words of hijacked and expired domains. */
const HIJACK =
  /\b(?:CASINO|CASINOS|SLOT|SLOTS|GACOR|TOGEL|JUDI|JACKPOT|BETTING|SPORTSBOOK|ROULETTE|BLACKJACK|POKER|BACCARAT|VIAGRA|CIALIS|TRAMADOL|ESCORTS?|MAXWIN|RTP|SBOBET|TARUHAN|BONUS|DEPOSIT|PINJOL|CBD|VAPES?|REPLICA)\b/;
const STRONG =
  /\b(?:GACOR|TOGEL|JUDI|MAXWIN|SBOBET|TARUHAN|VIAGRA|CIALIS|TRAMADOL|SLOTS?|CASINOS?|ROULETTE|JACKPOT|BACCARAT)\b/;
const STRONG_ANYWHERE = new RegExp(STRONG.source, 'g');
const FEWEST_STRONG = 3;
const HIJACKED_SHARE = 0.04;

/**
 * Returns true if a site looks hijacked: it has at least three strong words, and either one word in
 * twenty-five is a hijack word, or five words are strong and one of them is in the title.
 */
function isHijacked(text: SiteText): boolean {
  if (text.count(STRONG_ANYWHERE, FEWEST_STRONG) < FEWEST_STRONG) return false;
  const { runs } = text;
  const all = runs.flatMap(({ words }) => words);
  const hijackWords = all.filter((word) => HIJACK.test(word)).length;
  const strong = all.filter((word) => STRONG.test(word)).length;
  const isInTitle = runs.some(({ region, words }) => region === 'title' && STRONG.test(words.join(' ')));
  return (
    strong >= FEWEST_STRONG &&
    (hijackWords / Math.max(all.length, 1) >= HIJACKED_SHARE || (isInTitle && strong >= 5))
  );
}

const ABROAD =
  /\b(?:REGISTERED|INCORPORATED|FORMED|ORGANISED|ORGANIZED) (?:IN|UNDER THE LAWS OF) (?:THE )?(?:STATE OF )?(?:REPUBLIC OF )?(?:IRELAND|GERMANY|FRANCE|SPAIN|ITALY|BELGIUM|NETHERLANDS|POLAND|PORTUGAL|ROMANIA|BULGARIA|CYPRUS|MALTA|ESTONIA|DELAWARE|NEVADA|CALIFORNIA|TEXAS|FLORIDA|NEW YORK|CANADA|AUSTRALIA|NEW ZEALAND|INDIA|SINGAPORE|HONG KONG|SOUTH AFRICA|NIGERIA|KENYA|PAKISTAN|DUBAI|UAE|UNITED ARAB EMIRATES|USA|UNITED STATES|CHINA|JAPAN|TURKEY|BRAZIL|SWITZERLAND|AUSTRIA|DENMARK|SWEDEN|NORWAY|FINLAND)\b/;
const FOREIGN_FORM =
  /\b(?:GMBH|INC|LLC|PTY LTD|PVT LTD|PRIVATE LIMITED COMPANY IRELAND|SRL|SARL|S A R L|SPZOO|SP Z O O)\b/;
const FOREIGN_NUMBER =
  /\b(?:ABN|ACN|CIN|EIN|CRO|HRB|SIRET|SIREN|KVK|NZBN|CVR)(?: (?:NO|NUMBER|NR))? ?[A-Z]?\d{4,}/;
const HOME = /\b(?:ENGLAND|WALES|SCOTLAND|NORTHERN IRELAND|UNITED KINGDOM|COMPANIES HOUSE|CYMRU)\b/;

/** Matches a word of every sentence about a foreign register, for a quick search in the whole text. */
const ABROAD_ANYWHERE =
  /\b(?:(?:REGISTERED|INCORPORATED|FORMED|ORGANI[SZ]ED|COPYRIGHT|RIGHTS)\b|(?:ABN|ACN|CIN|EIN|CRO|HRB|SIRET|SIREN|KVK|NZBN|CVR)(?:[^A-Z0-9\n]+(?:NO|NUMBER|NR))?[^A-Z0-9\n]*[A-Z]?\d{4})/g;

/** Returns true if the text that names the operator also names the register of another country. */
function isForeign(text: SiteText): boolean {
  const runs: readonly WordRun[] = text.runsMatching(ABROAD_ANYWHERE);
  return runs.filter(isLegalBlock).some(({ words, region }) => {
    const text = words.join(' ');
    if (HOME.test(text)) return false;
    if (ABROAD.test(text) || FOREIGN_NUMBER.test(text)) return true;
    return region === 'footer' && FOREIGN_FORM.test(text) && /COPYRIGHT|RIGHTS RESERVED/.test(text);
  });
}

function signsOf(site: SiteReading): SiteSigns {
  const text = siteText(site);
  const { host, http_status, final_url } = site;
  const reached = hostOf(final_url ?? '') ?? host;
  return {
    live: http_status !== null && http_status >= 200 && http_status < 300,
    uk_domain: /\.(?:uk|scot|wales|cymru|london)$|\.(?:uk|gb)\.(?:com|net)$/.test(host),
    phone: site.pages.some(({ phones }) => phones.some(({ value }) => value.startsWith('+44'))),
    generic_platform: isPlatform(host) || isPlatform(reached),
    parked: isParked(site, text),
    hijacked: isHijacked(text),
    foreign: isForeign(text),
    below_domain: (parse(host).subdomain ?? '') !== '',
  };
}

export const siteSigns = memoizeByObject(signsOf);
