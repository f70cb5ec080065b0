/** The command `enrich FILE`, which customers use. It needs the service's address and a key, and no store. */
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CompanyData } from '../../packages/client/src/index.js';
import * as args from './arguments.js';
import type { Cli, OptionsOf, ProgramCommand } from './command-line.js';
import { firstBytes, encodingByMark } from './enrich/byte-order-mark.js';
import { costText } from './enrich/cost.js';
import { ListEnricher, type EnrichSummary } from './enrich/enrich-list.js';
import type { EnrichSettings } from './enrich/confirm-charges.js';
import { errorLine, resultLine } from './enrich/flatten.js';
import { openList, addListOptions, type ListFile } from './enrich/list-source.js';
import { previewLines } from './enrich/estimate-lines.js';
import { previewList, type PreviewedList } from './enrich/preview.js';
import { ResultFile, type Format } from './enrich/result-file.js';
import { keepReceipts } from '../../packages/client/src/node.js';
import { apiKeyOf, makeClient, asCommandError, DEFAULT_PATIENCE } from './enrich/service-client.js';
import { questionsOf } from './install/questions.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { factLines } from './output.js';

/** Returns the longest waits in milliseconds: the defaults, or the seconds of `--patience` for both. */
const patienceOf = ({ patience }: Options): Record<keyof typeof DEFAULT_PATIENCE, number> =>
  patience === undefined
    ? DEFAULT_PATIENCE
    : { patience: patience * 1_000, patienceAtFirst: patience * 1_000 };

const declareEnrich = (program: ProgramCommand) =>
  addListOptions(
    program
      .command('enrich')
      .description('sends a list of companies to the service and writes the results')
      .argument(
        '<file>',
        'CSV or XLSX with headings; columns such as "Company number", "Company name", "Website", "Ref"',
      ),
  )
    .option('--key <key>', 'API key with both scopes (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', args.asWebAddress)
    .requiredOption('--blocks <list>', 'all, core or block keys joined by commas', args.asBlocks)
    .option('--out <file>', 'the file of the results, .csv, .xlsx or .ndjson; errors are written beside it')
    .option('--preview', 'only show the highest and the probable cost of the list', false)
    .option('--options <json>', 'options of the job, such as \'{"validation":["rules"]}\'', args.asJsonObject)
    .option('--ref-column <heading>', 'the column of your own references')
    .option('--only-results', "leave out the list's own columns (CSV)", false)
    .option('--raw', 'do not protect cells that a spreadsheet would run as formulas (CSV)', false)
    .option(
      '--rows-per-job <count>',
      'rows of one job, 11 or more for a longer list (default: all that the key may send)',
      args.asWholeNumber(1, 250_000),
    )
    .option('--run <label>', 'with another label, the same list is submitted and charged again', '')
    .option('--dedupe', 'send rows that name the same company once; all of them get the answer', false)
    .option('--only-failed', 'send only the rows that failed in the earlier run', false)
    .option('--yes', 'send without a question, also if rows are charged again', false)
    .option(
      '--patience <seconds>',
      'give up after this time without answers (default: 600; at first 10)',
      args.asWholeNumber(1, 86_400),
    );

type Options = OptionsOf<ReturnType<typeof declareEnrich>>;

export const enrichCommand = (program: ProgramCommand): void => declareEnrich(program).does(enrich);

async function enrich(cli: Cli, file: string, options: Options): Promise<void> {
  const client = makeClient(
    {
      url: options.url,
      key: apiKeyOf(cli, options.key),
      ...patienceOf(options),
      // Receipts are kept beside the results, even if the run breaks off.
      onReceipt: options.out === undefined ? undefined : keepReceipts(`${options.out}.receipts`),
    },
    cli.out,
  );
  try {
    if (options.preview)
      await showPreview(cli, client, {
        ...(await openListOf(file, options)),
        blocks: options.blocks,
        dedupe: options.dedupe,
      });
    else await sendList(cli, client, file, { ...options, out: outputPath(options) });
  } catch (error) {
    throw asCommandError(error);
  }
}

/** Shows the estimate. Writes no file and sends no row. */
async function showPreview(cli: Cli, client: CompanyData, list: PreviewedList): Promise<void> {
  const estimate = await previewList(client, list, cli.out);
  cli.out.document(estimate, previewLines);
}

type SendOptions = Options & { readonly out: string };

async function sendList(cli: Cli, client: CompanyData, file: string, options: SendOptions): Promise<void> {
  const list = await openListOf(file, options);
  const { results, errors } = openOutputs(file, options);
  const enricher = new ListEnricher(client, cli.out, { results, errors }, questionsOf(cli, false));
  try {
    const summary = await enricher.run(settingsOf(list, options));
    await results.finish();
    await errors.finish();
    if (summary.jobs.some(({ status }) => status !== 'completed')) cli.markFailed();
    showSummary(cli, file, summary, { results, errors });
  } catch (error) {
    if (enricher.hasSubmitted)
      cli.out.message('Interrupted. Run the same command again to continue: nothing is paid twice.');
    throw error;
  } finally {
    await results.discard();
    await errors.discard();
  }
}

function outputPath({ out }: Options): string {
  if (out !== undefined) return out;
  return args.refuseUsage('Name the file of the results with --out, or use --preview.');
}

const openListOf = (file: string, options: Options): Promise<ListFile> =>
  openList(file, options, options.refColumn === undefined ? {} : { ref: options.refColumn });

const settingsOf = (list: ListFile, options: SendOptions): EnrichSettings => ({
  ...list,
  blocks: options.blocks,
  // The service validates the options.
  options: options.options,
  runLabel: options.run,
  rowsPerJob: options.rowsPerJob ?? null,
  ...{ out: options.out, isConfirmed: options.yes, onlyResults: options.onlyResults },
  ...{ dedupe: options.dedupe, onlyFailed: options.onlyFailed },
  planFile: join(dirname(options.out), `.${basename(options.out)}.plan.json`),
  patienceMs: patienceOf(options).patience,
});

function openOutputs(file: string, options: SendOptions): { results: ResultFile; errors: ResultFile } {
  const { out, raw: keepsFormulas } = options;
  const ending = /^(.+)\.(csv|xlsx|ndjson)$/i.exec(out);
  if (ending === null)
    throw new WrongRequest('unknown_format', `--out must end in .csv, .xlsx or .ndjson; '${out}' does not.`);
  const [, stem = '', extension = ''] = ending;
  const errors = `${stem}.errors.${extension}`;
  if (isSameFile(out, file) || isSameFile(errors, file))
    throw new WrongRequest('same_file', `--out ${out} would overwrite the list ${file}: name another file.`);
  // The pattern above allows no other extension.
  const format = extension.toLowerCase() as Format;
  const encoding = encodingByMark(firstBytes(file, 3));
  return {
    results: new ResultFile(out, format, { lineOf: resultLine, keepsFormulas, encoding }),
    errors: new ResultFile(errors, format, { lineOf: errorLine, keepsFormulas, encoding }),
  };
}

/** Returns the cost as text for the summary. The text says so if all jobs are of an earlier run. */
function costLine({ cost, jobs }: EnrichSummary): string {
  if (cost === null) return 'not known now; see usage';
  return jobs.every(({ replayed }) => replayed) ? `${costText(cost)}, charged earlier` : costText(cost);
}

/** Tells whether two paths name the same existing file. */
function isSameFile(path: string, other: string): boolean {
  const [a, b] = [path, other].map((name) => statSync(name, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function showSummary(
  cli: Cli,
  file: string,
  summary: EnrichSummary,
  { results, errors }: { results: ResultFile; errors: ResultFile },
): void {
  const result = {
    file,
    ...summary,
    results: results.path,
    errors: errors.path,
    errors_count: errors.itemsWritten,
  };
  const { counts } = summary;
  cli.out.document(result, () =>
    factLines({
      rows: summary.rows,
      delivered: counts.succeeded,
      'not found': counts.not_found,
      failed: counts.failed,
      cost: costLine(summary),
      jobs: summary.jobs.map(({ job_id, status }) => `${job_id} ${status}`).join(', '),
      results: results.path,
      errors: `${errors.path} (${errors.itemsWritten})`,
    }),
  );
}
