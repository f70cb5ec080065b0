/** `billing dispute`: evidence of what was asked, delivered and charged, to be given to a customer. */
import { disputeJob, type EvidenceWritten } from '../operator/billing/dispute-job.js';
import type { JobId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../shared/sheet/sheet.js';
import { thousands } from '../shared/text/formats.js';
import { facts, table } from './output.js';

const HIGHEST_ROW = 249_999;
const rowNumber = words.wholeNumber(0, HIGHEST_ROW);

export function disputeCommand(billing: ProgramCommand): void {
  billing
    .command('dispute')
    .description(
      'writes the evidence of rows of a job to a folder: events, digests, rule, charges, a summary',
    )
    .argument('<job>', 'job id', words.jobId)
    .argument(
      '[row...]',
      'places in the submission, from 0; without them every billed row',
      (text: string, earlier: readonly number[] = []) => [...earlier, rowNumber(text)],
    )
    .option('--out <dir>', 'a folder that is not there yet, or empty; default dispute-JOB here')
    .option('--reason <reason>', 'why it is given away; stays in the log', words.sentence)
    .does(async (cli, job: JobId, rows: readonly number[], options: { out?: string; reason?: string }) => {
      const { out = `dispute-${job}`, reason = null } = options;
      const progress = cli.out.progress('evidence', 0);
      const order = { job, rows, out, reason, now: new Date() };
      const onProgress = (done: number): void => progress.update(done, done);
      const operator = await cli.operator();
      const made = await disputeJob(operator, { ...order, onProgress }).finally(() => progress.stop());
      cli.out.document(made, () => lines(made));
    });
}

const KEPT = {
  kept: 'as asked and as delivered',
  erased: 'erased: what the facts prove without them is in the summary',
  never_kept: 'never kept (store=false): what the facts prove is in the summary',
} as const;

function lines(made: EvidenceWritten): readonly string[] {
  const { rows, units, net_units, amount, net_amount, currency, charges } = made;
  return [
    ...facts({
      folder: made.dir,
      job: made.job_id,
      account: cell.account(made.account_id),
      rows: `${thousands(made.rows_written)} ${rows === null ? '(every billed row)' : `(${rows.join(', ')})`}`,
      data: KEPT[made.rows_kept],
      charges,
      units,
      'after adjustments': net_units === units ? null : net_units,
      amount: cell.money(amount, currency),
      'amount after adjustments': net_units === units ? null : cell.money(net_amount, currency),
      'SHA-256 of manifest.json': made.digest,
    }),
    ...table(made.parts, {
      part: ({ name }) => name,
      lines: ({ lines: count }) => count,
      bytes: ({ bytes }) => bytes,
      'SHA-256': ({ sha256 }) => sha256,
    }),
  ];
}
