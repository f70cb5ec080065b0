/**
 * A customer for the console's specs: an account with a price, a key and a job of rows of every kind, all of
 * today.
 */
import { agreePricesOfAccount } from '../../../src/operator/accounts/change-terms.js';
import { changeAccountBlocks, openCustomerAccount } from '../../../src/operator/accounts/change-account.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { JOB, KEY, aSubmission } from '../logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, type RowStory } from '../logs/row-stories.js';
import type { ConsoleWorld } from './console-world.js';

export interface Customer {
  readonly account: AccountId;
  readonly job: JobId;
  readonly today: string;
}

const ROWS = 40;
const STORIES: readonly RowStory[] = [BOTH, NO_INDUSTRY, BOTH, 'not_matched', BOTH, 'invalid_company_number'];
const storyOf = (row: number): RowStory => STORIES[row % STORIES.length] ?? INDUSTRY_PENDING;

/** @param words what the customer calls itself, its key and its rows */
export async function aCustomer(
  { world }: ConsoleWorld,
  words: { readonly name: string; readonly email: string; readonly ref: (row: number) => string },
): Promise<Customer> {
  const { operator, log } = world;
  const today = new Date().toISOString().slice(0, 10);
  log.asked = (row) => ({ ref: words.ref(row), company_number: '01234567', company_name: words.name });
  const account = await openCustomerAccount(operator, { name: words.name, email: words.email }, [
    'company_identity',
    'industry',
  ]);
  // Never before what the account's stream holds by then.
  log.time = new Date().toISOString();
  await log.issueKey(account, KEY);
  await changeAccountBlocks(operator, account, { enable: ['officers'], disable: [] });
  const prices = { company_identity: '0.0200', industry: '0.0150' };
  await agreePricesOfAccount(operator, account, { dryRun: false, currency: 'GBP', from: today, prices });
  await log.run(aSubmission(ROWS, 20, { account_id: account }), storyOf);
  return { account, job: JOB, today };
}
