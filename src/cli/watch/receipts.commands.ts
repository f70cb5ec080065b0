/** The command `receipts check`: a customer proves that the events behind answers are in the sealed log. */
import { fileNamed, folderAt } from '../../../packages/client/src/node.js';
import type { ProgramCommand } from '../command-line.js';
import { factLines } from '../output.js';
import { awaitFiles, addServiceOptions, runWithClient } from '../enrich/service-client.js';

export function receiptsCommands(program: ProgramCommand): void {
  const receipts = program
    .command('receipts')
    .description('proves receipts that enrich and the clients keep');
  const command = receipts
    .command('check')
    .description('exits with 1 if a receipt is over two hours old and has no proof')
    .argument('<file>', 'receipts, one a line, such as RESULTS.receipts');
  addServiceOptions(command)
    .requiredOption('--dir <folder>', 'the folder of statements sync')
    .does(async (cli, file, { dir, ...service }) => {
      const receipts = await awaitFiles(fileNamed(file));
      const receiptChecks = await runWithClient(cli, service, (client) =>
        client.receipts.check(receipts, folderAt(dir)),
      );
      cli.out.document({ file, ...receiptChecks }, ({ proved, waiting }) =>
        factLines({ file, proved, 'younger than two hours': waiting }),
      );
    });
}
