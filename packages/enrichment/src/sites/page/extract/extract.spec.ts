import { readPage } from '../read-page.js';
import { isVatNumber } from './vat-numbers.js';
import { profileOf } from './profiles.js';

const page = (html: string) =>
  readPage({
    url: 'https://acme.co.uk/',
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(html),
    link_text: null,
  }).page;
const values = (found: readonly { readonly value: string }[]): string[] => found.map(({ value }) => value);

describe('VAT numbers', () => {
  it.each(['VAT No. GB 182 7082 00', 'VAT: 182 708 200', 'V.A.T. Reg 182708200', 'TAW GB182708200'])(
    'are read from %s',
    (text) => {
      expect(values(page(text).vat_numbers)).toEqual(['182708200']);
    },
  );
  it.each([
    ['the check fails', 'VAT No. 182708201'],
    ['nothing says that it is one', 'Order 182708200'],
    ['it is longer', 'VAT No. 1827082001'],
  ])('are none where %s', (_why, text) => {
    expect(page(text).vat_numbers).toEqual([]);
  });
  it('are checked by either rule', () => {
    expect(isVatNumber('182708200')).toBe(true);
    expect(isVatNumber('182708255')).toBe(true);
    expect(isVatNumber('182708256')).toBe(false);
  });
});

describe('postcodes', () => {
  it('are normalised, with the address before them', () => {
    const [found] = page('<p>Unit 4<br>Park Road<br>Leeds<br>ls12ab</p>').postcodes;
    expect(found).toEqual({
      value: 'LS1 2AB',
      region: 'main',
      snippet: 'Unit 4 | Park Road | Leeds | ls12ab',
    });
  });
  it.each(['EC1A 1BB', 'W1A 0AX', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT'])('may be %s', (postcode) => {
    expect(values(page(`Office: ${postcode}`).postcodes)).toEqual([postcode]);
  });
  it.each([
    'A12 3BC',
    'SI4 1TE',
    'to10 3am',
    'ab12 3cd',
    'in2 4yo',
    'id b6 4ef',
    'XLS1 2ABX',
    'GIR 0AA',
    'LS1 2AC1',
  ])('are not %s', (text) => {
    expect(page(text).postcodes).toEqual([]);
  });
});

describe('phone numbers', () => {
  it.each([
    ['0113 496 0000', '+441134960000'],
    ['(0113) 496 0000', '+441134960000'],
    ['+44 (0)20 7946 0123', '+442079460123'],
    ['0800 111 999 4', '+448001119994'],
    ['+353 1 679 1977', '+35316791977'],
  ])('are read from %s', (text, number) => {
    expect(values(page(`<p>Call us: ${text}.</p>`).phones)).toEqual([number]);
  });
  it('are read from links, without their text', () => {
    expect(page('<footer><a href="tel:0113%20496%200000">Call</a></footer>').phones).toEqual([
      { value: '+441134960000', region: 'footer', snippet: 'Call 0113 496 0000' },
    ]);
  });
  it.each(['Company No. 01234999', '01/02/2024 - 03/04/2024', '07700 900123', 'ISBN 0-306-40615-2'])(
    'are not %s',
    (text) => {
      expect(page(text).phones).toEqual([]);
    },
  );
});

describe('e-mail addresses', () => {
  it.each([
    ['printed', 'Write to Info@Acme.co.uk.', 'info@acme.co.uk'],
    ['linked to', '<a href="mailto:j.smith%40acme.co.uk?subject=x">Write</a>', 'j.smith@acme.co.uk'],
    ['written out', 'sales [at] acme [dot] co [dot] uk', 'sales@acme.co.uk'],
    ['hidden', '<a href="/x" data-cfemail="7b121d143b1a181e551814">[email protected]</a>', 'ifo@ace.co'],
    [
      'hidden in a link',
      '<a href="/cdn-cgi/l/email-protection#7b121d143b1a181e551814">Write</a>',
      'ifo@ace.co',
    ],
  ])('are read where they are %s', (_how, html, address) => {
    expect(values(page(`<p>${html}</p>`).emails)).toEqual([address]);
  });
  it.each([
    'you@company.com',
    'your.name@acme.co.uk',
    'a@example.com',
    'x1@o12.ingest.sentry.io',
    'logo@2x.png',
    '@acme',
    'a@b',
    'a@10.0.0.1',
    'a..b@acme.co.uk',
  ])('are not %s', (text) => {
    expect(page(text).emails).toEqual([]);
  });
});

it.each([
  ['https://www.facebook.com/pages/Acme/123', 'facebook', 'Acme'],
  ['https://www.facebook.com/profile.php?id=100', 'facebook', '100'],
  ['https://x.com/@acme', 'x', 'acme'],
  ['https://www.youtube.com/channel/UC1', 'youtube', 'UC1'],
  ['https://www.youtube.com/@acme', 'youtube', 'acme'],
])('%s is a profile', (address, platform, handle) => {
  expect(profileOf(address)).toMatchObject({ platform, handle });
});
it.each([
  'https://facebook.com/',
  'https://linkedin.com/shareArticle?url=1',
  'https://pinterest.com/pin/create/button/',
  'https://youtube.com/watch?v=1',
  'https://notfacebook.com/acme',
  'nonsense',
])('%s is none', (address) => {
  expect(profileOf(address)).toBeNull();
});
