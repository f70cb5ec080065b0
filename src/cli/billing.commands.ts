/** The commands `billing …`: explain, adjust, reprice, dispute and estimate charges, and grant credits. */
import type { UsageRange } from '../billing/usage/usage-range.js';
import { billSheet } from '../investigate/sheets/bill.sheet.js';
import { chargeSheet } from '../investigate/sheets/charge.sheet.js';
import type { BillSubject } from '../operator/billing/bill-figure.js';
import type { DisputeResult } from '../operator/billing/dispute-job.js';
import { estimateList } from '../operator/billing/estimate-list.js';
import { explainBill, explainOneCharge } from '../operator/billing/explain-bill.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import { countText, thousands } from '../../packages/words/src/text/formats.js';
import { addAdjustCommand, addCreditCommand, addRepriceCommand } from './adjust.commands.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { estimateLines } from './enrich/estimate-lines.js';
import { addListOptions, openList } from './enrich/list-source.js';
import { checkList, rowsToSubmit } from './enrich/read-list.js';
import { factLines, tableLines } from './output.js';

export function billingCommands(program: ProgramCommand): void {
  const billing = program.command('billing').description('explains, adjusts, credits and estimates charges');
  addExplainCommand(billing);
  addAdjustCommand(billing);
  addRepriceCommand(billing);
  addCreditCommand(billing);
  addDisputeCommand(billing);
  addEstimateCommand(billing);
}

/** The maximum number of listed jobs and, without `--limit`, of listed charges. */
const MAX_SHOWN = 20;
/** The maximum number of charges in JSON without `--limit`. */
const MAX_IN_JSON = 100_000;

function addExplainCommand(billing: ProgramCommand): void {
  billing
    .command('explain')
    .description('explains a usage figure or a charge: its charges, rows, requests and prices')
    .option('--account <id>', 'a figure of this account, with --day or --month', args.asAccountId)
    .option('--job <id>', 'the bill of a job', args.asJobId)
    .option('--key <id>', 'the bill of a key', args.asKeyId)
    .option('--charge <id>', 'one charge', args.asChargeId)
    .option('--day <date>', 'UTC', args.asDay)
    .option('--month <month>', 'YYYY-MM, UTC', args.asMonth)
    .option('--block <block>', 'units of this block only', args.asOneOf(BLOCK_KEYS, 'a block'))
    .option('--limit <count>', 'the number of charges to list', args.asWholeNumber(0, 1_000_000))
    .option(...args.REASON_OPTION)
    .does(async (cli, { charge, block, limit, reason = null, ...figure }) => {
      if (charge === undefined) {
        const page = { block: block ?? null, limit: limit ?? (cli.out.isJson ? MAX_IN_JSON : MAX_SHOWN) };
        const request = { subject: subjectOf(figure), ...page, reason };
        const bill = await explainBill(await cli.operator(), request);
        return cli.out.sheet(bill, () => billSheet(bill, MAX_SHOWN));
      }
      if (block !== undefined || Object.keys(figure).length > 0)
        return args.refuseUsage(
          '--charge names one charge. Leave out --account, --job, --key, --day, --month and --block.',
        );
      return cli.out.sheet(await explainOneCharge(await cli.operator(), charge, reason), chargeSheet);
    });
}

interface FigureOptions {
  readonly account?: AccountId;
  readonly job?: JobId;
  readonly key?: KeyId;
  readonly day?: string;
  readonly month?: UsageRange;
}

function subjectOf({ account, job, key, day, month }: FigureOptions): BillSubject {
  if (day !== undefined && month !== undefined) return args.refuseUsage('Name --day or --month, not both.');
  const range = day === undefined ? (month ?? null) : { from: day, to: day };
  const subjectCount = [account, job, key].filter((value) => value !== undefined).length;
  if (subjectCount !== 1) return args.refuseUsage('Name one of --account, --job, --key and --charge.');
  if (job !== undefined) return { job, range };
  if (key !== undefined) return { key, range };
  if (account === undefined || range === null) return args.refuseUsage('Name the days: --day or --month.');
  return { account, range };
}

function addDisputeCommand(billing: ProgramCommand): void {
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
    .does(async (cli, job, rows, { out = `dispute-${job}`, reason = null }) => {
      const request = { job, rows, out, reason, now: new Date() };
      const operator = await cli.operator();
      const { disputeJob } = await import('../operator/billing/dispute-job.js');
      const evidence = await cli.out.withProgress('evidence', 'rows', (update) =>
        disputeJob(operator, { ...request, onProgress: (done) => update(done, done) }),
      );
      cli.out.document(evidence, evidenceLines);
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

function addEstimateCommand(billing: ProgramCommand): void {
  const command = billing
    .command('estimate')
    .description('estimates the highest and the probable cost of a list for an account; writes nothing')
    .argument('<file>', 'CSV or XLSX with headings, as for enrich')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .option(
      '--blocks <list>',
      'all, core or block keys joined by commas (default: those of the account)',
      args.asBlocks,
    )
    .option('--options <json>', 'options of the job, such as \'{"min_confidence":0.9}\'', args.asJsonObject);
  addListOptions(command).does(
    async (cli, file, { account, blocks = null, options = {}, ...listOptions }) => {
      const list = await openList(file, listOptions);
      const { rowCount: count, columnsSentence, warnings } = await checkList(list);
      for (const sentence of warnings) cli.out.message(sentence);
      // People check the recognised columns. With `--json` the message is left out, since no row is sent.
      if (!cli.out.isJson) cli.out.message(columnsSentence);
      const request = { account, blocks, options, count, rows: () => rowsToSubmit(list) };
      const estimate = await estimateList(await cli.operator(), request);
      cli.out.document({ file, ...estimate }, estimateLines);
    },
  );
}
