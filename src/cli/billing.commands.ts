/** `billing …`: what a bill is made of. */
import type { Command } from 'commander';
import { renderBill } from '../billing/explain/render-bill.js';
import { explainBill } from '../operator/billing/explain-bill.js';
import { BLOCK_KEYS, type BlockKey } from '../shared/block-key.js';
import type { AccountId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { operatorOf } from './operator.js';

export function billingCommands(program: Command, run: Run): void {
  const billing = program.command('billing').description('what a bill is made of');
  explain(billing, run);
}

interface ExplainOptions {
  account: AccountId;
  day: string;
  block?: BlockKey;
}

function explain(billing: Command, run: Run): void {
  billing
    .command('explain')
    .description('the charges behind one usage figure, from the log')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .requiredOption('--day <date>', 'UTC', words.day)
    .option('--block <block>', 'units of this block only', words.oneOf(BLOCK_KEYS, 'a block'))
    .action(
      run(async (cli, { account, day, block }: ExplainOptions) => {
        const bill = await explainBill(await operatorOf(cli), { account, day, block: block ?? null });
        cli.out.document(bill, () => renderBill(bill));
      }),
    );
}
