/**
 * GDELT's DOC 2.0 API on loopback, as its announcement (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/) and its own
 * error texts describe it: a query of phrases in quotes, words, groups of OR in brackets, `domainis:` and `sourcecountry:`
 * over the text of articles; `{}` where nothing is found; faults of a query in plain text with status 200.
 */
import { ProviderServer, type ProviderAsked, type ProviderReply } from './provider-server.js';

export interface ServedArticle {
  readonly url: string;
  readonly title: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** Beside the title. */
  readonly text?: string;
  /** Default: the United Kingdom's. */
  readonly country?: { readonly code: string; readonly name: string };
}

const UK = { code: 'UK', name: 'United Kingdom' };
const TERM = /"([^"]*)"|domainis:(\S+)|sourcecountry:(\S+)|\(([^)]*)\)|(\S+)/g;

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** A fault of the query, in the words of the feed. */
class QueryFault extends Error {}

function holds(article: ServedArticle, query: string): boolean {
  const said = words(`${article.title} ${article.text ?? ''}`);
  const { code } = article.country ?? UK;
  for (const [, phrase, host, country, group, word] of query.matchAll(TERM)) {
    if (phrase !== undefined && (!phrase.includes(' ') || phrase.length < 5))
      throw new QueryFault('The specified phrase is too short.');
    if (word === 'OR') throw new QueryFault("Queries containing OR'd terms must be surrounded by ().");
    const fits =
      phrase !== undefined
        ? said.includes(words(phrase))
        : host !== undefined
          ? new URL(article.url).hostname.replace(/^www\./, '') === host
          : country !== undefined
            ? code === country
            : group !== undefined
              ? group.split(' OR ').some((one) => holds(article, one))
              : said.includes(words(word ?? ''));
    if (!fits) return false;
  }
  return true;
}

export class NewsServer extends ProviderServer {
  /** Its own text where it is asked more than once in five seconds. */
  static readonly tooFast: ProviderReply = {
    body: 'Please limit requests to one every 5 seconds or contact us for larger queries.',
  };
  articles: readonly ServedArticle[] = [];

  private constructor() {
    super((asked) => this.answer(asked));
  }

  static async started(): Promise<NewsServer> {
    return new NewsServer().listen();
  }

  private answer({ path, query }: ProviderAsked): ProviderReply {
    if (path !== '/api/v2/doc/doc') return { status: 404, body: 'Not Found' };
    const { mode, format, maxrecords = '75' } = query;
    if (mode !== 'artlist' || format !== 'json') return { body: '<html>articles</html>' };
    try {
      const found = this.articles
        .filter((article) => holds(article, query['query'] ?? ''))
        .sort((a, b) => (a.day < b.day ? 1 : -1))
        .slice(0, Math.min(250, Number(maxrecords)));
      return { body: found.length === 0 ? {} : { articles: found.map(printed) } };
    } catch (error) {
      if (error instanceof QueryFault) return { body: error.message };
      throw error;
    }
  }
}

const printed = ({ url, title, day, country = UK }: ServedArticle): object => ({
  url,
  url_mobile: '',
  title,
  seendate: `${day.replaceAll('-', '')}T031500Z`,
  socialimage: '',
  domain: new URL(url).hostname.replace(/^www\./, ''),
  language: 'English',
  sourcecountry: country.name,
});
