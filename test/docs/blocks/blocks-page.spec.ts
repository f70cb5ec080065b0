import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { publishedSchemasOf } from '../../../src/api/openapi/published-schemas.js';
import { fieldRows, typeInWords } from '../../../src/api/documentation/schema-words.js';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { REASONS } from '../../../packages/contract/src/reason-code.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const EXAMPLES = path.join(__dirname, '../../../src/api/blocks-page/block-examples.json');
const VOID = new Set(['meta', 'br', 'hr', 'img', 'input', 'link']);

interface ReadPage {
  /** In order, also where one stands twice. */
  readonly ids: readonly string[];
  readonly links: readonly string[];
  readonly elements: ReadonlySet<string>;
  /** Elements that the page opens and does not close, and attributes that name an address outside `href`. */
  readonly faults: readonly string[];
  /** The text of each section, by its id. */
  readonly sections: ReadonlyMap<string, string>;
  readonly examples: readonly string[];
}

/** A page as a browser's parser takes it. */
function readPage(html: string): ReadPage {
  const ids: string[] = [];
  const links: string[] = [];
  const faults: string[] = [];
  const elements = new Set<string>();
  const sections = new Map<string, string>();
  const examples: string[] = [];
  let section = '';
  let inExample = false;
  const parser = new Parser({
    onopentag(name, { id, href, src }) {
      elements.add(name);
      if (id !== undefined) ids.push(id);
      if (href !== undefined) links.push(href);
      if (src?.startsWith('/docs/assets/') === false) faults.push(`src ${src}`);
      if (name === 'section') section = id ?? '';
      if (name === 'pre') inExample = examples.push('') > 0;
    },
    ontext(text) {
      sections.set(section, (sections.get(section) ?? '') + text);
      if (inExample) examples.push((examples.pop() ?? '') + text);
    },
    onclosetag(name, implied) {
      if (implied && !VOID.has(name)) faults.push(`${name} is left open`);
      if (name === 'pre') inExample = false;
    },
  });
  parser.end(html);
  return { ids, links, faults, elements, sections, examples };
}

const world = forAllTests(() => ApiWorld.start({ projector: false }));
const answer = forAllTests(() => get('/docs/blocks'));
let html: string;
let page: ReadPage;
const get = (target: string): Promise<Response> => fetch(`http://127.0.0.1:${world.api.port}${target}`);

beforeAll(async () => {
  html = await answer.text();
  page = readPage(html);
});

describe('the page of the blocks', () => {
  it('is served without a key, and may be kept for a while', () => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('has a section for each of the 37 blocks, in their order, and an index of them', () => {
    const keys = new Set<string>(BLOCK_KEYS);
    expect(page.ids.filter((id) => keys.has(id))).toEqual(BLOCKS.map(({ key }) => key));
    expect(page.links).toEqual(expect.arrayContaining(BLOCKS.map(({ key }) => `#${key}`)));
    expect(BLOCKS).toHaveLength(37);
  });

  it.each(BLOCKS.map((block) => [block.key, block] as const))(
    '%s: says every reason and advisory with its meaning, every source and the price unit',
    (key, { reasons, advisories, source, latency_class, withheld }) => {
      const text = page.sections.get(key) ?? '';
      const codes = [...reasons, ...advisories, ...withheld];
      // Meanings are written with marks, which the page turns into elements.
      const meanings = codes.map((code) => REASONS[code].meaning.replaceAll('`', ''));
      const said = [...codes, ...meanings, ...source, latency_class, 'Price unit'];
      expect(said.filter((words) => !text.includes(words))).toEqual([]);
    },
  );

  it.each(BLOCKS.map((block) => [block.key, block] as const))('%s: names every field', (key, { value }) => {
    const names = [...JSON.stringify(z.toJSONSchema(value)).matchAll(/"properties":\{"([^"]+)"/g)];
    const text = page.sections.get(key) ?? '';
    expect(names.map(([, name]) => String(name)).filter((name) => !text.includes(name))).toEqual([]);
  });

  it('shows the examples as they were answered', () => {
    const kept = Object.values(
      JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, { envelope: unknown }>,
    );
    const byText = (values: readonly unknown[]): string[] =>
      values.map((value) => JSON.stringify(value)).sort();
    expect(page.examples.length).toBeGreaterThan(20);
    expect(byText(page.examples.map((text): unknown => JSON.parse(text)))).toEqual(
      byText(kept.map(({ envelope }) => envelope)),
    );
  });
});

describe('its markup', () => {
  it('closes what it opens, and names no place twice', () => {
    expect(page.faults).toEqual([]);
    expect(page.ids).toEqual([...new Set(page.ids)]);
  });

  it('has no bare ampersand, and no element that fetches something but the style and our scripts', async () => {
    expect(html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
    expect(await (await get('/docs/assets/docs.css')).text()).not.toMatch(/@import|url\(/);
    expect([...html.matchAll(/<link[^>]*>/g)].map(([link]) => link)).toEqual([
      '<link rel="stylesheet" href="/docs/assets/docs.css">',
    ]);
    const active = ['style', 'img', 'iframe', 'object', 'embed', 'form', 'base', 'svg'];
    expect(active.filter((name) => page.elements.has(name))).toEqual([]);
  });

  it('links to nowhere but this service, and every link leads somewhere', async () => {
    const paths = [...new Set(page.links.filter((link) => !link.startsWith('#')))];
    expect(paths.filter((link) => !/^\/(?!\/)/.test(link))).toEqual([]);
    const statuses = await Promise.all(paths.map(async (link) => (await get(link)).status));
    expect(statuses).toEqual(paths.map(() => 200));
    const places = page.links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(places.filter((id) => !page.ids.includes(id))).toEqual([]);
  });

  it('is linked from /docs', async () => {
    expect(readPage(await (await get('/docs')).text()).links).toContain('/docs/blocks');
  });

  it('is text, whatever a definition says', () => {
    const hostile = '<script>alert("1")</script>';
    const { schema = {} } = publishedSchemasOf({
      schema: z.object({ [hostile]: z.enum([hostile]).describe(hostile), list: z.array(z.literal(hostile)) }),
    });
    const read = readPage(`${typeInWords(schema)}${fieldRows(schema)}`);
    expect([...read.elements].sort()).toEqual(['code', 'div', 'p']);
    expect(read.sections.get('')).toContain(hostile);
  });
});
