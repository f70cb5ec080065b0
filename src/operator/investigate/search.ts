/** Finds what the text in the console's search box names: an account, a job, a key, a company and so on. */
import { registerOf } from '../editions/register-of.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import { keyIdIn } from '../../../packages/contract/src/api-key.js';
import {
  parseAccountId,
  parseAdjustmentId,
  parseJobId,
  type AccountId,
  type KeyId,
} from '../../../packages/contract/src/ids.js';
import { KEYS, apiKeyKey } from '../../../projections/keys/keys.document.js';
import { ACCOUNTS, accountKey } from '../../../projections/accounts/accounts.document.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { driveLanesToHead, type Operator } from '../operator.js';

export interface FoundAccount {
  readonly account_id: AccountId;
  readonly name: string;
  readonly email: string;
}

export type SearchResult =
  | { readonly is: 'job' | 'request' | 'charge' | 'adjustment'; readonly id: string }
  | { readonly is: 'row'; readonly job: string; readonly row: number }
  | { readonly is: 'key'; readonly id: KeyId }
  | { readonly is: 'account'; readonly id: AccountId }
  | { readonly is: 'statement'; readonly account: AccountId; readonly month: string }
  | { readonly is: 'company'; readonly number: string }
  | { readonly is: 'accounts'; readonly accounts: readonly FoundAccount[] }
  | { readonly is: 'nothing' };

const CHARGE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REQUEST = /^(?:req|cli|console)_[0-9A-Z]{26}$/;
const JOB_AND_ROW = /^(job_\w{26})[\s,:#/]{1,3}(?:row\s)?(\d{1,9})$/i;
const STATEMENT = /^(\d{4,15})[\s,:/-]{1,3}(\d{4}-\d{2})$/;
const COMPANY = /^(?:[A-Z]{2}|[0-9]{2})[0-9]{6}$/i;
/** The most accounts that are shown where a word names several. */
const MAX_ACCOUNTS = 50;
/** The most accounts that a search reads, one after another. */
const MAX_SEARCHED = 20_000;

/** Decides by the form of the text first. If the form fits several kinds, takes the kind that exists. */
export async function search(operator: Operator, text: string): Promise<SearchResult> {
  const byForm = resultByForm(text);
  if (byForm !== null) return byForm;
  await driveLanesToHead(operator, 'access');
  const account = parseAccountId(text);
  if (account !== null && (await isAccount(operator, account))) return { is: 'account', id: account };
  const key = keyIdIn(text);
  if (key !== null && (await operator.models.find(KEYS, apiKeyKey(key))) !== undefined)
    return { is: 'key', id: key };
  if (COMPANY.test(text)) {
    const number = text.toUpperCase();
    if (await Register.isCompanyOnFile(registerOf(operator), number)) return { is: 'company', number };
  }
  return accountsNamed(operator, text);
}

function resultByForm(text: string): SearchResult | null {
  if (parseJobId(text) !== null) return { is: 'job', id: text };
  if (parseAdjustmentId(text) !== null) return { is: 'adjustment', id: text };
  if (REQUEST.test(text)) return { is: 'request', id: text };
  if (CHARGE.test(text)) return { is: 'charge', id: text };
  const [, job, row] = JOB_AND_ROW.exec(text) ?? [];
  if (job !== undefined && parseJobId(job) !== null) return { is: 'row', job, row: Number(row) };
  const [, accountText = '', month = ''] = STATEMENT.exec(text) ?? [];
  const account = parseAccountId(accountText);
  return account === null ? null : { is: 'statement', account, month };
}

const isAccount = async ({ models }: Operator, account: AccountId): Promise<boolean> =>
  (await models.find(ACCOUNTS, accountKey(account))) !== undefined;

/** Finds accounts by their e-mail address, by a part of it, or by a part of their name. */
async function accountsNamed({ models }: Operator, text: string): Promise<SearchResult> {
  const lowerCase = text.toLowerCase();
  const accounts: FoundAccount[] = [];
  let accountsRead = 0;
  if (lowerCase.length < 2) return { is: 'nothing' };
  for await (const { account_id, name, email } of everyFields(models, ACCOUNTS)) {
    if (email.toLowerCase() === lowerCase) return { is: 'account', id: account_id };
    if (`${name}\n${email}`.toLowerCase().includes(lowerCase)) accounts.push({ account_id, name, email });
    if (accounts.length >= MAX_ACCOUNTS || ++accountsRead >= MAX_SEARCHED) break;
  }
  const [account] = accounts;
  if (account === undefined) return { is: 'nothing' };
  return accounts.length === 1 ? { is: 'account', id: account.account_id } : { is: 'accounts', accounts };
}
