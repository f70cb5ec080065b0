/** The command `usage export`: writes a month of an account's usage in the formats of other systems. */
import { Option } from 'commander';
import { once } from 'node:events';
import { EXPORT_FORMATS } from '../../billing/export/formats.js';
import type { ExportReport, UsageExport } from '../../operator/usage/export-usage.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import * as args from '../arguments.js';
import type { Cli, ProgramCommand } from '../command-line.js';
import { factLines } from '../output.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

export function addUsageExportCommand(usage: ProgramCommand): void {
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
