import { hostOfVerdict, isWorthKeeping, verdictKey, type RememberedVerdict } from './remembered-verdict.js';

const verdict = (outcome: RememberedVerdict['outcome'], day: number): RememberedVerdict => ({
  version: 1,
  outcome,
  score: 80,
  confidence: 0.9,
  weights: 'websites-1',
  crawled_at: `2026-11-0${day}T12:00:00.000Z`,
});

it.each([
  ['an acceptance', verdict('accept', 1), undefined, true],
  ['a review of a site that was never accepted', verdict('review', 1), undefined, false],
  ['the same acceptance again', verdict('accept', 1), verdict('accept', 1), false],
  ['the acceptance of a later crawl', verdict('accept', 2), verdict('accept', 1), true],
  ['the rejection of a later crawl', verdict('reject', 2), verdict('accept', 1), true],
  ['the acceptance of an earlier crawl', verdict('accept', 1), verdict('reject', 2), false],
  ['a review of the same crawl by fewer signs', verdict('review', 1), verdict('accept', 1), false],
  ['an acceptance of the same crawl by more signs', verdict('accept', 1), verdict('review', 1), true],
])('%s is worth keeping or not', (_what, made, before, worth) => {
  expect(isWorthKeeping(made, before)).toBe(worth);
});

it('is known by company and host', () => {
  expect(hostOfVerdict(verdictKey('01234567', 'shop.bramley.co.uk'))).toBe('shop.bramley.co.uk');
});
