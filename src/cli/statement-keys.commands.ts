/** The commands of `statements` on the keys that sign statements, the log of heads and receipts. */
import { listStatementKeys, rotateStatementKey } from '../operator/statements/statement-keys.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { factLines } from './output.js';

/** Adds the commands to `statements`. */
export function addStatementKeyCommands(statements: ProgramCommand): void {
  statements
    .command('keys')
    .description('lists the public keys that sign or have signed statements')
    .does(async (cli) =>
      cli.out.list(
        await listStatementKeys(await cli.operator()),
        {
          key: ({ key_id }) => key_id,
          'public key': ({ public_key }) => public_key,
          introduced: ({ introduced_at }) => cell.time(introduced_at),
          retired: ({ retired_at }) => cell.time(retired_at),
        },
        'No statement has been signed yet.',
      ),
    );
  statements
    .command('rotate-key')
    .description('signs with a new key from now on; old signatures stay valid')
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, { reason }) => {
      const { key_id, retired } = await rotateStatementKey(await cli.operator(), reason);
      const document = { key_id, retired: retired.at(-1), all_retired: retired };
      cli.out.document(document, () => factLines({ signs: key_id, retired: retired.join(', ') }));
    });
  statements
    .command('replace-checkpoint-key')
    .description('signs the log of heads with a new key; after a restore, also gives it another name')
    .option('--lost', 'nobody has the old key: customers then ask a person')
    .option('--old-key <file>', 'the file of the old key, where the new one was put in its place')
    .option('--origin <name>', 'the new name of the log, after a restore of an older copy')
    .option('--why <sentence>', 'why it has a new name; everybody can read it', args.asSentence)
    .does(async (cli, { lost = false, oldKey, origin, why }) => {
      if (lost && oldKey !== undefined) return args.refuseUsage('Give --lost or --old-key, not both.');
      if ((origin === undefined) !== (why === undefined))
        return args.refuseUsage('Give --origin and --why together.');
      const { replaceCheckpointKey } = await import('../operator/statements/replace-keys.js');
      const newOrigin = origin === undefined || why === undefined ? null : { name: origin, why };
      const replacement = { isLost: lost, oldKeyFile: oldKey, origin: newOrigin };
      cli.out.document(await replaceCheckpointKey(await cli.operator(), replacement), ({ vkey }) =>
        factLines({ signs: vkey }),
      );
    });
  statements
    .command('replace-receipt-key')
    .description('signs receipts with a new key from now on; what the old key signed stays valid')
    .does(async (cli) => {
      const { replaceReceiptKey } = await import('../operator/statements/replace-keys.js');
      cli.out.document(await replaceReceiptKey(await cli.operator()), ({ vkey, retired }) =>
        factLines({ signs: vkey, retired: retired.join(', ') || null }),
      );
    });
}
