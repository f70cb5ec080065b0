/** Tools about lists: submitted, followed, read and cancelled. */
import type { EnrichJobRequest, Job, Row } from '../../../client/src/index.js';
import type { Prices } from '../api/prices.js';
import { normalised } from '../api/idempotency.js';
import { resultOf } from '../results/as-data.js';
import { amountIn, chargeFacts, chargeWords, codeIn, codedJob, freeIn, unitsIn } from '../results/receipt.js';
import type { Description } from './description.js';
import type { Shop } from './shop.js';
import { jobResult } from './job-result.js';
import { createdTask, wantsTasks } from './tasks.js';
import { READS, SPENDS, tool, type Tool } from './tool.js';

interface JobArgs {
  readonly job_id: string;
}

interface PageArgs extends JobArgs {
  readonly of?: 'results' | 'errors';
  readonly cursor?: string;
  readonly limit?: number;
}

export function jobTools(shop: Shop, description: Description): Tool[] {
  return [
    enrichList(shop, description),
    followJob(shop, description),
    readResults(shop, description),
    cancelJob(shop, description),
  ];
}

const enrichList = (shop: Shop, description: Description): Tool =>
  tool<EnrichJobRequest>({
    name: 'enrich_list',
    title: 'Enrich a list of companies',
    description: `Submits a list of companies as a job in the background. Costs at most 1 unit for each row and block: ask estimate first. Where the host knows tasks, the list is one, and the task's id is the job's.\n\n${description.says('submitJob')}`,
    schema: description.whole(description.component('EnrichJobRequest')),
    annotations: SPENDS,
    run: (args, call) => {
      const request = normalised(args);
      const billed = {
        ...{ tool: 'enrich_list', args: request, rows: request.rows.length, blocks: request.blocks },
        send: (client: Shop['client'], idempotencyKey: string) =>
          client.jobs.create(request, { idempotencyKey }),
        open: ({ results_ready }: Job) => (results_ready ? [] : 'all'),
      } as const;
      return shop.paid(billed, call, ({ answer, charge }) => {
        if (wantsTasks(call.can) && !answer.results_ready) return createdTask(answer, chargeWords(charge));
        const receipt = { job_id: codedJob(answer.job_id), ...chargeFacts(charge) };
        const words = `${chargeWords(charge)} Follow the job with follow_job; its id stays good if this server is started again.`;
        return resultOf({ words, facts: { receipt }, data: answer });
      });
    },
  });

const followJob = (shop: Shop, description: Description): Tool =>
  tool<JobArgs>({
    name: 'follow_job',
    title: 'Follow a job',
    description: `Says how far a list is, and once it is over what it cost. Free.\n\n${description.says('getJob')}`,
    schema: description.argumentsOf('getJob', () => true),
    annotations: READS,
    run: async ({ job_id }) => jobResult(shop, await shop.client.jobs.get(job_id)),
  });

const KIND = { type: 'string', enum: ['results', 'errors'], default: 'results', description: 'Which rows.' };

const readResults = (shop: Shop, description: Description): Tool =>
  tool<PageArgs>({
    name: 'read_results',
    title: 'Read the results of a job',
    description: `Reads rows of a job, page by page. \`of: errors\` reads the rows that failed as a whole. Free.\n\n${description.says('getResults')}\n\n${description.says('getErrors')}`,
    schema: description.argumentsOf('getResults', () => true, { more: { of: KIND } }),
    annotations: READS,
    run: async ({ job_id, of = 'results', ...page }) => {
      const { client } = shop;
      if (of === 'errors') {
        const errors = await client.jobs.errorsPage(job_id, page);
        return resultOf({ words: 'Rows that failed as a whole cost nothing.', data: errors });
      }
      const [job, results] = [await client.jobs.get(job_id), await client.jobs.resultsPage(job_id, page)];
      const payments = shop.payments('');
      if (job.results_ready) await payments.settleJob(job_id);
      const prices = await payments.pricesOf(job_id);
      const first = job.counts.total - results.remaining - results.results.length;
      const receipts = results.results.map((row, index) =>
        rowReceipt(codedJob(job_id), first + index, row, prices),
      );
      const units = receipts.reduce((sum, receipt) => sum + receipt.units, 0);
      const words = `Reading is free. The rows of this page cost ${units} units when they were delivered.`;
      return resultOf({ words, facts: { receipts }, data: results });
    },
  });

/** What a row has cost, as far as it is delivered. */
const rowReceipt = (job_id: string, row: number, result: Row, prices: Prices | null) => ({
  ...{ job_id, row, units: unitsIn(result), ...amountIn(result, prices) },
  free: result.reason === undefined ? freeIn(result) : [{ block: 'all', why: codeIn(result.reason) }],
});

const cancelJob = (shop: Shop, description: Description): Tool =>
  tool<JobArgs>({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: `Cancels a list: rows that have not begun are skipped and cost nothing. Free.\n\n${description.says('cancelJob')}`,
    schema: description.argumentsOf('cancelJob', () => true),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    run: async ({ job_id }) => jobResult(shop, await shop.client.jobs.cancel(job_id)),
  });
