/** A job as a tool tells it: how far it is and, once it is over, what it cost. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Job } from '../../../client/src/index.js';
import { resultOf } from '../results/as-data.js';
import { chargeFacts, chargeWords, codedJob } from '../results/receipt.js';
import type { Shop } from './shop.js';

/** A job with its cost, which corrects what is reserved for it. */
export async function jobResult(shop: Shop, job: Job, words = ''): Promise<CallToolResult> {
  const job_id = codedJob(job.job_id);
  if (!job.results_ready)
    return resultOf({ words: `${words}The job is not over: ask again later.`, facts: { job_id }, data: job });
  const payments = shop.payments('');
  await payments.settleJob(job.job_id);
  const cost = await payments.costOfJob(job.job_id);
  const { currency } = await shop.prices.prices();
  const charge = cost === null ? null : { cost, currency, atMost: false, repeated: false };
  const { total, succeeded, not_found, failed } = job.counts;
  const free = [
    { why: 'no company was found', rows: not_found },
    { why: 'the row failed', rows: failed },
    { why: 'skipped by a cancel', rows: total - succeeded - not_found - failed },
  ].filter(({ rows }) => rows > 0);
  const receipt = { job_id, rows: succeeded, ...(charge === null ? {} : chargeFacts(charge)), free };
  const told = charge === null ? 'What it cost can not be read now.' : chargeWords(charge);
  return resultOf({
    words: `${words}The job is over. ${told} Read it with read_results.`,
    facts: { receipt },
    data: job,
  });
}
