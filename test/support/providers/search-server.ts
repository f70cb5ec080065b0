/**
 * Brave Search on loopback, as its reference describes `/res/v1/web/search`
 * (https://api-dashboard.search.brave.com/api-reference/web/search/get): the token in a header, 422 for parameters that it
 * doesn't take, `web` left out where nothing is found, and its four X-RateLimit headers.
 */
import { ProviderServer, type ProviderAsked, type ProviderReply } from './provider-server.js';

const LIMITS = {
  'x-ratelimit-limit': '20, 15000',
  'x-ratelimit-policy': '20;w=1, 15000;w=2592000',
  'x-ratelimit-remaining': '19, 14000',
  'x-ratelimit-reset': '1, 1419704',
};

const refused = (status: number, code: string): ProviderReply => ({
  status,
  body: { type: 'ErrorResponse', error: { id: 'e-1', status, code, detail: 'refused' }, time: 1 },
});

const isCount = (text: string | undefined): boolean => /^(?:[1-9]|1\d|20)$/.test(text ?? '20');

export class SearchServer extends ProviderServer {
  static readonly key = 'BSA-search-key';
  /** Addresses of pages by a part of the words that find them. */
  private readonly pages = new Map<string, readonly string[]>();

  private constructor() {
    super((asked) => this.found(asked));
  }

  static async started(): Promise<SearchServer> {
    return new SearchServer().listen();
  }

  /** The provider's window is spent: so many seconds, as it says so. */
  static spent(seconds: number): ProviderReply {
    const answer = refused(429, 'RATE_LIMITED');
    const headers = {
      ...LIMITS,
      'x-ratelimit-remaining': '0, 14000',
      'x-ratelimit-reset': `${seconds}, 1419704`,
    };
    return typeof answer === 'string' ? answer : { ...answer, headers };
  }

  /** Who searches for these words finds these pages. */
  finds(words: string, ...urls: readonly string[]): void {
    this.pages.set(words, urls);
  }

  private found({ path, query, headers }: ProviderAsked): ProviderReply {
    if (path !== '/res/v1/web/search') return refused(404, 'NOT_FOUND');
    if (headers['x-subscription-token'] !== SearchServer.key)
      return refused(401, 'SUBSCRIPTION_TOKEN_INVALID');
    const words = query['q'] ?? '';
    if (words === '' || words.length > 400 || words.split(' ').length > 50 || !isCount(query['count']))
      return refused(422, 'VALIDATION');
    const urls = [...this.pages].flatMap(([part, pages]) => (words.includes(part) ? pages : []));
    const results = urls.map((url) => {
      const { hostname, pathname } = new URL(url);
      return {
        type: 'search_result',
        subtype: 'generic',
        title: hostname,
        url,
        description: 'A page.',
        is_source_local: false,
        is_source_both: false,
        profile: { name: hostname, url, long_name: hostname, img: '' },
        meta_url: { scheme: 'https', netloc: hostname, hostname, favicon: '', path: pathname },
        language: 'en',
        family_friendly: true,
      };
    });
    return {
      gzip: true,
      headers: LIMITS,
      body: {
        type: 'search',
        query: { original: words, more_results_available: false, spellcheck_off: true },
        ...(results.length > 0 && { web: { type: 'search', results, family_friendly: true } }),
        mixed: { type: 'mixed', main: results.map((_, index) => ({ type: 'web', index, all: false })) },
      },
    };
  }
}
