/** `billing …`: what a bill is made of. */
import type { Command } from 'commander';
import { explainBilling } from '../billing/explain/explain-billing.js';
import { renderBill } from '../billing/explain/render-bill.js';
import type { BlockKey } from '../shared/block-key.js';
import { BLOCK_KEYS } from '../shared/block-key.js';
import type { AccountId } from '../shared/ids.js';
import { findAccount } from './account-shown.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { openServices } from './services.js';

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
        const services = await openServices(cli);
        await services.upToDate('access');
        await findAccount(services, account);
        const bill = await explainBilling(services.stores.eventStore, { account, day, block: block ?? null });
        cli.out.document(bill, () => renderBill(bill));
      }),
    );
}
