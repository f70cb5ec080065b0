/** The command `billing dispute`: writes evidence of requests, results and charges for a customer. */
import type { DisputeResult } from '../operator/billing/dispute-job.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import { countText, thousands } from '../../packages/words/src/text/formats.js';
import { factLines, tableLines } from './output.js';

export function addDisputeCommand(billing: ProgramCommand): void {
  billing
    .command('dispute')
    .description(
      'writes the evidence of rows of a job to a folder: events, digests, rule, charges, a summary',
    )
    .argument('<job>', 'job id', args.asJobId)
    .argument(
      '[row...]',
      'row numbers in the job, from 0 (default: every billed row)',
      (text: string, earlierRows: readonly number[] = []) => [...earlierRows, args.asRow(text)],
    )
    .option('--out <dir>', 'a new or empty folder (default: dispute-JOB here)')
    .option('--reason <reason>', 'the reason for giving it away; stays in the log', args.asSentence)
    .does(async (cli, job: JobId, rows: readonly number[], options: { out?: string; reason?: string }) => {
      const { out = `dispute-${job}`, reason = null } = options;
      const progress = cli.out.progress('evidence', 0);
      const request = { job, rows, out, reason, now: new Date() };
      const onProgress = (done: number): void => progress.update(done, done);
      const operator = await cli.operator();
      const { disputeJob } = await import('../operator/billing/dispute-job.js');
      const evidence = await disputeJob(operator, { ...request, onProgress }).finally(() => progress.stop());
      cli.out.document(evidence, () => evidenceLines(evidence));
    });
}

const ROW_DATA_TEXTS = {
  kept: 'requests and results as recorded',
  expired: 'their retention is over; the summary says what the facts prove without them',
  erased: 'erased; the summary says what the facts prove without them',
  never_kept: 'never kept (store=false); the summary says what the facts prove',
} as const;

function evidenceLines(evidence: DisputeResult): readonly string[] {
  const { rows, units, net_units, amount, net_amount, currency, charges, contradicted } = evidence;
  return [
    ...factLines({
      folder: evidence.dir,
      job: evidence.job_id,
      account: cell.account(evidence.account_id),
      rows: `${thousands(evidence.rows_written)} ${rows === null ? '(every billed row)' : `(${rows.join(', ')})`}`,
      data: ROW_DATA_TEXTS[evidence.rows_kept],
      contradicted: contradicted === 0 ? null : `${countText(contradicted, 'row')}: see the summary`,
      charges,
      units,
      'after adjustments': net_units === units ? null : net_units,
      amount: cell.money(amount, currency),
      'amount after adjustments': net_units === units ? null : cell.money(net_amount, currency),
      'SHA-256 of manifest.json': evidence.digest,
      'signed with key': evidence.signed_by,
    }),
    ...tableLines(evidence.parts, {
      part: ({ name }) => name,
      lines: ({ lines: count }) => count,
      bytes: ({ bytes }) => bytes,
      'SHA-256': ({ sha256 }) => sha256,
    }),
  ];
}
