/** The quick starts in curl and TypeScript work as they stand in docs/quick-start.md. That in Python: `test/clients`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { SandboxWorld } from '../../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../../src/sandbox/sandbox-keys.js';
import { ShellPage } from './shell-page.js';

const CLIENT = join(__dirname, '..', '..', '..', 'packages', 'client');

const world = forAllTests(() => SandboxWorld.start());

/** The client where npm would install it, without the types that nothing here asks for. */
function installClient(folder: string): void {
  const target = join(folder, 'node_modules', '@company-data', 'client');
  const entryPoints = ['index', 'node'].map((name) => join(CLIENT, 'src', `${name}.ts`));
  mkdirSync(target, { recursive: true });
  buildSync({ entryPoints, outdir: join(target, 'dist'), bundle: true, platform: 'node', format: 'esm' });
  const exports = { '.': './dist/index.js', './node': './dist/node.js' };
  writeFileSync(join(target, 'package.json'), JSON.stringify({ type: 'module', exports }));
}

describe.each(['docs/quick-start.md#curl', 'docs/quick-start.md#TypeScript'])('%s', (place) => {
  const page = forAllTests(() => new ShellPage(place));

  it('tells what happens (`npm run docs` writes it)', async () => {
    installClient(page.folder);
    const told = await page.told({ url: world.sandbox.url, key: FIRST_KEY });
    expect(told).toBe(page.text);
  });
});
