import { aPage, aSite } from '../../../../../test/support/a-site.js';
import type { SiteReading, TechnologyMark } from '../site-reading.js';
import { readPage } from '../page/read-page.js';
import { findTechnologies, TECHNOLOGY_RULES } from './find-technologies.js';

/** A site that shows this one mark: `script https://...`, `header server: nginx`, `mx ...` */
function showing(mark: string): SiteReading {
  const [kind = '', ...rest] = mark.split(' ');
  const value = rest.join(' ');
  const dns = { resolves: true, mx: null, ns: null, txt: null };
  if (kind === 'header') {
    const [name = '', ...text] = value.split(': ');
    return aSite({ headers: { [name]: text.join(': ') } });
  }
  if (kind === 'cookie') return aSite({ cookies: [value.toLowerCase()] });
  if (kind === 'mx' || kind === 'ns' || kind === 'txt') return aSite({ dns: { ...dns, [kind]: [value] } });
  return aSite({ pages: [aPage({ marks: [{ kind: kind as TechnologyMark['kind'], value }] })] });
}
const namesIn = (site: SiteReading): string[] => findTechnologies(site).map(({ name }) => name);

it('knows at least 150 technologies, each once, of every kind of evidence', () => {
  const names = TECHNOLOGY_RULES.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(150);
  expect(new Set(names).size).toBe(names.length);
  const kinds = new Set(TECHNOLOGY_RULES.flatMap(({ patterns }) => patterns.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(
    ['script', 'link', 'address', 'meta', 'header', 'cookie', 'mx', 'ns', 'txt'].sort(),
  );
});

it('has rules that are whole', () => {
  const broken = TECHNOLOGY_RULES.filter(
    ({ name, category, patterns, example }) =>
      [name, category, example].some((text) => text === '') ||
      // A mark of a letter or two would fire on anything.
      patterns.some(({ text, name: named }) => text.length + named.length < 3),
  );
  expect(broken).toEqual([]);
});

it.each(TECHNOLOGY_RULES.map(({ name, example }) => [name, example]))('finds %s by %s', (name, example) => {
  const found = findTechnologies(showing(example)).find((one) => one.name === name);
  const shown = example.split(' ').slice(1).join(' ').toLowerCase();
  expect(found?.evidence.value.toLowerCase()).toContain(shown);
});

it.each([
  ['WordPress', 'meta generator=WordPress 6.4.2', '6.4.2'],
  ['jQuery', 'script https://code.jquery.com/jquery-3.7.1.min.js', '3.7.1'],
  ['nginx', 'header server: nginx/1.24.0', '1.24.0'],
  ['nginx', 'header server: nginx', null],
  ['Bootstrap', 'link https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css', '5.3.2'],
])('tells the version of %s by %s: %s', (name, mark, version) => {
  expect(findTechnologies(showing(mark)).find((one) => one.name === name)).toMatchObject({ version });
});

it('says what it rests on, and takes a mark with a version before one without', () => {
  const site = aSite({
    pages: [
      aPage({
        url: 'https://a.co.uk/x',
        marks: [
          { kind: 'link', value: 'https://a.co.uk/wp-content/a.css' },
          { kind: 'meta', value: 'generator=WordPress 6.4' },
        ],
      }),
    ],
  });
  expect(findTechnologies(site)).toEqual([
    {
      name: 'WordPress',
      category: 'cms',
      version: '6.4',
      evidence: { kind: 'meta', value: 'generator=WordPress 6.4', url: 'https://a.co.uk/x' },
      confidence: 0.95,
    },
  ]);
});

it('is not moved by what a page says', () => {
  const examples = TECHNOLOGY_RULES.map(({ name, example }) => `${name} ${example}`).join(' ');
  const words = examples.replaceAll('<', ' ');
  const { page } = readPage({
    url: 'https://a.co.uk/',
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(
      `<title>${words.slice(0, 500)}</title><meta name="description" content="${words.slice(0, 900).replaceAll('"', '')}"><p>${words}</p>` +
        TECHNOLOGY_RULES.map(({ example }) => `<a href="${example.split(' ')[1] ?? ''}">x</a>`).join(''),
    ),
    link_text: null,
  });
  expect(namesIn(aSite({ pages: [page] }))).toEqual([]);
});

it.each([
  ['a host that only ends alike', 'mx notgoogle.com'],
  ['a header of another name', 'header x-note: nginx/1.24.0'],
  ['a meta element that only mentions it', 'meta generator=Not WordPress'],
  ['a sender policy of another', 'txt v=spf1 include:sendgrid.net.evil.test ~all'],
])('finds nothing in %s', (_what, mark) => {
  expect(namesIn(showing(mark))).toEqual([]);
});
