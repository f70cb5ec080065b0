/** Finds what the text in the console's search box names: an account, a job, a key, a company and so on. */
import { registerContext } from '../editions/register-context.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import { keyIdIn } from '../../../packages/contract/src/api-key.js';
import {
  parseAccountId,
  parseAdjustmentId,
  parseJobId,
  type AccountId,
  type KeyId,
} from '../../../packages/contract/src/ids.js';
import { KEYS } from '../../../projections/keys/keys.document.js';
import { ACCOUNTS, type AccountDocument } from '../../../projections/accounts/accounts.document.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { accountPart } from '../../../projections/key-parts.js';

export type FoundAccount = Pick<AccountDocument, 'account_id' | 'name' | 'email'>;

export type SearchResult =
  | { readonly kind: 'job' | 'request' | 'charge' | 'adjustment'; readonly id: string }
  | { readonly kind: 'row'; readonly job: string; readonly row: number }
  | { readonly kind: 'key'; readonly id: KeyId }
  | { readonly kind: 'account'; readonly id: AccountId }
  | { readonly kind: 'statement'; readonly account: AccountId; readonly month: string }
  | { readonly kind: 'company'; readonly number: string }
  | { readonly kind: 'accounts'; readonly accounts: readonly FoundAccount[] }
  | { readonly kind: 'nothing' };

const CHARGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REQUEST_ID = /^(?:req|cli|console)_[0-9A-Z]{26}$/;
const JOB_AND_ROW = /^(job_\w{26})[\s,:#/]{1,3}(?:row\s)?(\d{1,9})$/i;
const ACCOUNT_AND_MONTH = /^(\d{4,15})[\s,:/-]{1,3}(\d{4}-\d{2})$/;
const COMPANY_NUMBER = /^(?:[A-Z]{2}|[0-9]{2})[0-9]{6}$/i;
/** The maximum number of accounts that are shown where the text fits several. */
const MAX_SHOWN_ACCOUNTS = 50;
/** The maximum number of accounts that a search reads. */
const MAX_READ_ACCOUNTS = 20_000;

/** Decides by the form of the text first. If the form fits several kinds, looks for the one that exists. */
export async function search(operator: OperatorServices, text: string): Promise<SearchResult> {
  const formMatch = resultByForm(text);
  if (formMatch !== null) return formMatch;
  await driveLanesToHead(operator, 'access');
  const account = parseAccountId(text);
  if (account !== null && (await isAccount(operator, account))) return { kind: 'account', id: account };
  const key = keyIdIn(text);
  if (key !== null && (await operator.models.find(KEYS, key)) !== undefined) return { kind: 'key', id: key };
  if (COMPANY_NUMBER.test(text)) {
    const number = text.toUpperCase();
    if (await Register.isCompanyOnFile(registerContext(operator), number)) return { kind: 'company', number };
  }
  return accountsMatching(operator, text);
}

function resultByForm(text: string): SearchResult | null {
  if (parseJobId(text) !== null) return { kind: 'job', id: text };
  if (parseAdjustmentId(text) !== null) return { kind: 'adjustment', id: text };
  if (REQUEST_ID.test(text)) return { kind: 'request', id: text };
  if (CHARGE_ID.test(text)) return { kind: 'charge', id: text };
  const [, job, row] = JOB_AND_ROW.exec(text) ?? [];
  if (job !== undefined && parseJobId(job) !== null) return { kind: 'row', job, row: Number(row) };
  const [, accountText = '', month = ''] = ACCOUNT_AND_MONTH.exec(text) ?? [];
  const account = parseAccountId(accountText);
  return account === null ? null : { kind: 'statement', account, month };
}

const isAccount = async ({ models }: OperatorServices, account: AccountId): Promise<boolean> =>
  (await models.find(ACCOUNTS, accountPart(account))) !== undefined;

/** Finds accounts by their e-mail address, by a part of it, or by a part of their name. */
async function accountsMatching({ models }: OperatorServices, text: string): Promise<SearchResult> {
  const lowerCase = text.toLowerCase();
  const accounts: FoundAccount[] = [];
  let accountsRead = 0;
  if (lowerCase.length < 2) return { kind: 'nothing' };
  for await (const { account_id, name, email } of everyFields(models, ACCOUNTS)) {
    if (email.toLowerCase() === lowerCase) return { kind: 'account', id: account_id };
    if (`${name}\n${email}`.toLowerCase().includes(lowerCase)) accounts.push({ account_id, name, email });
    if (accounts.length >= MAX_SHOWN_ACCOUNTS || ++accountsRead >= MAX_READ_ACCOUNTS) break;
  }
  const [account] = accounts;
  if (account === undefined) return { kind: 'nothing' };
  return accounts.length === 1 ? { kind: 'account', id: account.account_id } : { kind: 'accounts', accounts };
}
