import { answerOfSite, OWN_HOST, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import webPresence from './web-presence.block.js';

const answered = (pages: Readonly<Record<string, string>>, more: Parameters<typeof ownSite>[1] = {}) =>
  answerOfSite(webPresence, { site: ownSite(pages, more) });

it('tells profiles with their page, languages and standing pages', () => {
  const answer = answered(
    {
      '/': '<html lang="en-GB"><header><a href="https://x.com/bramley">x</a></header>',
      '/contact':
        '<html lang="en-GB"><footer><a href="https://twitter.com/Bramley">x</a><a href="https://instagram.com/bramleypumps">i</a></footer>',
      '/cy/privacy': '<html lang="cy">',
    },
    { has_sitemap: true },
  );
  expect(answer).toMatchObject({
    status: 'available',
    source: 'own_website',
    as_of: '2026-11-21',
    value: {
      domain: OWN_HOST,
      profiles: [
        { platform: 'instagram', handle: 'bramleypumps', page_url: `https://${OWN_HOST}/contact` },
        { platform: 'x', handle: 'bramley', page_url: `https://${OWN_HOST}/` },
      ],
      languages: ['en-GB', 'cy'],
      has_online_shop: false,
      has_sitemap: true,
      contact_page_url: `https://${OWN_HOST}/contact`,
      legal_page_url: `https://${OWN_HOST}/cy/privacy`,
      pages_read: 3,
    },
    detail: { website_verdict: { domain: OWN_HOST, outcome: 'accept', served: true, auto_run: true } },
  });
});

it('tells a shop by its software, or by its pages and payments', () => {
  const shop = (html: string, path = '/pumps') => answered({ '/': '<html lang="en">', [path]: html });
  const has = (has_online_shop: boolean) => ({ value: { has_online_shop } });
  expect(shop('<script src="https://cdn.shopify.com/s/a.js"></script>')).toMatchObject(has(true));
  expect(shop('<script src="https://js.stripe.com/v3/"></script>', '/shop')).toMatchObject(has(true));
  expect(shop('<script src="https://js.stripe.com/v3/"></script>')).toMatchObject(has(false));
  expect(shop('<p>Buy our pumps in our shop.</p>', '/products')).toMatchObject(has(false));
});

describe('without anything to tell it says why:', () => {
  it('the site shows nothing', () => {
    expect(answered({ '/': '' })).toMatchObject({ status: 'not_found', reason: 'no_web_presence_on_file' });
  });
  it('no website is on file', () => {
    expect(answerOfSite(webPresence, { site: null, named: false })).toMatchObject({
      reason: 'no_validated_website',
    });
  });
  it('the website proves nothing', () => {
    const strange = ownSite({}, { pages: [] });
    expect(answerOfSite(webPresence, { site: strange })).toMatchObject({
      reason: expect.stringMatching(/^website_(?:needs_review|unverified)$/) as string,
    });
  });
  it('the website can’t be reached', () => {
    const site = ownSite({}, { state: 'unreachable', pages: [], http_status: null });
    expect(answerOfSite(webPresence, { site })).toMatchObject({ reason: 'website_not_verifiable' });
  });
  it('the request allows no look', () => {
    expect(answerOfSite(webPresence, { site: null, fetching: () => 'not_looked_up' })).toMatchObject({
      reason: 'website_not_validated',
    });
  });
  it('it waits where it may look', () => {
    expect(answerOfSite(webPresence, { site: null, fetching: () => null })).toEqual({ status: 'pending' });
  });
});
