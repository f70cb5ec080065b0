/** `usage …`: what an account used, and the proof that it is the sum of the charges in the log. */
import type { Command } from 'commander';
import { parseAsOf, type AsOf } from '../billing/usage/rebuild/as-of.js';
import type { UsageRebuildReport } from '../billing/usage/rebuild/usage-rebuild.js';
import type { AdjustedUsageBody } from '../billing/usage/usage-adjustments.js';
import type { Cost } from '../billing/usage/usage-body.js';
import { MAX_RANGE_DAYS, usageRange, type UsageRange } from '../billing/usage/usage-range.js';
import { proveUsage } from '../operator/usage/prove-usage.js';
import { showUsage, type UsageGrouping, type UsageItem } from '../operator/usage/show-usage.js';
import type { AccountId, JobId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { WrongRequest } from '../operator/refusal.js';
import { operatorOf } from './operator.js';
import { amountIn, counted, facts, table, type Columns } from './output.js';

export function usageCommands(program: Command, run: Run): void {
  const usage = program.command('usage').description('what accounts used and what it costs');
  show(usage, run);
  rebuild(usage, run);
}

const BY = ['block', 'day', 'job', 'key'] as const;

interface ShowOptions {
  account: AccountId;
  from?: string;
  to?: string;
  by: (typeof BY)[number];
  job?: JobId;
}

function show(usage: Command, run: Run): void {
  usage
    .command('show')
    .description('what GET /v1/usage shows, and by job and key too')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .option('--from <date>', 'first day, UTC (default: 30 days before the last)', words.day)
    .option('--to <date>', 'last day, inclusive (default: today)', words.day)
    .option('--by <what>', BY.join(', '), words.oneOf(BY, 'a way to group usage'), 'block')
    .option('--job <id>', 'of one job only', words.jobId)
    .action(
      run(async (cli, options: ShowOptions) => {
        const range = rangeOf(options);
        const grouping = groupingOf(options);
        const { account } = options;
        const body = await showUsage(await operatorOf(cli), { account, range, ...grouping });
        cli.out.document({ account_id: account, ...body }, () => usageTable(body));
      }),
    );
}

function rangeOf({ from, to }: ShowOptions): UsageRange {
  const asked = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const range = usageRange(asked, new Date());
  if (!('problems' in range)) return range;
  const detail = range.problems.includes('too_long')
    ? `A range has at most ${MAX_RANGE_DAYS} days.`
    : '--from must not be later than --to.';
  throw new WrongRequest('wrong_use', detail);
}

function groupingOf({ by, job }: ShowOptions): UsageGrouping {
  if (by === 'block' || by === 'day') return { by, job: job ?? null };
  if (job === undefined) return { by, job: null };
  throw new WrongRequest('wrong_use', `--job goes with --by block or day, not ${by}.`);
}

const nameOf = (item: UsageItem): string =>
  'block' in item ? item.block : 'date' in item ? item.date : 'job_id' in item ? item.job_id : item.key_id;

const costText = ({ amount, currency }: Cost): string => amountIn(currency, amount);

function usageTable(body: AdjustedUsageBody<UsageItem>): readonly string[] {
  const priced = body.amount !== undefined;
  const columns: Columns<UsageItem> = {
    [body.granularity]: nameOf,
    // A block is one of many in its row: it has units only.
    ...(body.granularity === 'block' ? {} : { rows: (item) => ('rows' in item ? counted(item.rows) : '') }),
    units: (item) => counted(item.units),
    ...(priced ? { amount: costText } : {}),
  };
  const head = facts({
    from: body.from,
    to: body.to,
    rows: counted(body.counts.rows),
    units: counted(body.counts.units),
    ...(priced ? { amount: costText(body) } : {}),
    'as of': body.as_of === null ? 'nothing was used yet' : `${body.as_of.time} (${body.as_of.position})`,
    ...(body.unpriced === undefined || body.unpriced.length === 0
      ? {}
      : { 'without a price': body.unpriced.join(', ') }),
  });
  const items = body.items.length === 0 ? [] : table(body.items, columns);
  return [...head, ...items, ...adjustmentLines(body)];
}

/** Charges stay as they are; below them stands what is not owed, and what is left. */
function adjustmentLines(body: AdjustedUsageBody<UsageItem>): readonly string[] {
  const { adjustments, net_units, net_amount, currency } = body;
  if (adjustments === undefined || net_units === undefined) return [];
  const lines = table(adjustments, {
    adjustment: ({ adjustment_id }) => adjustment_id,
    made: ({ time }) => time.slice(0, 'YYYY-MM-DD'.length),
    reason: (of) => (of.reverses === null ? of.reason : `${of.reason}, reverses ${of.reverses}`),
    units: ({ units }) => counted(units),
    ...(net_amount === undefined ? {} : { amount: costText }),
  });
  const net = {
    'net units': counted(net_units),
    ...(net_amount === undefined ? {} : { 'net amount': amountIn(currency, net_amount) }),
  };
  return [...lines, ...facts(net)];
}

interface RebuildOptions {
  account?: AccountId;
  asOf?: AsOf;
  apply: boolean;
  reason?: string;
}

function rebuild(usage: Command, run: Run): void {
  usage
    .command('rebuild')
    .description(
      'replays the charges in the log, compares with the figures that are shown; 1 on a difference',
    )
    .option('--account <id>', 'compare only this account', words.accountId)
    .option(
      '--as-of <time-or-position>',
      'compare as of then; a time without a zone is UTC, a day is its end',
      asOf,
    )
    .option('--apply', 'take the rebuilt figures over', false)
    .option(...words.WHY_ACT)
    .action(
      run(async (cli, { account, asOf: moment, apply, reason }: RebuildOptions) => {
        if (apply && moment !== undefined)
          throw new WrongRequest('wrong_use', '--apply takes over the figures of now; leave out --as-of.');
        const report = await proveUsage(await operatorOf(cli), {
          ...(account === undefined ? {} : { account }),
          ...(moment === undefined ? {} : { asOf: moment }),
          apply,
          reason,
        });
        if (report.verdict === 'different' && !report.applied) cli.checkFailed();
        cli.out.document(report, () => rebuildTable(report));
      }),
    );
}

const asOf = (text: string): AsOf =>
  parseAsOf(text) ??
  words.wrong(`'${text}' is neither a time such as 2026-11-21T12:00:00Z or 2026-11-21 nor a position.`);

const SHOWN_DIFFERENCES = 20;

function rebuildTable(report: UsageRebuildReport): readonly string[] {
  const head = facts({
    verdict: report.verdict,
    'as of': report.as_of === '' ? 'the empty log' : report.as_of,
    live: report.live_digest,
    rebuilt: report.rebuilt_digest,
    replayed: `${report.events} charge entries, ${report.events_per_second}/s`,
    ...(report.applied ? { applied: 'yes' } : {}),
  });
  if (report.differences_total === 0) return head;
  const shown = report.differences.slice(0, SHOWN_DIFFERENCES);
  const differences = table(shown, {
    key: (difference) => difference.key,
    live: (difference) => JSON.stringify(difference.live),
    rebuilt: (difference) => JSON.stringify(difference.rebuilt),
  });
  return [...head, `${report.differences_total} differences:`, ...differences];
}
