/** The command `billing estimate`: estimates what a list would cost an account. */
import { estimateList } from '../operator/billing/estimate-list.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { estimateLines } from './enrich/estimate-lines.js';
import { openList, addListOptions, type ListOptions } from './enrich/list-options.js';
import { checkList, rowsToSubmit } from './enrich/read-list.js';

interface Options extends ListOptions {
  account: AccountId;
  blocks?: readonly BlockKey[];
  options?: JsonObject;
}

export function addEstimateCommand(billing: ProgramCommand): void {
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
  addListOptions(command).does(async (cli, file: string, options: Options) => {
    const list = await openList(file, options);
    const { rowCount: count, columnsSentence, warnings } = await checkList(list);
    for (const sentence of warnings) cli.out.message(sentence);
    // People check the recognised columns. With `--json` the message is left out, since no row is sent.
    if (!cli.out.isJson) cli.out.message(columnsSentence);
    const { account, blocks = null, options: jobOptions = {} } = options;
    const request = { account, blocks, options: jobOptions, count, rows: () => rowsToSubmit(list) };
    const estimate = await estimateList(await cli.operator(), request);
    cli.out.document({ file, ...estimate }, () => estimateLines(estimate));
  });
}
