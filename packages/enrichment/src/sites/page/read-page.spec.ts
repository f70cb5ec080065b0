import { HOSTILE_PAGES, hostilePage } from '../../../../../test/support/sites/hostile-pages.js';
import { PAGE_LIMITS } from './limits.js';
import { readPage } from './read-page.js';

const read = (html: string, url = 'https://www.acme.co.uk/', content_type: string | null = 'text/html') =>
  readPage({ url, http_status: 200, content_type, body: Buffer.from(html), link_text: null });
const LONG = process.env.TEST_LONG === '1';
/** Without `TEST_LONG` a quarter of each. */
const hostile = (name: string): Uint8Array => hostilePage(name).subarray(0, LONG ? undefined : 250_000);
/** The least processor time of three readings, in microseconds. The least has the least of other work. */
function leastProcessorTime(body: Uint8Array): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage();
    readPage({
      url: 'https://acme.co.uk/',
      http_status: 200,
      content_type: 'text/html',
      body,
      link_text: null,
    });
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  });
  return Math.min(...times);
}
const bodyOf = (html: string) => read(`<html><body>${html}</body></html>`).page;

describe('the text of a page', () => {
  it('goes on through inline elements and is parted by blocks', () => {
    const { text } = bodyOf(
      '<p>Company <b>No. 0123</b><i>4999</i></p><ul><li>one<br>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>',
    );
    expect(text.map((run) => run.text)).toEqual(['Company No. 01234999', 'one', 'two', 'a', 'b']);
  });

  it('says where it stands, by elements, roles and names', () => {
    const { text } = bodyOf(
      '<header>a<nav>b</nav></header><main>c<article><footer>d</footer></article></main><div role="contentinfo">e</div>' +
        '<div class="x site-footer">f<nav>g</nav><address>h</address></div><p id="copyright">i</p>',
    );
    expect(text.map(({ region, text: run }) => `${region} ${run}`)).toEqual([
      'header a',
      'header b',
      'main c',
      'main d',
      'footer e',
      'footer f',
      'footer g',
      'address h',
      'footer i',
    ]);
  });

  it('leaves out what nobody reads, and what moves or hides text', () => {
    const { text, title } = read(
      '<title> A\u202e\u0007 B </title><body><script>x</script><style>y</style><svg><title>z</title></svg>a\u200bb\u0000 \n c',
    ).page;
    expect(title).toBe('A B');
    expect(text).toEqual([{ region: 'main', text: 'ab c' }]);
  });

  const HIDES = [
    '<div hidden>',
    '<div style="display: none">',
    '<p style="DISPLAY:none !important">',
    '<p style="visibility:hidden">',
    '<p style="font-size:0px">',
    '<p style="position:absolute; left:-9999px">',
    '<p style="text-indent:-999em">',
    '<p style="height:1px; width:1px; overflow:hidden">',
    '<p style="color:#FFF; background-color:white">',
    '<p style="color:transparent">',
    '<div style="background:#ffffff"><font color="white">',
    '<table bgcolor="#000"><tr><td style="color: #000">',
    '<div hidden><p style="display:block">',
  ];
  it.each(HIDES)('that %s hides from everybody proves nothing, and its links lead on', (opening) => {
    const inside =
      'Acme Limited, company number 04269383, LS1 2AB <a href="/legal">Legal</a> <a href="mailto:a@acme.co.uk">a</a> <a href="tel:01134960123">b</a>';
    const { page, links } = read(`<p>Shown</p>${opening}${inside}`);
    expect(page).toMatchObject({
      text: [{ region: 'main', text: 'Shown' }],
      company_numbers: [],
      postcodes: [],
      phones: [],
      emails: [],
    });
    expect(links[0]).toMatchObject({ url: 'https://www.acme.co.uk/legal', text: 'Legal', hidden: true });
  });

  const SHOWS = [
    '<body style="display:none">',
    '<div aria-hidden="true">',
    '<div hidden="until-found">',
    '<details><summary>More</summary>',
    '<div style="opacity:0">',
    '<div style="margin-top:-120px">',
    '<div style="color:#fff">',
    '<div style="background:#fff"><div class="dark" style="color:#fff">',
    '<div style="height:0">',
  ];
  it.each(SHOWS)('is read in %s, which is seen or comes into sight', (opening) => {
    expect(read(`${opening}<p>Company number 04269383`).page.company_numbers).toHaveLength(1);
  });

  it.each([
    ['its header', 'text/html; charset=iso-8859-1', Buffer.from('<p>caf\xe9', 'latin1')],
    ['its own declaration', 'text/html', Buffer.from('<meta charset="windows-1252"><p>caf\xe9', 'latin1')],
    ['its bytes, UTF-8', null, Buffer.from('<p>café')],
    ['its bytes, not UTF-8', null, Buffer.from('<p>caf\xe9', 'latin1')],
    ['its mark', 'text/html', Buffer.from('\ufeff<p>café', 'utf16le')],
  ])('is decoded by %s', (_by, content_type, body) => {
    const { page } = readPage({
      url: 'https://a.co.uk/',
      http_status: 200,
      content_type,
      body,
      link_text: null,
    });
    expect(page.text[0]?.text).toBe('café');
  });

  it('is none where the page is no text', () => {
    expect(read('%PDF-1.4 (Acme)', 'https://a.co.uk/x.pdf', 'application/pdf').page.text).toEqual([]);
    expect(read('Acme <b>', 'https://a.co.uk/x.txt', 'text/plain').page.text[0]?.text).toBe('Acme b>');
  });
});

describe('the links of a page', () => {
  it('are absolute, each once a region, with their text', () => {
    const { links, page } = read(
      '<base href="https://acme.co.uk/en/"><header><a href="contact#top"><img alt="Contact us"></a></header>' +
        '<footer><a href="contact">Contact</a><a href="javascript:x()">x</a><a href="https://other.co.uk/a">o</a></footer>',
    );
    expect(links).toEqual([
      { url: 'https://acme.co.uk/en/contact', text: 'Contact us', region: 'header', hidden: false },
      { url: 'https://acme.co.uk/en/contact', text: 'Contact', region: 'footer', hidden: false },
      { url: 'https://other.co.uk/a', text: 'o', region: 'footer', hidden: false },
    ]);
    expect(page.linked_hosts).toEqual(['other.co.uk']);
  });

  it.each([
    ['/', null, 'home'],
    ['/en-gb/', null, 'home'],
    ['/contact-us/', null, 'contact'],
    ['/p/12', 'Meet the team', 'team'],
    ['/about/privacy-policy.html', null, 'privacy'],
    ['/legal/terms-and-conditions', null, 'terms'],
    ['/amdanom-ni', null, 'about'],
    ['/shop/pumps', null, 'shop'],
    ['/news/2024/a', 'Read more', 'other'],
  ])('%s (%s) leads to a page of kind %s', (path, link_text, kind) => {
    const url = `https://acme.co.uk${path}`;
    const { page } = readPage({
      url,
      http_status: 200,
      content_type: null,
      body: new Uint8Array(),
      link_text,
    });
    expect(page.kind).toBe(kind);
  });
});

it('tells the language by its declaration or its words, Welsh too', () => {
  const welsh = `<p>${'Mae ein gwasanaeth yn y gogledd ac yr ydych chi wedi cysylltu ar gyfer hyn. '.repeat(3)}</p>`;
  const english = `<p>${'We are the company that you can trust with all of your work and with the rest. '.repeat(2)}</p>`;
  expect(read(`<html lang="en_GB">${english}`).page.language).toBe('en-GB');
  expect(read(english).page.language).toBe('en');
  expect(read(welsh).page.language).toBe('cy');
  expect(read(`<html lang="en-US">${welsh}`).page.language).toBe('cy');
  expect(read('<p>1 2 3').page.language).toBeNull();
});

it('tells organisations, marks and profiles', () => {
  const { page } = read(
    `<meta name="generator" content="WordPress 6.4"><meta name="description" content="We repair pumps.">
     <script src="/wp-includes/js/jquery.min.js?ver=3.7"></script><link rel="stylesheet" href="//cdn.test/a.css">
     <script type="application/ld+json">{"@context":"x","@graph":[{"@type":"LocalBusiness","name":"Acme",
       "legalName":"Acme Widgets Ltd","vatID":"GB182708200","email":"mailto:Info@acme.co.uk",
       "address":{"streetAddress":"1 Park Road","postalCode":"LS1 2AB"},
       "sameAs":["https://www.facebook.com/acmewidgets/","https://find-and-update.company-information.service.gov.uk/company/01234999"]}]}</script>
     <main><a href="https://www.instagram.com/somebody/">x</a></main>
     <footer><a href="https://uk.linkedin.com/company/acme?trk=1">in</a><a href="https://www.facebook.com/sharer/sharer.php?u=1">share</a>
       <a href="https://twitter.com/intent/tweet">t</a><a href="https://facebook.com/wix">w</a></footer>`,
  );
  expect(page.description).toBe('We repair pumps.');
  expect(page.organisations).toEqual([
    {
      name: 'Acme',
      legal_name: 'Acme Widgets Ltd',
      identifiers: [],
      vat_id: 'GB182708200',
      telephone: null,
      email: 'info@acme.co.uk',
      address: {
        street: '1 Park Road',
        locality: null,
        region: null,
        postal_code: 'LS1 2AB',
        country: null,
      },
      same_as: [
        'https://www.facebook.com/acmewidgets/',
        'https://find-and-update.company-information.service.gov.uk/company/01234999',
      ],
    },
  ]);
  expect(page.company_numbers).toMatchObject([{ value: '01234999', role: 'own', name: 'Acme Widgets Ltd' }]);
  expect(page.profiles).toEqual([
    { platform: 'linkedin', handle: 'acme', url: 'https://uk.linkedin.com/company/acme' },
    { platform: 'facebook', handle: 'acmewidgets', url: 'https://www.facebook.com/acmewidgets' },
  ]);
  expect(page.marks).toEqual([
    { kind: 'script', value: 'https://www.acme.co.uk/wp-includes/js/jquery.min.js?ver=3.7' },
    { kind: 'link', value: 'https://cdn.test/a.css' },
    { kind: 'meta', value: 'generator=WordPress 6.4' },
  ]);
});

describe('pages that are made to cost their reader dear', () => {
  it.each(Object.keys(HOSTILE_PAGES))('%s: stays within the limits', (name) => {
    const { page, links } = readPage({
      url: 'https://acme.co.uk/',
      http_status: 200,
      content_type: 'text/html; charset=utf-8',
      body: hostile(name),
      link_text: null,
    });
    const characters = page.text.reduce((sum, run) => sum + run.text.length, 0);
    expect(characters).toBeLessThanOrEqual(PAGE_LIMITS.text);
    expect(links.length).toBeLessThanOrEqual(PAGE_LIMITS.links);
    expect(page.marks.length).toBeLessThanOrEqual(PAGE_LIMITS.marks);
    for (const values of [page.company_numbers, page.vat_numbers, page.postcodes, page.phones, page.emails]) {
      expect(values.length).toBeLessThanOrEqual(PAGE_LIMITS.values);
      expect(values.every(({ snippet }) => snippet.length <= 300)).toBe(true);
    }
    expect(page.organisations.length).toBeLessThanOrEqual(PAGE_LIMITS.organisations);
    expect(page.title?.length ?? 0).toBeLessThanOrEqual(200);
  });

  /** The dearest take 15 times as much; one that costs the square of its length takes hundreds of times. */
  const MAX_TIMES = 50;
  (LONG ? it : it.skip)(
    `each takes at most ${MAX_TIMES} times the processor time of plain text of a megabyte`,
    () => {
      const plain = Buffer.from(`<p>${'We repair pumps and motors for farms and dairies. '.repeat(20_000)}`);
      const most = MAX_TIMES * leastProcessorTime(plain);
      const dear = Object.keys(HOSTILE_PAGES).filter((name) => leastProcessorTime(hostilePage(name)) > most);
      expect(dear).toEqual([]);
    },
  );

  it.each([
    'nested blocks',
    'tags that open and close',
    'tags that close nothing',
    'one word',
    'open angles',
  ])('%s: says that it was cut', (name) => {
    const body = hostilePage(name);
    const { page } = readPage({
      url: 'https://a.co.uk/',
      http_status: 200,
      content_type: null,
      body,
      link_text: null,
    });
    expect(page.truncated).toBe(true);
  });
});

it('takes the title of the page out of its head, and none of a drawing', () => {
  const body =
    '<html><head><title>Acme Widgets | Leeds</title></head><body><svg><title>Arrow</title></svg><p>Hello.</p></body></html>';
  const { page } = readPage({
    url: 'https://acme.test/',
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(body),
    link_text: null,
  });
  expect(page.title).toBe('Acme Widgets | Leeds');
});
