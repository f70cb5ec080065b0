/**
 * All blocks of real companies, from their published files to what a resolve answers over HTTP, against kept answers.
 *
 * Reviewed on 2026-11-22 against the published files (`samples`, `test/fixtures/register`), by counting
 * in them anew:
 * - 00227590, 03867954, 10421190, 12273720: number of officers, current and former; each officer's name, role, days and
 *   birth month; day of incorporation, type, status, previous names, SIC codes and postcode of the profile; each
 *   controller's name, natures of control and days, current and ceased.
 * - 00227590 (1 outstanding, 3 satisfied) and 03867954 (2 and 53): each charge's days, persons entitled and the start of
 *   its particulars; of 00227590 also the release that no satisfaction followed.
 * - Confirmation statements of the last 24 months; for 03867954 the second filing of one (RP04CS01) is another filing, the
 *   voluntary arrangement has its two days, and the renamings are of 2000 and 2005.
 * - 03867954: `Oc361119` is OC361119, and the two owners in Luxembourg have no number here; nobody controls it now.
 * - 08209948: address, dates, dormant accounts and code 99999 of its row; its one controller.
 * - 05380971: every figure of its balance sheet and profit and loss account, and its headcounts, on the pages of its accounts.
 * - 00712444: eleven grants, their sum added up by hand (387,426.27); 00879531: the one company that names it as its owner.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { GOLDEN_FOLDER, MADE_UP_FOLDER, withoutEditions } from './golden-answers.js';
import { GOLDEN_NUMBERS, goldenRegister, MADE_UP_NUMBERS } from './golden-register.js';

const register = forAllTests(goldenRegister);
const world = forAllTests(() => ApiWorld.start({ settings: { DATA_DIR: register.dataDir } }));
const key = forAllTests(() => world.customer({ blocks: BLOCK_KEYS }));

interface Resolved {
  readonly matched: { readonly company_name: string };
  readonly blocks: object;
}

async function answerOf(company_number: string): Promise<string> {
  const query = `company_number=${company_number}&blocks=${BLOCK_KEYS.join()}`;
  const { status, text } = await world.call(`/v1/resolve?${query}`, {}, key);
  expect([status, text]).toEqual([200, expect.not.stringContaining('"reason":"error"')]);
  const { matched, blocks } = JSON.parse(withoutEditions(text)) as Resolved;
  const { company_name } = matched;
  return `${JSON.stringify({ company_number, company_name, blocks }, null, 2)}\n`;
}

it.each([
  ...GOLDEN_NUMBERS.map((number) => [number, GOLDEN_FOLDER] as const),
  ...MADE_UP_NUMBERS.map((number) => [number, MADE_UP_FOLDER] as const),
])('%s is answered as kept (`npm run docs` writes it; review what changes)', async (number, folder) => {
  const answer = await answerOf(number);
  const path = join(folder, `${number}.json`);
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(path, answer);
  expect(JSON.parse(answer)).toEqual(JSON.parse(readFileSync(path, 'utf8')));
});

/**
 * Nothing is read live here; no published sample of the others names one of the companies, or a place of theirs; and
 * published accounts at hand are too few for a company to have peers.
 */
const WITHOUT_EXAMPLE = [
  'domain',
  'domain_validation',
  'related_company_domain',
  'contacts',
  'news_signals',
  'financials_live',
  'employees_live',
  'web_traffic',
  'web_presence',
  'technologies',
  'planning',
  'financial_benchmarks',
  'revenue_estimate',
  'scores',
  'trading_address',
  'comparables',
];

it('gives every block of some company at least once, or says why not', () => {
  const answers = GOLDEN_NUMBERS.map((number) => readFileSync(join(GOLDEN_FOLDER, `${number}.json`), 'utf8'));
  const given = BLOCK_KEYS.filter((key) =>
    answers.some((text) => {
      const { blocks } = JSON.parse(text) as { blocks: Record<string, { status: string }> };
      return blocks[key]?.status === 'available';
    }),
  );
  expect(BLOCK_KEYS.filter((key) => !given.includes(key))).toEqual(WITHOUT_EXAMPLE);
});
