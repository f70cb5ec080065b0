/** The charges behind a figure, and what one charge stands on; each answer is recorded as a look of support. */
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import { KEYS, apiKeyKey } from '../../../projections/keys/keys.document.js';
import { explainBilling } from '../../investigate/explain/explain-billing.js';
import { explainCharge, type ExplainedSingleCharge } from '../../investigate/explain/explain-charge.js';
import type { BillScope, ExplainedBill } from '../../investigate/explain/explained.js';
import type { BillSources } from '../../investigate/explain/figure.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { unknownJob } from '../jobs/shown-jobs.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { ofKeyOrAccount, recordLook, type Look } from '../support/looks.js';

/** What is to be explained: of an account some days; of a job or a key every day, or some. */
export interface BillWish {
  readonly of:
    | { readonly account: AccountId; readonly range: UsageRange }
    | { readonly job: JobId; readonly range: UsageRange | null }
    | { readonly key: KeyId; readonly range: UsageRange | null };
  readonly block: BlockKey | null;
  /** Charges to be listed at most. */
  readonly most: number;
  /** Why the operator looks; null where no reason is given. */
  readonly reason: string | null;
}

export async function explainBill(operator: Operator, wish: BillWish): Promise<ExplainedBill> {
  await upToDate(operator, 'access', 'work', 'billing', 'support');
  const { scope, look } = await scopeOf(operator, wish);
  const bill = await reading(operator, (sources) => explainBilling(sources, scope, wish.most));
  await recordLook(operator, { ...look, reason: wish.reason });
  return bill;
}

/** @param id as `billing explain` and statements print it */
export async function explainOneCharge(
  operator: Operator,
  id: string,
  reason: string | null,
): Promise<ExplainedSingleCharge> {
  await upToDate(operator, 'access', 'support');
  const found = await reading(operator, (sources) => explainCharge(sources, id));
  if (found === null)
    throw new WrongRequest(
      'unknown_charge',
      `There is no charge ${id}; billing explain lists the charges of an account, a job or a key.`,
    );
  const about = { kind: 'charge', charge_id: id } as const;
  await recordLook(operator, { ...ofKeyOrAccount(found.story), about, reason });
  return found;
}

/** The read models as of one moment, beside the log. */
const reading = <T>({ models, stores }: Operator, read: (sources: BillSources) => Promise<T>): Promise<T> =>
  models.snapshot((reader) =>
    read({ eventStore: stores.eventStore, coordination: stores.coordination, reader }),
  );

type Scoped = { readonly scope: BillScope; readonly look: Omit<Look, 'reason'> };

async function scopeOf(operator: Operator, { of, block }: BillWish): Promise<Scoped> {
  const whole = { range: of.range, block, job: null, key: null };
  if ('job' in of) {
    const job = await operator.models.find(JOB_STATUS, jobStatusKey(of.job));
    if (job === undefined) throw unknownJob(of.job);
    const about = { kind: 'bill_of_job', job_id: of.job } as const;
    const scope = { ...whole, account: job.account_id, job: of.job };
    return { scope, look: { ...ofKeyOrAccount(job), about } };
  }
  if ('key' in of) {
    const key = await operator.models.find(KEYS, apiKeyKey(of.key));
    if (key === undefined) throw new WrongRequest('unknown_key', `There is no key ${of.key}.`);
    const about = { kind: 'bill_of_key', key_id: of.key } as const;
    const scope = { ...whole, account: key.account_id, key: of.key };
    return { scope, look: { ...ofKeyOrAccount(key), about } };
  }
  await findAccount(operator, of.account);
  const about = { kind: 'bill', account_id: of.account, ...of.range, block } as const;
  return {
    scope: { ...whole, account: of.account },
    look: { of: { account: of.account }, account: of.account, about },
  };
}
