/** The recipes in docs/recipes.md work as they stand there: every command is run, and prints what the page shows. */
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ShellPage, inWorld } from './shell-page.js';

jest.setTimeout(600_000);

const page = forAllTests(() => new ShellPage('docs/recipes.md'));
const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));

it('docs/recipes.md tells what happens (`npm run docs` writes it)', async () => {
  const told = await page.told(inWorld(world, await world.customer()));
  expect(told).toBe(page.text);
});
