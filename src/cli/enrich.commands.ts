/** `enrich FILE`: the client that customers use. It needs an address and a key, no store of its own. */
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CompanyData } from '../../packages/client/src/index.js';
import type { BlockKey } from '../shared/block-key.js';
import type { JsonObject } from '../shared/json.js';
import { parseApiKey } from '../shared/api-key.js';
import * as words from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import { costText } from './enrich/cost.js';
import { ListEnricher, type Enriched } from './enrich/enrich-list.js';
import type { EnrichSettings } from './enrich/enrich-settings.js';
import { errorLine, resultLine } from './enrich/flatten.js';
import { listFile, listOptions, type ListOptions } from './enrich/list-options.js';
import type { ListFile } from './enrich/list.js';
import { previewLines } from './enrich/estimate-lines.js';
import { previewList, type PreviewedList } from './enrich/preview.js';
import { ResultFile, type Format } from './enrich/result-file.js';
import { clientOf, reported } from './enrich/service.js';
import { questionsOf } from './install/questions.js';
import { WrongRequest } from '../operator/refusal.js';
import { facts } from './output.js';

interface Options extends ListOptions {
  key?: string;
  url: string;
  blocks: readonly BlockKey[];
  out?: string;
  preview: boolean;
  options?: JsonObject;
  refColumn?: string;
  onlyResults: boolean;
  raw: boolean;
  rowsPerJob?: number;
  yes: boolean;
  run: string;
  patience?: number;
}

/** Without an answer of a service that has answered before: it may be restarted meanwhile. */
const PATIENCE_SECONDS = 600;
/** Where nothing has answered at all. */
const PATIENCE_AT_FIRST_SECONDS = 10;

const patienceOf = ({ patience }: Options): number => (patience ?? PATIENCE_SECONDS) * 1_000;

export function enrichCommand(program: ProgramCommand): void {
  const command = program
    .command('enrich')
    .description('sends a list of companies to the service and writes what comes back')
    .argument(
      '<file>',
      'CSV with headings; columns such as "Company number", "Company name", "Website", "Ref"',
    );
  listOptions(command)
    .option('--key <key>', 'API key with both scopes (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', words.webAddress)
    .requiredOption('--blocks <list>', 'all, core or block keys joined by commas', words.blockSelection)
    .option('--out <file>', 'results, .csv or .ndjson; errors go beside it')
    .option('--preview', 'only say what the list would cost, at most and probably', false)
    .option('--options <json>', 'options of the job, such as \'{"validation":["rules"]}\'', words.jsonObject)
    .option('--ref-column <heading>', 'the column of your own references')
    .option('--only-results', "without the list's own columns before the results (CSV)", false)
    .option('--raw', 'leave cells as they are that a spreadsheet would run as formulas (CSV)', false)
    .option(
      '--rows-per-job <count>',
      'rows of one job, 11 or more for a longer list (default: all that the key may send)',
      words.wholeNumber(1, 250_000),
    )
    .option('--run <label>', 'another word asks, and pays, for the same list anew', '')
    .option('--yes', 'send it also where rows are charged anew: asks nothing', false)
    .option(
      '--patience <seconds>',
      'give up after so long without an answer (default: 600, and 10 where nothing has answered yet)',
      words.wholeNumber(1, 86_400),
    )
    .does(enrich);
}

async function enrich(cli: Cli, file: string, options: Options): Promise<void> {
  const key = options.key ?? cli.process.env['COMPANY_DATA_KEY'] ?? '';
  if (parseApiKey(key) === null)
    throw new WrongRequest('no_key', 'Give the whole API key as --key or in COMPANY_DATA_KEY.');
  const client = clientOf(
    {
      url: options.url,
      key,
      patience: patienceOf(options),
      patienceAtFirst: (options.patience ?? PATIENCE_AT_FIRST_SECONDS) * 1_000,
    },
    cli.out,
  );
  try {
    if (options.preview) await preview(cli, client, { ...fileOf(file, options), blocks: options.blocks });
    else await send(cli, client, file, { ...options, out: outOf(options) });
  } catch (error) {
    throw reported(error);
  }
}

/** Nothing but reads: no file is written, no row is sent. */
async function preview(cli: Cli, client: CompanyData, list: PreviewedList): Promise<void> {
  const found = await previewList(client, list, cli.out);
  cli.out.document(found, () => previewLines(found));
}

type Sent = Options & { readonly out: string };

async function send(cli: Cli, client: CompanyData, file: string, options: Sent): Promise<void> {
  const { results, errors } = outputs(file, options);
  const enricher = new ListEnricher(client, cli.out, { results, errors }, questionsOf(cli, false));
  try {
    const enriched = await enricher.run(settingsOf(file, options));
    await results.finish();
    await errors.finish();
    if (enriched.jobs.some(({ status }) => status !== 'completed')) cli.checkFailed();
    show(cli, file, enriched, { results, errors });
  } catch (error) {
    if (enricher.hasSubmitted)
      cli.out.message('Broken off. The same command again goes on from here: nothing is paid twice.');
    throw error;
  } finally {
    await results.discard();
    await errors.discard();
  }
}

function outOf({ out }: Options): string {
  if (out !== undefined) return out;
  throw new WrongRequest('wrong_use', 'Name the file of the results, --out, or ask for a --preview.');
}

const fileOf = (file: string, options: Options): ListFile =>
  listFile(file, options, options.refColumn === undefined ? {} : { ref: options.refColumn });

const settingsOf = (file: string, options: Sent): EnrichSettings => ({
  ...fileOf(file, options),
  blocks: options.blocks,
  // The service says what is wrong with them.
  options: options.options,
  run: options.run,
  rowsPerJob: options.rowsPerJob ?? null,
  ...{ out: options.out, yes: options.yes, onlyResults: options.onlyResults },
  planFile: join(dirname(options.out), `.${basename(options.out)}.plan.json`),
  patience: patienceOf(options),
});

function outputs(file: string, options: Sent): { results: ResultFile; errors: ResultFile } {
  const { out, raw } = options;
  const ending = /^(.+)\.(csv|ndjson)$/i.exec(out);
  if (ending === null)
    throw new WrongRequest('unknown_format', `--out must end in .csv or .ndjson; '${out}' does not.`);
  const [, stem = '', extension = ''] = ending;
  const errors = `${stem}.errors.${extension}`;
  if (isFile(out, file) || isFile(errors, file))
    throw new WrongRequest('same_file', `--out ${out} would overwrite the list ${file}: name another file.`);
  const format: Format = extension.toLowerCase() === 'csv' ? 'csv' : 'ndjson';
  return {
    results: new ResultFile(out, format, { lineOf: resultLine, raw }),
    errors: new ResultFile(errors, format, { lineOf: errorLine, raw }),
  };
}

/** Nothing is charged twice: jobs of an earlier run cost what they did then. */
function costLine({ cost, jobs }: Enriched): string {
  if (cost === null) return 'not known now; usage shows it';
  return jobs.every(({ replayed }) => replayed) ? `${costText(cost)}, charged earlier` : costText(cost);
}

/** Whether one path names what another does, by whatever name; a file that isn't there is none. */
function isFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

function show(
  cli: Cli,
  file: string,
  enriched: Enriched,
  { results, errors }: { results: ResultFile; errors: ResultFile },
): void {
  const shown = {
    file,
    ...enriched,
    results: results.path,
    errors: errors.path,
    errors_count: errors.written,
  };
  const { counts } = enriched;
  cli.out.document(shown, () =>
    facts({
      rows: enriched.rows,
      delivered: counts.succeeded,
      'not found': counts.not_found,
      failed: counts.failed,
      cost: costLine(enriched),
      jobs: enriched.jobs.map(({ job_id, status }) => `${job_id} ${status}`).join(', '),
      results: results.path,
      errors: `${errors.path} (${errors.written})`,
    }),
  );
}
