import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { OPERATIONS } from '../../src/api/openapi/description.js';
import { RESOLVE_404_REASONS } from '../../src/api/openapi/error-schemas.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { REASON_CODES, rowFailure } from '../../packages/contract/src/reason-code.js';
import { REFUSAL_CODES } from '../../packages/contract/src/refusal-code.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import type { Description } from '../support/description-judge.js';
import { DescriptionJudge } from '../support/description-judge.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const DOCS = path.join(__dirname, '..', '..', 'docs');
const SNAPSHOT = path.join(DOCS, 'openapi.json');
/** Of the copy in the repository; a running service names its own address. */
const EXAMPLE_BASE = 'http://localhost:3000';

interface ListedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string }[];
}

const world = forAllTests(() => ApiWorld.start({ settings: { PUBLIC_URL: EXAMPLE_BASE }, projector: false }));
let served: Description;
beforeAll(async () => {
  const response = await fetch(`http://127.0.0.1:${world.api.port}/openapi.json`);
  served = (await response.json()) as Description;
});

describe('the description', () => {
  it('is the copy in the repository: a change shows in review (`npm run docs` writes it)', () => {
    const text = `${JSON.stringify(served, null, 2)}\n`;
    if (process.env['WRITE_DOCS'] === '1') writeFileSync(SNAPSHOT, text);
    expect(JSON.parse(readFileSync(SNAPSHOT, 'utf8'))).toEqual(served);
  });

  it('describes the operations that there are, and no others', () => {
    const ids = Object.values(served.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect([...ids].sort()).toEqual(Object.keys(OPERATIONS).sort());
    expect(Object.keys(served.paths)).toEqual([
      '/v1/resolve',
      '/v1/enrich/jobs',
      '/v1/enrich/jobs/{job_id}',
      '/v1/enrich/jobs/{job_id}/results',
      '/v1/enrich/jobs/{job_id}/errors',
      '/v1/enrich/jobs/{job_id}/cancel',
      '/v1/usage',
      '/v1/whoami',
      '/v1/blocks',
      '/v1/openapi.json',
      '/v1/openapi',
    ]);
  });

  it('names every reason code and every refusal', () => {
    const text = JSON.stringify(served);
    expect([...REASON_CODES, ...REFUSAL_CODES].filter((code) => !text.includes(`"${code}"`))).toEqual([
      // Under /v1 a wrong method is answered as the router has it; only the open paths list it.
    ]);
  });

  it('shows every reason for which a resolve answers 404', () => {
    const reasons = REASON_CODES.filter((reason) => rowFailure(reason).status === 404);
    expect([...RESOLVE_404_REASONS].sort()).toEqual([...reasons].sort());
  });

  it('has examples that its own schemas accept', () => {
    const judge = new DescriptionJudge(served);
    const wrong: string[] = [];
    for (const { place, schema, examples } of judge.examples()) {
      const accepts: ValidateFunction = judge.compile(schema);
      for (const [name, value] of Object.entries(examples)) {
        if (!accepts(value)) wrong.push(`${place} ${name}: ${JSON.stringify(accepts.errors?.slice(0, 3))}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('its examples', () => {
  it('show every answer that has a body, and every header', () => {
    const judge = new DescriptionJudge(served);
    const bare = [...judge.examples()].filter(({ examples }) => Object.keys(examples).length === 0);
    expect(bare.map(({ place }) => place)).toEqual([]);
    const headers = Object.entries(served.components.headers);
    expect(headers.filter(([, header]) => !('example' in header)).map(([name]) => name)).toEqual([]);
  });

  it('show every refusal that an operation may answer', () => {
    const shown = new Set(
      [...new DescriptionJudge(served).examples()].flatMap(({ examples }) =>
        Object.values(examples).map((body) => (body as { detail?: string }).detail),
      ),
    );
    expect(REFUSAL_CODES.filter((code) => !shown.has(code))).toEqual([
      // A path that is none has no place in a description.
      'not_found',
    ]);
  });
});

describe('the description over HTTP', () => {
  const get = (target: string) =>
    fetch(`http://127.0.0.1:${world.api.port}${target}`, { redirect: 'manual' });

  it.each(['/v1/openapi.json', '/v1/openapi'])(
    '%s redirects to the published file, without a key',
    async (target) => {
      const answer = await get(target);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `${EXAMPLE_BASE}/openapi.json`]);
      expect(await answer.json()).toEqual({ location: `${EXAMPLE_BASE}/openapi.json` });
    },
  );

  it('has pages that ask no other host for anything', async () => {
    const answer = await get('/docs/operations/resolve');
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('GET</span> <code>/v1/resolve</code>');
    expect(html).not.toMatch(/<img|<iframe|@import|url\(|<style| style=| on[a-z]+=|<script>/i);
    const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, path]) => path,
    );
    expect(loaded).toEqual([
      '/docs/assets/docs.css',
      '/docs/assets/pages.mjs',
      '/docs/assets/search.mjs',
      '/docs/assets/try-call.mjs',
    ]);
    const statuses = await Promise.all(loaded.map(async (path) => (await get(path ?? '')).status));
    expect(statuses).toEqual(loaded.map(() => 200));
  });

  it('links the collection for Postman, and serves it as the repository has it', async () => {
    const place = '/docs/assets/company-data.postman_collection.json';
    expect(await (await get('/docs')).text()).toContain(`<a href="${place}" download>`);
    const served = await get(place);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await served.text()).toBe(
      readFileSync(path.join(DOCS, 'company-data.postman_collection.json'), 'utf8'),
    );
  });

  it.each(['nothing.css', '..%2Fdocs-page.js', 'constructor'])('has no file %s', async (name) => {
    const answer = await get(`/docs/assets/${name}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { detail: 'not_found' }]);
  });

  it.each(['/docs', '/docs/blocks', '/docs/errors', '/docs/schemas/Error', '/docs/operations/resolve'])(
    '%s allows nothing inline, no other host and no frame',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
    },
  );

  it('has a paragraph for every code that an error may name, and shows the header beside 401', async () => {
    const html = await (await get('/docs/errors')).text();
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect([...REASON_CODES, ...REFUSAL_CODES, 'missing_scope'].filter((code) => !ids.has(code))).toEqual([]);
    expect(html).toContain('Authorization: Bearer svc_live_');
    const refused = (await (await get('/docs/assets/nothing.css')).json()) as { readonly docs: string };
    expect(refused.docs).toBe(`${EXAMPLE_BASE}/docs/errors#not_found`);
    expect(JSON.stringify(served.components)).toContain('`Authorization: Bearer svc_live_');
  });

  /** The operations with their paths and methods, as the description lists them. */
  const operations = () =>
    Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.entries(methods as unknown as Record<string, ListedOperation>).map(([method, operation]) => ({
        path,
        method,
        ...operation,
      })),
    );
  const pageOf = async (id: string): Promise<string> => (await get(`/docs/operations/${id}`)).text();

  it('has a page for every operation, whose form has each parameter but those that a browser sets', async () => {
    for (const { path, method, operationId, parameters = [] } of operations()) {
      const html = await pageOf(operationId);
      const [form = ''] = /<form data-operation="[^]*?<\/form>/.exec(html) ?? [];
      expect(form).toContain(`data-method="${method.toUpperCase()}" data-path="${path}"`);
      const names = parameters.map(({ name }) => name);
      expect([...form.matchAll(/data-name="([^"]+)"/g)].map(([, name]) => name)).toEqual(
        names.filter((name) => name !== 'Content-Encoding'),
      );
      // The form comes first, then what it explains.
      expect(html.indexOf('<form')).toBeLessThan(html.indexOf('id="answers"'));
    }
    expect(operations().length).toBeGreaterThan(9);
  });

  it('asks for few blocks at first', async () => {
    const ticked = [...(await pageOf('resolve')).matchAll(/value="([a-z_]+)" checked/g)].map(
      ([, key]) => key,
    );
    expect(ticked).toEqual(['registered_address', 'company_identity']);
  });

  it('begins with a first call, whose samples ask what the description knows', async () => {
    const html = await (await get('/docs')).text();
    expect(html.indexOf('id="quick-start"')).toBeLessThan(html.indexOf('id="operations"'));
    expect(html).toContain(`${EXAMPLE_BASE}/v1/resolve?company_number=11990344&amp;blocks=company_identity`);
    for (const name of ['curl', 'TypeScript', 'Python']) expect(html).toContain(`<h3>${name}</h3>`);
  });

  it.each([
    '/docs/operations/nothing',
    '/docs/schemas/nothing',
    '/docs/schemas/constructor',
    '/docs/nothing',
  ])('has no page %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toMatchObject([404, { detail: 'not_found' }]);
  });

  it('finds every operation, parameter, block, code and schema, each at a place that is there', async () => {
    const entries = (await (await get('/docs/search.json')).json()) as { name: string; path: string }[];
    const named = new Set(entries.map(({ name }) => name));
    const wanted = [
      ...operations().flatMap(({ summary, parameters = [] }) => [
        summary,
        ...parameters.map(({ name }) => name),
      ]),
      ...BLOCK_KEYS,
      ...REASON_CODES,
      ...REFUSAL_CODES,
      ...Object.keys(served.components.schemas),
    ];
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
    expect(await deadLinks(entries.map(({ path }) => path))).toEqual([]);
  });

  it('has pages whose every link leads somewhere', async () => {
    const seen = new Set(['/docs']);
    for (const path of seen) {
      const links = [...(await (await get(path)).text()).matchAll(/href="(\/docs[^"]*|#[^"]*)"/g)];
      const targets = links.map(([, link = '']) => (link.startsWith('#') ? path + link : link));
      // The key's field is shown by a script; the pages of schemas are too many to read each.
      expect(await deadLinks(targets)).toEqual([]);
      for (const target of targets)
        if (/^\/docs\/(?:blocks|errors|schemas|operations\/\w+|schemas\/Job)$/.test(target)) seen.add(target);
    }
    expect(seen.size).toBeGreaterThan(13);
  });

  const texts = new Map<string, Promise<string | null>>();
  const textAt = (path: string): Promise<string | null> => {
    const text =
      texts.get(path) ?? get(path).then((answer) => (answer.status === 200 ? answer.text() : null));
    texts.set(path, text);
    return text;
  };
  /** Those of the links that lead to no page, or to no place on it. */
  async function deadLinks(links: readonly string[]): Promise<string[]> {
    const dead: string[] = [];
    for (const link of new Set(links)) {
      const [path = '', id] = link.split('#');
      const text = await textAt(path);
      if (text === null || (id !== undefined && !text.includes(` id="${id}"`))) dead.push(link);
    }
    return dead;
  }
});
