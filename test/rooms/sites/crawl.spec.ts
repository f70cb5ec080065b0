/** What a crawl of a host brings, from sites on loopback over real HTTP. */
import { crawlSite, type CrawlParts } from '../../../packages/enrichment/src/sites/crawl/crawl-site.js';
import { CoordinatedTraffic } from '../../../packages/enrichment/src/sites/crawl/site-traffic.js';
import { SiteNames } from '../../../packages/enrichment/src/sites/fetch/site-names.js';
import { readPage } from '../../../packages/enrichment/src/sites/page/read-page.js';
import type { SiteReading } from '../../../packages/enrichment/src/sites/site-reading.js';
import { DnsServer, NXDOMAIN } from '../../support/sites/dns-server.js';
import { redirectTo, SmallWeb, type Page } from '../../support/sites/small-web.js';
import { MemoryCoordination } from '../../support/stores/memory-coordination.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { CRAWL_LIMITS, type CrawlLimits } from '../../../packages/enrichment/src/sites/crawl/site-visit.js';

const HOST = 'bramley.co.uk';
const CONTACT = 'https://crawler.example.co.uk/about';
const QUICK: CrawlLimits = { ...CRAWL_LIMITS, totalMs: 60_000, pauseMs: 0, longestDelayMs: 1 };
const WORDS = 'We mend pumps and valves for mills and breweries all over the north of England. '.repeat(4);

const web = forAllTests(() => SmallWeb.start());
const dns = forAllTests(() => DnsServer.start());
beforeEach(() => {
  web.clear();
  dns.serve(() => NXDOMAIN);
});

const page = (title: string, more = '', links: readonly string[] = []): string =>
  `<html><head><title>${title}</title></head><body><main><p>${WORDS}</p>${more}</main><footer>${links
    .map((link) => `<a href="${link}">${link.replaceAll(/[/-]/g, ' ')}</a>`)
    .join(' ')}</footer></body></html>`;

async function crawled(limits: Partial<CrawlLimits> = {}, parts: Partial<CrawlParts> = {}, host = HOST) {
  const { hosts } = web;
  const names = new SiteNames({ servers: [dns.address], hosts, timeoutMs: 5_000, tries: 1 });
  const traffic = new CoordinatedTraffic(new MemoryCoordination(), 'one');
  const clock = { now: () => new Date('2026-11-22T10:00:00Z') };
  try {
    return await crawlSite(host, {
      ...{ names, hosts, contact: CONTACT, traffic, clock },
      readPage: async (fetched) => readPage(fetched),
      limits: { ...QUICK, ...limits },
      ...parts,
    });
  } finally {
    names.close();
  }
}

const paths = ({ pages }: SiteReading): string[] => pages.map(({ url }) => new URL(url).pathname);

describe('a crawl', () => {
  it('reads the first page, then those that promise to say whose the site is', async () => {
    web.site(HOST, {
      '/': {
        headers: { server: 'nginx', 'set-cookie': ['PHPSESSID=1; path=/', '_shop=2'] },
        body: page('Bramley', '', [
          ...[
            '/shop',
            '/news/our-day',
            '/contact',
            '/about-us',
            '/privacy-policy',
            '/terms',
            '/brochure.pdf',
          ],
          ...['https://other.co.uk/contact', '/contact#map', 'mailto:office@bramley.co.uk'],
        ]),
      },
      '/contact': page('Contact', '<p>office@bramley.co.uk</p>'),
      '/about-us': page('About us', '', ['/legal']),
      '/privacy-policy': page('Privacy'),
      '/terms': page('Terms', '<p>Bramley Pumps Limited, registered in England and Wales No. 08209948</p>'),
      '/legal': page('Legal'),
    });
    const site = await crawled();
    expect(site).toMatchObject({
      version: 1,
      host: HOST,
      crawled_on: '2026-11-22',
      state: 'read',
      final_url: `http://${HOST}/`,
      http_status: 200,
      redirects: [],
      secure: false,
      dns: { resolves: true, mx: ['mail.example.co.uk'], ns: [], txt: [] },
      headers: { server: 'nginx', 'content-type': 'text/html; charset=utf-8' },
      cookies: ['phpsessid', '_shop'],
      has_sitemap: false,
      truncated: false,
    });
    expect(paths(site)).toEqual(['/', '/contact', '/terms', '/about-us', '/legal', '/privacy-policy']);
    expect(site.pages.map(({ kind }) => kind)).toEqual([
      'home',
      'contact',
      'terms',
      'about',
      'legal',
      'privacy',
    ]);
    expect(site.pages[2]?.company_numbers).toMatchObject([{ value: '08209948' }]);
    expect(web.asked).not.toContain(`${HOST}/shop`);
    expect(web.asked).not.toContain(`${HOST}/brochure.pdf`);
  });

  it('says who it is, and where its operator is reached', async () => {
    let agent = '';
    web.site(HOST, {
      '/': (request, response) => {
        agent = request.headers['user-agent'] ?? '';
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('Bramley'));
      },
    });
    await crawled();
    expect(agent).toBe(`CompanyDataCrawler/1.0 (+${CONTACT})`);
  });

  it('reads at most ten pages', async () => {
    const kinds = ['contact', 'legal', 'terms', 'about', 'privacy', 'team'];
    const links = kinds.flatMap((kind) => [1, 2, 3].map((n) => `/${n}/${kind}`));
    web.site(HOST, {
      '/': page('Bramley', '', links),
      ...Object.fromEntries(links.map((l) => [l, page(l)])),
    });
    const site = await crawled();
    expect(site.pages).toHaveLength(10);
    expect(site.truncated).toBe(true);
  });

  it('begins at www. where the bare domain is not there', async () => {
    web.site(`www.${HOST}`, { '/': page('Bramley') });
    const site = await crawled();
    expect(site).toMatchObject({
      state: 'read',
      final_url: `http://www.${HOST}/`,
      faults: expect.arrayContaining(['dns_not_found']) as string[],
    });
  });

  it('reads the site that a redirect leads to, and says through which hosts it went', async () => {
    web.site(HOST, { '/': redirectTo('http://group.co.uk/bramley'), '/contact': page('Never read') });
    web.site('group.co.uk', {
      '/bramley': page('Group', '', [`http://${HOST}/contact`, '/contact']),
      '/contact': page('Contact the group'),
    });
    const site = await crawled();
    expect(site).toMatchObject({
      host: HOST,
      final_url: 'http://group.co.uk/bramley',
      redirects: [HOST, 'group.co.uk'],
    });
    expect(site.pages.map(({ url }) => new URL(url).hostname)).toEqual(['group.co.uk', 'group.co.uk']);
  });

  it('leaves out a page that leads to another site', async () => {
    web.site(HOST, { '/': page('Bramley', '', ['/contact']), '/contact': redirectTo('http://group.co.uk/') });
    web.site('group.co.uk', { '/': page('Group') });
    expect(paths(await crawled())).toEqual(['/']);
  });

  it('finds a sitemap where such files are, or where robots.txt names one', async () => {
    web.site(HOST, { '/': page('Bramley'), '/sitemap.xml': '<?xml version="1.0"?><urlset></urlset>' });
    expect((await crawled()).has_sitemap).toBe(true);
    web.site(HOST, { '/': page('Bramley'), '/robots.txt': `Sitemap: http://${HOST}/map.xml` });
    expect((await crawled()).has_sitemap).toBe(true);
  });
});

describe('what robots.txt says', () => {
  const robots = (body: string, status = 200): Page => ({
    status,
    headers: { 'content-type': 'text/plain' },
    body,
  });
  const home = page('Bramley', '', ['/contact', '/terms']);
  const rest = { '/': home, '/contact': page('Contact'), '/terms': page('Terms') };

  it.each([
    ['forbids all', robots('User-agent: *\nDisallow: /'), 'blocked', ['robots']],
    ['forbids us', robots('User-agent: CompanyDataCrawler\nDisallow: /'), 'blocked', ['robots']],
    ['fails', robots('', 503), 'blocked', ['robots_unavailable']],
    ['asks to come later', robots('', 429), 'blocked', ['robots_unavailable']],
  ])('is kept where it %s', async (_what, file, state, faults) => {
    web.site(HOST, { ...rest, '/robots.txt': file });
    const site = await crawled();
    expect(site).toMatchObject({ state, pages: [] });
    expect(site.faults).toEqual(expect.arrayContaining(faults));
    expect(web.asked).not.toContain(`${HOST}/`);
  });

  it.each([
    ['is not there', robots('', 404)],
    ['is not for us', robots('', 403)],
    ['forbids others', robots('User-agent: BadBot\nDisallow: /')],
    ['is a page', robots('<html>User-agent: *\nDisallow: /</html>')],
    ['leads in a circle', redirectTo('/robots.txt')],
  ])('lets everything be read where it %s', async (_what, file) => {
    web.site(HOST, { ...rest, '/robots.txt': file });
    expect(paths(await crawled())).toEqual(['/', '/contact', '/terms']);
  });

  it('keeps single pages from being read', async () => {
    web.site(HOST, { ...rest, '/robots.txt': robots('User-agent: *\nDisallow: /terms') });
    expect(paths(await crawled())).toEqual(['/', '/contact']);
  });

  it('is asked once of each origin, of where a redirect leads too', async () => {
    web.site(HOST, { '/': redirectTo('http://group.co.uk/') });
    web.site('group.co.uk', { '/': page('Group'), '/robots.txt': robots('User-agent: *\nDisallow: /') });
    expect(await crawled()).toMatchObject({
      state: 'blocked',
      redirects: [HOST, 'group.co.uk'],
      final_url: null,
    });
    expect(web.asked.filter((path) => path.endsWith('robots.txt'))).toEqual([
      `${HOST}/robots.txt`,
      'group.co.uk/robots.txt',
    ]);
  });
});

describe('a first page without a text of its own', () => {
  const refreshed = (to: string): string => `<meta http-equiv="refresh" content="0; url=${to}"><p>Moved.</p>`;
  const framed = '<frameset cols="20,80"><frame src="menu.html"><frame src="/main.html"></frameset>';

  it('leads to the page that it sends its readers to', async () => {
    web.site(HOST, {
      '/': refreshed('home.html'),
      '/home.html': page('Bramley', '', ['/contact']),
      '/contact': page('Contact'),
    });
    const site = await crawled();
    expect(paths(site)).toEqual(['/home.html', '/contact']);
    expect(site.redirects).toEqual([]);
  });

  it('leads to another site as a redirect does', async () => {
    web.site(HOST, { '/': refreshed('http://group.co.uk/') });
    web.site('group.co.uk', { '/': page('Group') });
    expect(await crawled()).toMatchObject({
      final_url: 'http://group.co.uk/',
      redirects: [HOST, 'group.co.uk'],
    });
  });

  it('shows the frame that has most to say', async () => {
    web.site(HOST, { '/': framed, '/menu.html': '<p>Menu</p>', '/main.html': page('Bramley') });
    expect(paths(await crawled())).toEqual(['/main.html']);
  });

  it('stands for itself where what it leads to is no page, or itself', async () => {
    web.site(HOST, { '/': refreshed('/') });
    expect(paths(await crawled())).toEqual(['/']);
    web.site(HOST, { '/': refreshed('http://10.0.0.1/') });
    expect(paths(await crawled())).toEqual(['/']);
  });
});

describe('a site that can not be read', () => {
  const TEXTLESS = '<html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const CHALLENGE = '<html><head><title>Just a moment...</title></head><body>Wait.</body></html>';
  it.each<[string, Page, string, string, number]>([
    ['forbids it', { status: 403 }, 'blocked', 'http_403', 403],
    ['wants a password', { status: 401 }, 'blocked', 'http_401', 401],
    ['asks to come later', { status: 429 }, 'blocked', 'http_429', 429],
    ['has a wall', { status: 503, headers: { 'cf-mitigated': 'challenge' } }, 'blocked', 'http_503', 503],
    ['asks for a person', CHALLENGE, 'blocked', 'challenge', 200],
    ['is gone', { status: 410 }, 'not_readable', 'http_410', 410],
    ['fails', { status: 500 }, 'not_readable', 'http_500', 500],
    ['is a picture', { headers: { 'content-type': 'image/png' } }, 'not_readable', 'not_html', 200],
    ['is made by scripts', TEXTLESS, 'not_readable', 'little_text', 200],
    ['shows pictures alone', '<title>Acme</title><img src="a.png">', 'not_readable', 'little_text', 200],
  ])('because it %s', async (_what, answer, state, fault, http_status) => {
    web.site(HOST, { '/': answer });
    const site = await crawled();
    expect(site).toMatchObject({ state, http_status });
    expect(site.faults).toContain(fault);
  });

  it('because its name is not there', async () => {
    expect(await crawled()).toMatchObject({
      state: 'unreachable',
      faults: ['dns_not_found'],
      final_url: null,
      http_status: null,
      dns: { resolves: false },
      pages: [],
    });
  });

  it('because no name server tells', async () => {
    dns.serve(() => ({ code: 2 }));
    expect(await crawled()).toMatchObject({
      state: 'unreachable',
      faults: ['dns_failed'],
      dns: { resolves: null, mx: null },
    });
  });

  it('because it leads to where nobody goes', async () => {
    web.site(HOST, { '/': redirectTo('http://169.254.169.254/') });
    const site = await crawled();
    expect(site).toMatchObject({ state: 'unreachable', final_url: null });
    expect(site.faults).toContain('redirect_refused');
  });

  it('because its page costs too much to read', async () => {
    web.site(HOST, { '/': page('Bramley') });
    const site = await crawled({}, { readPage: async () => null });
    expect(site).toMatchObject({ state: 'not_readable', pages: [] });
    expect(site.faults).toContain('page_too_costly');
  });
});

describe('the limits of a crawl', () => {
  const links = ['/contact', '/terms', '/about', '/privacy', '/legal', '/team'];
  const site = (): void =>
    web.site(HOST, {
      '/': page('Bramley', '', links),
      ...Object.fromEntries(links.map((l) => [l, page(l)])),
    });

  it('end it where its time is over, with what was read until then', async () => {
    web.site(HOST, {
      '/': page('Bramley', '', ['/contact', '/terms']),
      '/contact': () => undefined, // never answers
      '/terms': page('Terms'),
    });
    const found = await crawled({ totalMs: 400 });
    expect(found.truncated).toBe(true);
    // On a busy machine, even the first page may not come in time.
    expect([[], ['/']]).toContainEqual(paths(found));
  });

  it('end it where its bytes are spent', async () => {
    site();
    const found = await crawled({ wireBytes: 2_500 });
    expect(found).toMatchObject({ state: 'read', truncated: true });
    expect(found.pages.length).toBeLessThan(links.length);
  });

  it('end it where its requests are spent', async () => {
    web.site(HOST, { '/': page('Bramley', '', links) });
    const found = await crawled({ others: 5 });
    expect(found).toMatchObject({ state: 'read', truncated: true });
    // robots.txt over TLS fails before it is a request of the server.
    expect(web.asked.length).toBeLessThanOrEqual(6);
  });

  it('cut a page that is longer than is read', async () => {
    web.site(HOST, { '/': page('Bramley', `<p>${'word '.repeat(100_000)}</p><p>the end</p>`) });
    const found = await crawled({ pageBytes: 50_000 });
    expect(JSON.stringify(found.pages)).not.toContain('the end');
  });
});

describe('crawls of one host', () => {
  it('are at most two connections, whoever crawls', async () => {
    let open = 0;
    let most = 0;
    web.site(HOST, {
      '/': (_request, response) => {
        most = Math.max(most, (open += 1));
        setTimeout(() => {
          open -= 1;
          response.writeHead(200, { 'content-type': 'text/html' }).end(page('Bramley'));
        }, 30);
      },
    });
    const coordination = new MemoryCoordination();
    const all = Array.from({ length: 6 }, () =>
      crawled({}, { traffic: new CoordinatedTraffic(coordination, 'one') }),
    );
    expect((await Promise.all(all)).map(({ state }) => state)).toEqual(Array(6).fill('read'));
    expect(most).toBe(2);
  });

  it('hold up no other host of its domain while they wait', async () => {
    const traffic = new CoordinatedTraffic(new MemoryCoordination(), 'one');
    const waiting = new AbortController();
    const enter = (host: string, patienceMs: number) =>
      traffic.enterHost(host, { signal: waiting.signal, patienceMs });
    for (const host of [HOST, HOST]) expect(await enter(host, 0)).not.toBeNull();
    const others = Array.from({ length: 11 }, () => enter(HOST, 60_000));
    expect(await enter(`other.${HOST}`, 0)).not.toBeNull();
    waiting.abort();
    expect(await Promise.all(others)).toEqual(Array(11).fill(null));
  });

  it('are free again for a crawler that is started again, and for nobody else', async () => {
    const coordination = new MemoryCoordination();
    const dead = new CoordinatedTraffic(coordination, 'dead');
    const living = new CoordinatedTraffic(coordination, 'living');
    const patience = { signal: new AbortController().signal, patienceMs: 0 };
    for (const host of [HOST, HOST]) await dead.enterHost(host, patience);
    await dead.enterAddress('93.184.216.34', patience);
    await dead.enterCrawl('job');
    await living.enterCrawl('job');
    await dead.forgetEarlier();
    expect((await coordination.range('site-', 'site-~')).map(({ value }) => value)).toEqual([
      { owner: 'living' },
    ]);
  });

  it('have room for so many, of which jobs leave some to clients that wait', async () => {
    const coordination = new MemoryCoordination();
    const traffic = [
      new CoordinatedTraffic(coordination, 'one'),
      new CoordinatedTraffic(coordination, 'other'),
    ];
    const entered = async (priority: 'resolve' | 'job'): Promise<number> => {
      let count = 0;
      while ((await traffic[count % 2]?.enterCrawl(priority)) !== null) count += 1;
      return count;
    };
    expect(await entered('job')).toBe(52);
    expect(await entered('resolve')).toBe(12);
  });
});
