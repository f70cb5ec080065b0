/** What others say, without what is suppressed: a host, or an article that names a suppressed value, is as if it weren't there. */
import type { NewsReading } from '../../live/providers/news/news-feed.js';
import type { WebSearchReading } from '../../live/providers/search/web-search.js';
import { isWithheldCompany, type Withheld } from '../../shared/suppression/withheld.js';
import type { PrintedOn } from '../../sites/phone-printing.js';
import { censored } from './censor.js';

const showsHost = (withheld: Withheld, host: string): boolean =>
  !(withheld.kinds.has('domain') && withheld.has('domain', host));

export const hostsShown = (found: WebSearchReading, withheld: Withheld): WebSearchReading => ({
  ...found,
  hosts: found.hosts.filter((host) => showsHost(withheld, host)),
});

/** Without sites that are suppressed, and without those of suppressed companies. */
export const printedShown = ({ sites }: PrintedOn, withheld: Withheld): PrintedOn => ({
  sites: sites.filter(
    ({ host, companies }) =>
      showsHost(withheld, host) && !companies.some((number) => isWithheldCompany(withheld, number)),
  ),
});

/** A headline with a hole in it says that something stood there. */
export const newsShown = (found: NewsReading, withheld: Withheld): NewsReading => ({
  ...found,
  articles: found.articles.filter(
    (article) => showsHost(withheld, article.publisher_host) && censored(article, withheld) === article,
  ),
});
