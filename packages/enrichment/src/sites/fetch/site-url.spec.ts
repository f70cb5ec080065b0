import { siteUrl } from './site-url.js';

/** Node runs a function in its compiled form after so many calls. */
const OFTEN = 50_000;

it('an address is taken or refused the same however many were looked at before', () => {
  const base = new URL('https://bramley.co.uk/');
  const looked = (): string =>
    ['http://é.co.uk/', '/caf\u00e9', 'http://exa mple.co.uk/', 'http://\u00a0/']
      .map((text) => siteUrl(text, () => false, base)?.href ?? 'refused')
      .join();
  const answers = new Set(Array.from({ length: OFTEN }, looked));
  expect([...answers]).toEqual(['http://xn--9ca.co.uk/,https://bramley.co.uk/caf%C3%A9,refused,refused']);
});
