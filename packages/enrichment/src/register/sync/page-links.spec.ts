import { pageLinks } from './http-publisher-site.js';

const PAGE = new URL('https://publisher.example/list/');
const links = (html: string): string[] => pageLinks(html, PAGE).map(({ href }) => href);

it('takes addresses of HTTP, and passes over what is none', () => {
  const hrefs = [
    'a.zip',
    '100%.zip',
    'b.zip?x=1&amp;y=2',
    'https://[::1',
    'http://host:99999/c.zip',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `${'d'.repeat(3_000)}.zip`,
    '/e.zip',
  ];
  expect(links(hrefs.map((href) => `<a href="${href}">file</a>`).join(''))).toEqual([
    'https://publisher.example/list/a.zip',
    'https://publisher.example/list/100%.zip',
    'https://publisher.example/list/b.zip?x=1&y=2',
    'https://publisher.example/e.zip',
  ]);
});

it('takes no more links than a slice over twenty thousand', () => {
  expect(links('<a href="x"></a>'.repeat(60_000)).length).toBeLessThan(22_000);
});

const SIZE = 4_000_000;
it.each([
  ['tags within each other', '<b>'],
  ['tags that end others', '<font><p>'],
  ['ends of nothing', '<b><i></q>'],
  ['one tag that never ends', '<a href="x" '],
  ['links', '<a href="x">'],
  ['comments', '<!-- '],
  ['ampersands', '&am'],
])('reads a large page of %s in a moment', (_of, piece) => {
  const html = piece.repeat(SIZE / piece.length);
  const { user } = process.cpuUsage();
  pageLinks(html, PAGE);
  expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
});
