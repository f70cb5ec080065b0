import { newsFound, parseNews, TOO_FAST } from './news-feed.js';

/** As the feed prints it: not quite JSON, with blanks around punctuation. */
const PRINTED = `{"articles": [
  {"url": "https://www.Paper.co.uk/a?b=1", "url_mobile": "", "title": "Bramley\\' s \\"widgets\\" , again",
   "seendate": "20261120T031500Z", "socialimage": "", "domain": "paper.co.uk", "language": "English",
   "sourcecountry": "United Kingdom"},
  {"url": "javascript:alert(1)", "title": "No link", "seendate": "20261120T031500Z"},
  {"url": "https://paper.co.uk/x", "title": "No day", "seendate": "yesterday"},
  {"url": "https://paper.co.uk/y", "title": "\\u202e", "seendate": "20261120T031500Z"},
  {"url": "http://10.0.0.1/z", "title": "No publisher", "seendate": "20261120T031500Z"}
]}`;

it('tells articles, and leaves out what has no headline, link, publisher or day', () => {
  expect(newsFound(parseNews(PRINTED))).toEqual({
    articles: [
      {
        headline: 'Bramley\' s "widgets", again',
        url: 'https://www.paper.co.uk/a?b=1',
        publisher_host: 'paper.co.uk',
        seen_on: '2026-11-20',
        country: 'United Kingdom',
      },
    ],
    truncated: false,
  });
});

it('knows that nothing was found from what is no answer', () => {
  expect(newsFound(parseNews('{}'))).toEqual({ articles: [], truncated: false });
  expect(newsFound([])).toBeNull();
  expect(newsFound({ articles: 'none' })).toBeNull();
  expect(() => parseNews('The specified phrase is too short.')).toThrow('not JSON');
  expect(TOO_FAST.test('Please limit requests to one every 5 seconds')).toBe(true);
});

it('keeps headlines to 200 characters and says that there may be more', () => {
  const one = { url: 'https://paper.co.uk/a', title: 'x'.repeat(5_000), seendate: '20261120T031500Z' };
  const found = newsFound({ articles: Array.from({ length: 300 }, () => one) });
  expect(found?.truncated).toBe(true);
  expect(found?.articles).toHaveLength(250);
  expect(found?.articles[0]?.headline).toHaveLength(200);
});
