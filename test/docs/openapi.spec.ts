import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { OPERATIONS } from '../../src/api/openapi/operations.js';
import { RESOLVE_404 } from '../../src/api/openapi/error-schemas.js';
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

type Listed = Readonly<Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>;

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
    expect([...RESOLVE_404].sort()).toEqual([...reasons].sort());
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

  it('is one page that asks no other host for anything', async () => {
    const answer = await get('/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('GET</span> <code>/v1/resolve</code>');
    expect(html).not.toMatch(/<img|<iframe|@import|url\(|<style| style=| on[a-z]+=|<script>/i);
    const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, path]) => path,
    );
    expect(loaded).toEqual(['/docs/assets/docs.css', '/docs/assets/try-call.mjs']);
    expect((await Promise.all(loaded.map((path) => get(path ?? '')))).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
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

  it.each(['/docs', '/docs/blocks', '/docs/errors'])(
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

  it('has a form for every operation, with a field for every parameter but those that a browser sets', async () => {
    const html = await (await get('/docs')).text();
    const fields = [...html.matchAll(/<form data-method="([A-Z]+)" data-path="([^"]+)"[^]*?<\/form>/g)].map(
      ([form, method, path]) => [
        `${method} ${path}`,
        [...form.matchAll(/data-name="([^"]+)"/g)].map(([, name]) => name),
      ],
    );
    const listed = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Listed).map(([method, { parameters = [] }]) => [
        `${method.toUpperCase()} ${path}`,
        parameters.map(({ name }) => name).filter((name) => name !== 'Content-Encoding'),
      ]),
    );
    expect(fields).toEqual(listed);
  });

  it('is a page whose every link leads somewhere', async () => {
    const html = await (await get('/docs')).text();
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="(?:\/docs)?#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect([...new Set(links)].filter((id) => !ids.has(id))).toEqual([]);
  });
});
