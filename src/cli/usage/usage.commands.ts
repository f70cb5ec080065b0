/** The commands `usage …`: show an account's usage, export it, and prove it against the log. */
import { parseAsOf, type AsOf } from '../../billing/usage/rebuild/as-of.js';
import { MAX_RANGE_DAYS, usageRange, type UsageRange } from '../../billing/usage/usage-range.js';
import { runUsageRebuild } from '../../operator/usage/run-usage-rebuild.js';
import { usageRebuildSheet } from '../../operator/usage/rebuild.sheet.js';
import { showUsage, type UsageGrouping } from '../../operator/usage/show-usage.js';
import { usageSheet } from '../../operator/usage/usage.sheet.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { addUsageExportCommand } from './export.command.js';

export function usageCommands(program: ProgramCommand): void {
  const usage = program.command('usage').description("shows, exports and proves accounts' usage and cost");
  addShowCommand(usage);
  addRebuildCommand(usage);
  addUsageExportCommand(usage);
}

const GROUPINGS = ['block', 'day', 'job', 'key'] as const;

function addShowCommand(usage: ProgramCommand): void {
  usage
    .command('show')
    .description('shows usage as GET /v1/usage does, and also by job and key')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .option('--from <date>', 'first day, UTC (default: 30 days before the last)', args.asDay)
    .option('--to <date>', 'last day, inclusive (default: today)', args.asDay)
    .option('--by <what>', GROUPINGS.join(', '), args.asOneOf(GROUPINGS, 'a way to group usage'), 'block')
    .option('--job <id>', 'only the usage of this job', args.asJobId)
    .does(async (cli, { account, by, job = null, ...days }) => {
      const request = { account, range: rangeOf(days), ...groupingOf(by, job) };
      const body = await showUsage(await cli.operator(), request);
      cli.out.sheet({ account_id: account, ...body }, () => usageSheet(account, body));
    });
}

function rangeOf(days: Partial<UsageRange>): UsageRange {
  const range = usageRange(days, new Date());
  if (!('problems' in range)) return range;
  const detail = range.problems.includes('too_long')
    ? `A range has at most ${MAX_RANGE_DAYS} days.`
    : '--from must not be later than --to.';
  return args.refuseUsage(detail);
}

function groupingOf(by: (typeof GROUPINGS)[number], job: JobId | null): UsageGrouping {
  if (by === 'block' || by === 'day') return { by, job };
  if (job === null) return { by, job };
  return args.refuseUsage(`--job goes with --by block or day, not ${by}.`);
}

function addRebuildCommand(usage: ProgramCommand): void {
  usage
    .command('rebuild')
    .description('replays the charges and compares the live figures; exits with 1 on a difference')
    .option('--account <id>', 'compare only this account', args.asAccountId)
    .option(
      '--as-of <time-or-position>',
      'compare as of this time (UTC unless it has a zone) or position',
      asTimeOrPosition,
    )
    .option('--apply', 'replace the figures by the rebuilt ones', false)
    .option(...args.REASON_OPTION)
    .does(async (cli, options) => {
      if (options.apply && options.asOf !== undefined)
        return args.refuseUsage('--apply replaces the current figures. Leave out --as-of.');
      const report = await runUsageRebuild(await cli.operator(), options);
      if (report.verdict === 'different' && !report.applied) cli.markFailed();
      cli.out.sheet(report, usageRebuildSheet);
    });
}

const asTimeOrPosition = (text: string): AsOf =>
  parseAsOf(text) ??
  args.refuseArgument(
    `'${text}' is neither a time such as 2026-11-21T12:00:00Z or 2026-11-21 nor a position.`,
  );
