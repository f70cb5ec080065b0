/** `billing estimate`: what a list would cost an account. */
import { estimateList } from '../operator/billing/estimate-list.js';
import type { BlockKey } from '../shared/block-key.js';
import type { AccountId } from '../shared/ids.js';
import type { JsonObject } from '../shared/json.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { estimateLines } from './enrich/estimate-lines.js';
import { listFile, listOptions, type ListOptions } from './enrich/list-options.js';
import { countRows, rowsOf } from './enrich/list.js';
import { shortNumbers } from './enrich/short-numbers.js';

interface Options extends ListOptions {
  account: AccountId;
  blocks?: readonly BlockKey[];
  options?: JsonObject;
}

export function estimateCommand(billing: ProgramCommand): void {
  const command = billing
    .command('estimate')
    .description('what a list would cost an account, at most and probably; writes nothing')
    .argument('<file>', 'CSV with headings, as for enrich')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .option(
      '--blocks <list>',
      'all, core or block keys joined by commas (default: those of the account)',
      words.blockSelection,
    )
    .option('--options <json>', 'options of the job, such as \'{"min_confidence":0.9}\'', words.jsonObject);
  listOptions(command).does(async (cli, file: string, options: Options) => {
    const list = listFile(file, options);
    const { rows: count, short } = await countRows(list);
    if (short > 0) cli.out.message(shortNumbers(short, list.padNumbers));
    const { account, blocks = null, options: asked = {} } = options;
    const wish = { account, blocks, options: asked, count, rows: () => rowsOf(list) };
    const found = await estimateList(await cli.operator(), wish);
    cli.out.document({ file, ...found }, () => estimateLines(found));
  });
}
