/** The commands of the operator's pages do what they are to do, on a service that has delivered a list. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { companyNumbers } from '../../support/sample-register.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ShellPage, inWorld } from './shell-page.js';

const VECTORS = join(__dirname, '..', '..', '..', 'packages', 'statement-verifier', 'vectors');

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
let key: IssuedKey;
/** What pages call so. */
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  key = await world.customer();
  const rows = companyNumbers()
    .slice(0, 3)
    .map((number) => ({ company_number: number }));
  // FOCUS has no line without a currency.
  const prices = {
    currency: 'GBP',
    from: new Date().toISOString().slice(0, 10),
    prices: { industry: '0.01' },
  };
  await world.agreePrices(key.account, prices);
  env = { JOB: await world.ranJob(key, rows, ['company_identity', 'industry']) };
});

describe.each([
  'docs/billing.md',
  'docs/console.md',
  'docs/exports.md',
  'docs/operations.md',
  'docs/statements.md',
])('%s', (place) => {
  const page = forAllTests(() => new ShellPage(place));

  it('shows commands that end well', async () => {
    cpSync(VECTORS, page.folder, { recursive: true });
    const printed = await page.outputs({ ...inWorld(world, key), env });
    expect(printed.length).toBeGreaterThan(0);
  });
});
