/** `enrich FILE`: the client that customers use. It needs an address and a key, no store of its own. */
import type { Command } from 'commander';
import { basename, dirname, join } from 'node:path';
import type { BlockKey } from '../shared/block-key.js';
import type { JsonObject } from '../shared/json.js';
import { parseApiKey } from '../shared/api-key.js';
import * as words from './arguments.js';
import type { Cli, Run } from './command-line.js';
import { ApiClient } from './enrich/api-client.js';
import { ListEnricher, type Enriched } from './enrich/enrich-list.js';
import { errorLine, resultLine } from './enrich/flatten.js';
import { cellsOf } from './enrich/list.js';
import { ResultFile, type Format } from './enrich/result-file.js';
import { WrongRequest } from '../operator/refusal.js';
import { facts } from './output.js';

interface Options {
  key?: string;
  url: string;
  blocks: readonly BlockKey[];
  out: string;
  options?: JsonObject;
  numberColumn?: string;
  nameColumn?: string;
  domainColumn?: string;
  refColumn?: string;
  padNumbers: boolean;
  onlyResults: boolean;
  raw: boolean;
  encoding: string;
  rowsPerJob?: number;
  run: string;
  patience: number;
}

export function enrichCommand(program: Command, run: Run): void {
  program
    .command('enrich')
    .description('sends a list of companies to the service and writes what comes back')
    .argument(
      '<file>',
      'CSV with headings; columns such as "Company number", "Company name", "Website", "Ref"',
    )
    .option('--key <key>', 'API key with both scopes (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', words.webAddress)
    .requiredOption('--blocks <list>', 'all, core or block keys joined by commas', words.blockSelection)
    .requiredOption('--out <file>', 'results, .csv or .ndjson; errors go beside it')
    .option('--options <json>', 'options of the job, such as \'{"validation":["rules"]}\'', words.jsonObject)
    .option('--number-column <heading>', 'the column of company numbers')
    .option('--name-column <heading>', 'the column of company names')
    .option('--domain-column <heading>', 'the column of websites')
    .option('--ref-column <heading>', 'the column of your own references')
    .option('--pad-numbers', 'put back zeros that a spreadsheet cut from company numbers', false)
    .option('--only-results', "without the list's own columns before the results (CSV)", false)
    .option('--raw', 'leave cells as they are that a spreadsheet would run as formulas (CSV)', false)
    .option('--encoding <name>', 'of the file', words.encoding, 'utf-8')
    .option(
      '--rows-per-job <count>',
      'rows of one job (default: all that the key may send)',
      words.wholeNumber(1, 250_000),
    )
    .option('--run <label>', 'another word asks, and pays, for the same list anew', '')
    .option(
      '--patience <seconds>',
      'give up after so long without an answer',
      words.wholeNumber(1, 86_400),
      600,
    )
    .action(run(enrich));
}

async function enrich(cli: Cli, file: string, options: Options): Promise<void> {
  const key = options.key ?? cli.process.env['COMPANY_DATA_KEY'] ?? '';
  if (parseApiKey(key) === null)
    throw new WrongRequest('no_key', 'Give the whole API key as --key or in COMPANY_DATA_KEY.');
  const { results, errors } = outputs(file, options);
  const client = new ApiClient({
    url: options.url,
    key,
    patience: options.patience * 1_000,
    onWait: (milliseconds, why) => cli.out.message(`Waiting ${Math.round(milliseconds / 1_000)} s: ${why}.`),
  });
  const enricher = new ListEnricher(client, cli.out, { results, errors });
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

const settingsOf = (file: string, options: Options) => ({
  file,
  encoding: options.encoding,
  named: {
    ...(options.numberColumn === undefined ? {} : { company_number: options.numberColumn }),
    ...(options.nameColumn === undefined ? {} : { company_name: options.nameColumn }),
    ...(options.domainColumn === undefined ? {} : { domain: options.domainColumn }),
    ...(options.refColumn === undefined ? {} : { ref: options.refColumn }),
  },
  padNumbers: options.padNumbers,
  blocks: options.blocks,
  options: options.options,
  run: options.run,
  rowsPerJob: options.rowsPerJob ?? null,
  planFile: join(dirname(options.out), `.${basename(options.out)}.plan.json`),
});

function outputs(file: string, options: Options): { results: ResultFile; errors: ResultFile } {
  const { out, raw, encoding, onlyResults } = options;
  const ending = /^(.+)\.(csv|ndjson)$/i.exec(out);
  if (ending === null)
    throw new WrongRequest('unknown_format', `--out must end in .csv or .ndjson; '${out}' does not.`);
  const [, stem = '', extension = ''] = ending;
  const format: Format = extension.toLowerCase() === 'csv' ? 'csv' : 'ndjson';
  return {
    results: new ResultFile(out, format, {
      lineOf: resultLine,
      raw,
      ...(onlyResults ? {} : { before: () => cellsOf(file, encoding) }),
    }),
    errors: new ResultFile(`${stem}.errors.${extension}`, format, { lineOf: errorLine, raw }),
  };
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
      jobs: enriched.jobs.map(({ job_id, status }) => `${job_id} ${status}`).join(', '),
      results: results.path,
      errors: `${errors.path} (${errors.written})`,
    }),
  );
}
