/**
 * The protocol's own conformance suite over our transport and sessions: with its fixtures all of it passes.
 * Of the product's server the scenarios pass that need none of them; the others stand in
 * `expected-failures.yml`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HttpDoor } from '../src/transport/http.js';
import type { ServerOfSession } from '../src/server.js';
import { fixtureServer } from './fixture-server.js';
import { productServer } from './product-server.js';

const SUITE = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** The suite imports a function of Node 22, which none of its scenarios for servers calls. */
const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const FS = moduleOf(
  'export * from "node:fs"; export { default } from "node:fs"; export const globSync = () => [];',
);
const HOOK = moduleOf(
  `export const resolve = (name, from, next) => name === 'fs' ? { url: ${JSON.stringify(FS)}, shortCircuit: true } : next(name, from);`,
);
const ON_NODE_20 = moduleOf(`import { register } from 'node:module'; register(${JSON.stringify(HOOK)});`);

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function judged(serverOf: ServerOfSession, ...flags: readonly string[]) {
  const http = { host: '127.0.0.1', port: 0, allowedHosts: [], allowedOrigins: [], secret: null };
  const door = new HttpDoor(serverOf, http);
  const url = await door.open();
  try {
    return await new Promise<{ code: unknown; said: string }>((resolve) => {
      const words = ['--import', ON_NODE_20, SUITE, 'server', '--url', url, '--suite', 'all', ...flags];
      execFile(process.execPath, words, { cwd: folder, timeout: 110_000 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, said: `${stdout}${stderr}` }),
      );
    });
  } finally {
    await door.close();
  }
}

it('passes all scenarios with the fixtures that they ask for', async () => {
  const { code, said } = await judged(fixtureServer);
  expect([code, said]).toEqual([0, expect.stringMatching(/Total: \d{2} passed, 0 failed/)]);
});

it('passes as the product all scenarios that need no fixture', async () => {
  const expected = join(__dirname, 'expected-failures.yml');
  const { code, said } = await judged(productServer(folder), '--expected-failures', expected);
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])
    expect(said).toMatch(new RegExp(`${scenario}: [1-9] passed, 0 failed`));
  expect(code).toBe(0);
});
