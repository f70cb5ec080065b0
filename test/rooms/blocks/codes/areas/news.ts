/** A feed of news that answers in the publisher's own form, is out of reach, or answers a page. */
import { newsFetcher } from '../../../../../packages/enrichment/src/live/readings/provider-fetchers.js';
import type {
  Provider,
  ProviderAnswer,
} from '../../../../../packages/enrichment/src/live/providers/provider.js';
import { reason, type Area } from '../cell.js';
import { companiesFile } from '../published.js';

const FETCHED_AT = '2024-07-01T09:00:00.000Z';
const COMPANIES = { QUIET: '46000001', FAR: '46000002', BROKEN: '46000003', NAMED: '46000004' } as const;

export const NAMED_IN_NEWS = COMPANIES.NAMED;

const article = {
  url: 'https://www.paper.co.uk/ten-firms',
  url_mobile: '',
  title: 'Ten firms to watch',
  seendate: '20240620T031500Z',
  socialimage: '',
  domain: 'paper.co.uk',
  language: 'English',
  sourcecountry: 'United Kingdom',
};

function answerTo(query: string): ProviderAnswer {
  if (query.includes('far presses'))
    return { status: 'unavailable', why: 'it answered 500', lasting: false, http_status: 500 };
  if (query.includes('broken presses'))
    return { status: 'unreadable', why: 'it answered 200 with what is not JSON' };
  const body = query.includes('named presses') ? { articles: [article] } : {};
  return { status: 'answered', fetched_at: FETCHED_AT, body };
}

const feed: Provider = { ask: async ({ query }) => answerTo(query?.['query'] ?? '') };

export const news: Area = {
  name: 'a feed of news',
  data: "answers in the form of GDELT's DOC 2.0 API, the register file",
  world: () => ({
    loaded: [
      companiesFile(
        Object.entries(COMPANIES).map(([name, CompanyNumber]) => ({
          CompanyNumber,
          CompanyName: `${name} PRESSES LIMITED`,
          'RegAddress.PostTown': 'LEEDS',
        })),
      ),
    ],
    fetchers: { news: newsFetcher(feed) },
  }),
  cells: [
    ...reason('news_signals', 'no_signals_on_record', 'no article names it', COMPANIES.QUIET),
    ...reason('news_signals', 'search_unavailable', 'the feed is out of reach', COMPANIES.FAR),
    ...reason('news_signals', 'signals_unavailable', 'the feed answers a page', COMPANIES.BROKEN),
    ...reason('news_signals', 'not_confirmed', 'an article is less sure than asked', {
      row: { company_number: COMPANIES.NAMED },
      options: { min_confidence: 0.9 },
    }),
  ],
};
