/**
 * `billing explain`: explains a figure of usage by its charges, with their jobs, requests and keys, and by
 * what cost nothing. The figure and its jobs come from the read models. The charges come from the jobs'
 * streams in the log; their sum is compared with the figure.
 */
import { hasRepricing, owedSums } from '../../billing/usage/priced-use.js';
import { usageMonthRules } from '../../billing/usage/month-rule-usage.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { laneCheckpoint } from '../../../packages/platform/src/projector/lane-checkpoint.js';
import { adjustmentsInFigure, isWholeAccount } from './explained-adjustments.js';
import type { BillScope, ExplainedBill, ExplainedCharge } from './explained-bill.js';
import { readFigure, jobsOfFigure, type BillSources, type JobOfFigure } from './figure.js';
import {
  adjustedBlocks,
  figureCost,
  owedSumsByDay,
  pricedCharge,
  hasSameUnits,
  sumFigure,
} from './figure-sums.js';
import { ChargeTotals, FigureJobs, firstCharges, addJobCharges } from './job-charges.js';
import type { ChargesAndJobs, ChargesPage } from './job-charges.js';
import { countNotBilled } from './not-billed.js';

/** The maximum numbers of rows and of jobs that one answer reads, so that it takes about a second. */
const MAX_ROWS = 500_000;
const MAX_JOBS = 5_000;

export async function explainBilling(
  sources: BillSources,
  scope: BillScope,
  page: ChargesPage,
): Promise<ExplainedBill> {
  const figure = await readFigure(sources.reader, scope);
  const totals = new ChargeTotals(scope.block, page);
  const jobs = new FigureJobs();
  const complete =
    figure.range === null || (await readCharges(sources, scope, figure.range, { totals, jobs }));
  const sums = sumFigure(figure, scope.block);
  const { adjustments, credits, adjustedUnits } = await adjustmentsInFigure(sources, scope, figure, jobs);
  const cost = figureCost(figure, scope.block);
  const owedSumsOn = owedSumsByDay(figure, scope.block, adjustedUnits, cost.currency);
  return {
    account_id: scope.account,
    day: figure.range !== null && figure.range.from === figure.range.to ? figure.range.from : null,
    from: figure.range?.from ?? null,
    to: figure.range?.to ?? null,
    job_id: scope.job,
    key_id: scope.key,
    block: scope.block,
    // No read model counts the rows in which one block was delivered, so the rows are counted from the log.
    rows: scope.block === null ? sums.rows : totals.deliveredRows,
    units: sums.units,
    blocks: sums.blocks,
    days: sums.days.map((day) => ({ ...day, ...owedSumsOn(day.date) })),
    priced: cost.priced,
    adjusted: adjustedBlocks(adjustedUnits, figure.prices),
    ...owedSums(cost.currency, cost.chargedAmounts, [...adjustments, ...credits], hasRepricing(adjustments)),
    adjustments,
    credits,
    net_units: adjustments.reduce((sum, { units }) => sum + units, sums.units),
    month_rules:
      figure.range === null || !isWholeAccount(scope)
        ? []
        : usageMonthRules({ ...figure, range: figure.range, units: [...figure.days, ...adjustedUnits] }),
    not_billed: await countNotBilled(sources, scope, figure.range, { totals, jobs }),
    jobs: jobs.explainedJobs(),
    charges: totals.charges.map((charge) => pricedCharge(charge, figure.prices)),
    charges_before: totals.chargesBefore,
    charges_read: totals.chargeCount,
    complete,
    agrees: complete ? hasSameUnits(totals.unitsByBlock, sums.blocks) : null,
    as_of:
      figure.usageAccount === undefined
        ? null
        : { position: figure.usageAccount.as_of_position, time: figure.usageAccount.as_of_time },
  };
}

/** Reads the charges of the figure's jobs. @returns true if it read all of them */
async function readCharges(
  { eventStore, reader }: BillSources,
  scope: BillScope,
  range: UsageRange,
  { totals, jobs }: ChargesAndJobs,
): Promise<boolean> {
  const units = (): number => [...totals.unitsByBlock.values()].reduce((sum, count) => sum + count, 0);
  const lastPosition = await reader.checkpoint(laneCheckpoint('billing'));
  for await (const jobOfFigure of jobsOfFigure(reader, scope, range)) {
    if (totals.rowCount > MAX_ROWS || jobs.size > MAX_JOBS) return false;
    const totalsBefore = { rows: totals.deliveredRows, units: units() };
    const { job } = jobOfFigure;
    const part = { job: job.job_id, endChunk: job.chunks.length, range: jobOfFigure.range, lastPosition };
    await addJobCharges(eventStore, part, totals);
    jobs.add(jobOfFigure, {
      rows: totals.deliveredRows - totalsBefore.rows,
      units: units() - totalsBefore.units,
    });
  }
  return true;
}

/**
 * Returns every charge behind a figure, read from the log one chunk of a job at a time. The jobs are read
 * before this resolves, from the snapshot. The charges are read later and need no snapshot.
 */
export async function everyChargeOf(
  { eventStore, reader }: BillSources,
  scope: BillScope,
): Promise<AsyncIterable<ExplainedCharge>> {
  const { range, prices } = await readFigure(reader, scope);
  const lastPosition = await reader.checkpoint(laneCheckpoint('billing'));
  const jobs: JobOfFigure[] = [];
  if (range !== null) for await (const job of jobsOfFigure(reader, scope, range)) jobs.push(job);
  return (async function* () {
    for (const { job, range } of jobs)
      for (const chunk of job.chunks.keys()) {
        const totals = new ChargeTotals(scope.block, firstCharges(Infinity));
        const part = { job: job.job_id, fromChunk: chunk, endChunk: chunk + 1, range, lastPosition };
        await addJobCharges(eventStore, part, totals);
        for (const charge of totals.charges) yield pricedCharge(charge, prices);
      }
  })();
}
