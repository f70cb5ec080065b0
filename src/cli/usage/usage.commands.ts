/** The commands `usage …`: show an account's usage, export it, and prove it against the log. */
import { parseAsOf, type AsOf } from '../../billing/usage/rebuild/as-of.js';
import { MAX_RANGE_DAYS, usageRange, type UsageRange } from '../../billing/usage/usage-range.js';
import { runUsageRebuild } from '../../operator/usage/run-usage-rebuild.js';
import { usageRebuildSheet } from '../../operator/usage/rebuild.sheet.js';
import { showUsage, type UsageGrouping } from '../../operator/usage/show-usage.js';
import { usageSheet } from '../../operator/usage/usage.sheet.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import * as args from '../arguments.js';
import type { ProgramCommand, Cli } from '../command-line.js';
import { Option } from 'commander';
import { once } from 'node:events';
import { EXPORT_FORMATS } from '../../billing/export/formats.js';
import type { ExportReport, UsageExport } from '../../operator/usage/export-usage.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { factLines } from '../output.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

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

function addUsageExportCommand(usage: ProgramCommand): void {
  usage
    .command('export')
    .description(
      "writes the lines of an account's month for other systems: FOCUS, CloudEvents, Stripe or CSV",
    )
    .requiredOption('--format <format>', EXPORT_FORMATS.join(', '), args.asOneOf(EXPORT_FORMATS, 'a format'))
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--month <month>', 'YYYY-MM, UTC', args.asMonth)
    .option('--proofs', "the lines of the month's complete statement, each with its proof", false)
    .option('--out <file>', 'the file to write (default: stdout)')
    .addOption<{ readonly output?: string }>(
      new Option('--output <file>', 'the same as --out').hideHelp().conflicts('out'),
    )
    .option(...args.REASON_OPTION)
    .does(async (cli, { account, month: { from }, format, proofs, reason = null, out, output }) => {
      const { exportUsage, recordExport, writeExport } = await import('../../operator/usage/export-usage.js');
      const operator = await cli.operator();
      const month = from.slice(0, 'YYYY-MM'.length);
      const request = { account, month, format, proofs, now: new Date() };
      const usageExport = await exportUsage(operator, request);
      await recordExport(operator, request, reason);
      const file = out ?? output;
      if (file === undefined) await writeToStdout(cli, usageExport);
      else await writeExport(usageExport, file);
      const report = usageExport.report();
      if (file !== undefined) cli.out.document({ ...report, file }, () => reportLines(report, file));
      await showWarnings(cli, report);
    });
}

/** Writes the lines to stdout, with and without `--json`. */
async function writeToStdout({ process: { stdout } }: Cli, usageExport: UsageExport): Promise<void> {
  const { requireWrittenLines } = await import('../../operator/usage/export-usage.js');
  for await (const piece of usageExport.pieces) if (!stdout.write(piece)) await once(stdout, 'drain');
  requireWrittenLines(usageExport.report());
}

const reportLines = (report: ExportReport, file: string): readonly string[] =>
  factLines({
    file,
    account: cell.account(report.account_id),
    month: `${report.month}${report.provisional ? ' (provisional)' : ''}`,
    format: report.proofs ? `${report.format}, with proofs` : report.format,
    lines: report.lines,
    units: report.units,
    amount: report.amounts.map(({ net_amount, currency }) => `${net_amount} ${currency}`).join(', ') || null,
    'month rules':
      report.amounts
        .filter(({ month_rules }) => month_rules !== '0')
        .map(({ month_rules, currency }) => `${month_rules} ${currency}`)
        .join(', ') || null,
  });

async function showWarnings(cli: Cli, report: ExportReport): Promise<void> {
  const { month, lines, provisional, too_old, without_units } = report;
  if (lines === 0) cli.out.message(`There are no lines of ${month}.`);
  if (provisional)
    cli.out.message(
      `${month} is provisional: it has no complete statement yet, so lines may be added and change.`,
    );
  if (without_units.total > 0)
    cli.out.message(
      `Stripe counts units, so ${countText(without_units.total, 'line')} of credits and month rules were left out: ${without_units.ids.join(', ')}${without_units.total > without_units.ids.length ? ` and ${thousands(without_units.total - without_units.ids.length)} more` : ''}.`,
    );
  if (too_old.total === 0) return;
  const { tooOldText } = await import('../../operator/usage/export-usage.js');
  cli.out.message(tooOldText(too_old));
  cli.markFailed();
}
