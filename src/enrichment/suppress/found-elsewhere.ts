/** What others say, without what is suppressed: a host, or an article that names a suppressed value, is as if it weren't there. */
import type { NewsReading } from '../../live/providers/news/news-feed.js';
import type { WebSearchReading } from '../../live/providers/search/web-search.js';
import { isSuppressedCompany, type Suppressed } from '../../shared/suppression/suppressed.js';
import type { PrintedOn } from '../../sites/phone-printing.js';
import { censored } from './censor.js';

const showsHost = (suppressed: Suppressed, host: string): boolean =>
  !(suppressed.kinds.has('domain') && suppressed.has('domain', host));

export const hostsShown = (found: WebSearchReading, suppressed: Suppressed): WebSearchReading => ({
  ...found,
  hosts: found.hosts.filter((host) => showsHost(suppressed, host)),
});

/** Without sites that are suppressed, and without those of suppressed companies. */
export const printedShown = ({ sites }: PrintedOn, suppressed: Suppressed): PrintedOn => ({
  sites: sites.filter(
    ({ host, companies }) =>
      showsHost(suppressed, host) && !companies.some((number) => isSuppressedCompany(suppressed, number)),
  ),
});

/** A headline with a hole in it says that something stood there. */
export const newsShown = (found: NewsReading, suppressed: Suppressed): NewsReading => ({
  ...found,
  articles: found.articles.filter(
    (article) => showsHost(suppressed, article.publisher_host) && censored(article, suppressed) === article,
  ),
});
