/** What makes a site nobody's own: a platform's host, a parked or hijacked domain, an owner abroad. Our own lists. */
import { parse } from 'tldts';
import { notOwnSite } from '../../matching/not-own-sites.js';
import { hostOf } from '../../matching/website-host.js';
import type { SiteReading } from '../site-reading.js';
import { isLegalBlock, type WordRun } from './site-words.js';

export interface SiteSigns {
  readonly live: boolean;
  readonly uk_domain: boolean;
  readonly phone: boolean;
  readonly generic_platform: boolean;
  readonly parked: boolean;
  readonly hijacked: boolean;
  readonly foreign: boolean;
  /** The host stands below a registrable domain. */
  readonly below_domain: boolean;
}

/** Suffixes under which anybody registers a name of his own, though the list of suffixes calls them private. */
const OPEN_SUFFIXES = new Set(
  'uk.com gb.net uk.net gb.com eu.com us.com co.com de.com se.net jpn.com br.com za.com'.split(' '),
);

function isPlatform(host: string): boolean {
  if (notOwnSite(host) !== null) return true;
  const { isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return isPrivate === true && !OPEN_SUFFIXES.has(publicSuffix ?? '');
}

/** Where domains are sold: a domain that leads there has no site of its own. */
const MARKETS = new Set(
  (
    'sedo.com sedo.co.uk dan.com undeveloped.com afternic.com hugedomains.com buydomains.com domainmarket.com ' +
    'brandbucket.com atom.com squadhelp.com efty.com domainnamesales.com uniregistry.com bodis.com parkingcrew.net ' +
    'above.com parklogic.com domainlore.uk domainlore.co.uk dropcatch.com namejet.com snapnames.com perfectdomain.com ' +
    'forsale.godaddy.com auctions.godaddy.com sav.com spaceship.com namepros.com saw.com'
  ).split(' '),
);
/** Name servers of parking services; a registrar's ordinary ones are no sign. */
const PARKING_SERVERS = (
  'sedoparking.com bodis.com parkingcrew.net fastpark.net above.com parklogic.com dan.com undeveloped.com ' +
  'afternic.com hugedomains.com cashparking.com namefind.com dsredirection.com voodoo.com uniregistrymarket.link ' +
  'domainparkingserver.net parkpage.foundationapi.com eftydns.com smartname.com rookdns.com ztomy.com'
).split(' ');
const PARKED =
  /\bDOMAIN (?:NAME )?(?:IS |MAY BE |IS AVAILABLE )?(?:FOR SALE|PARKED)\b|\bBUY THIS DOMAIN\b|\bPARKED (?:FREE|DOMAIN|BY|COURTESY)\b|\bMAKE (?:AN )?OFFER (?:ON|FOR) THIS DOMAIN\b|\bDOMAIN (?:NAME )?HAS EXPIRED\b|\bRENEW (?:THIS|YOUR) DOMAIN\b|\bTHIS DOMAIN (?:IS|WAS) REGISTERED (?:BY|AT|WITH)\b|\bINQUIRE ABOUT THIS DOMAIN\b/;
/** Phrases of parking count only where a page says little else. */
const FEW_WORDS = 60;

/** Itself or what it stands under. */
const standsUnder = (host: string, names: ReadonlySet<string>): boolean => {
  for (let at = 0; at >= 0; at = host.indexOf('.', at + 1))
    if (names.has(at === 0 ? host : host.slice(at + 1))) return true;
  return false;
};

function isParked({ redirects, final_url, dns }: SiteReading, runs: readonly WordRun[]): boolean {
  const reached = [...redirects, hostOf(final_url ?? '') ?? ''].map((host) => host.replace(/^www\./, ''));
  if (reached.slice(1).some((host) => standsUnder(host, MARKETS))) return true;
  const words = runs.reduce((sum, run) => sum + run.words.length, 0);
  if (words > FEW_WORDS) return false;
  const parkedThere = (dns.ns ?? []).some((server) =>
    PARKING_SERVERS.some((name) => server === name || server.endsWith(`.${name}`)),
  );
  return parkedThere || runs.some((run) => PARKED.test(run.words.join(' ')));
}

/** What hijacked and expired domains are used for. */
const HIJACK =
  /\b(?:CASINO|CASINOS|SLOT|SLOTS|GACOR|TOGEL|JUDI|JACKPOT|BETTING|SPORTSBOOK|ROULETTE|BLACKJACK|POKER|BACCARAT|VIAGRA|CIALIS|TRAMADOL|ESCORTS?|MAXWIN|RTP|SBOBET|TARUHAN|BONUS|DEPOSIT|PINJOL|CBD|VAPES?|REPLICA)\b/;
const STRONG =
  /\b(?:GACOR|TOGEL|JUDI|MAXWIN|SBOBET|TARUHAN|VIAGRA|CIALIS|TRAMADOL|SLOTS?|CASINOS?|ROULETTE|JACKPOT|BACCARAT)\b/;
const HIJACKED_SHARE = 0.04;

/** One word in twenty-five, and one of those in the title or at least five that nothing else uses. */
function isHijacked(runs: readonly WordRun[]): boolean {
  const all = runs.flatMap(({ words }) => words);
  const told = all.filter((word) => HIJACK.test(word)).length;
  const strong = all.filter((word) => STRONG.test(word)).length;
  const titled = runs.some(({ region, words }) => region === 'title' && STRONG.test(words.join(' ')));
  return strong >= 3 && (told / Math.max(all.length, 1) >= HIJACKED_SHARE || (titled && strong >= 5));
}

const ABROAD =
  /\b(?:REGISTERED|INCORPORATED|FORMED|ORGANISED|ORGANIZED) (?:IN|UNDER THE LAWS OF) (?:THE )?(?:STATE OF )?(?:REPUBLIC OF )?(?:IRELAND|GERMANY|FRANCE|SPAIN|ITALY|BELGIUM|NETHERLANDS|POLAND|PORTUGAL|ROMANIA|BULGARIA|CYPRUS|MALTA|ESTONIA|DELAWARE|NEVADA|CALIFORNIA|TEXAS|FLORIDA|NEW YORK|CANADA|AUSTRALIA|NEW ZEALAND|INDIA|SINGAPORE|HONG KONG|SOUTH AFRICA|NIGERIA|KENYA|PAKISTAN|DUBAI|UAE|UNITED ARAB EMIRATES|USA|UNITED STATES|CHINA|JAPAN|TURKEY|BRAZIL|SWITZERLAND|AUSTRIA|DENMARK|SWEDEN|NORWAY|FINLAND)\b/;
const FOREIGN_FORM =
  /\b(?:GMBH|INC|LLC|PTY LTD|PVT LTD|PRIVATE LIMITED COMPANY IRELAND|SRL|SARL|S A R L|SPZOO|SP Z O O)\b/;
const FOREIGN_NUMBER =
  /\b(?:ABN|ACN|CIN|EIN|CRO|HRB|SIRET|SIREN|KVK|NZBN|CVR)(?: (?:NO|NUMBER|NR))? ?[A-Z]?\d{4,}/;
const HOME = /\b(?:ENGLAND|WALES|SCOTLAND|NORTHERN IRELAND|UNITED KINGDOM|COMPANIES HOUSE|CYMRU)\b/;

/** The sentence in which a site says who runs it names another country's register. */
function isForeign(runs: readonly WordRun[]): boolean {
  return runs.filter(isLegalBlock).some(({ words, region }) => {
    const text = words.join(' ');
    if (HOME.test(text)) return false;
    if (ABROAD.test(text) || FOREIGN_NUMBER.test(text)) return true;
    return region === 'footer' && FOREIGN_FORM.test(text) && /©|COPYRIGHT|RIGHTS RESERVED/.test(text);
  });
}

export function siteSigns(site: SiteReading, runs: readonly WordRun[]): SiteSigns {
  const { host, http_status, final_url } = site;
  const reached = hostOf(final_url ?? '') ?? host;
  return {
    live: http_status !== null && http_status >= 200 && http_status < 300,
    uk_domain: /\.(?:uk|scot|wales|cymru|london)$|\.(?:uk|gb)\.(?:com|net)$/.test(host),
    phone: site.pages.some(({ phones }) => phones.some(({ value }) => value.startsWith('+44'))),
    generic_platform: isPlatform(host) || isPlatform(reached),
    parked: isParked(site, runs),
    hijacked: isHijacked(runs),
    foreign: isForeign(runs),
    below_domain: (parse(host).subdomain ?? '') !== '',
  };
}
