/** The command `register fetch`: writes the register's answers about many companies to a file. */
import { registerContext } from '../../operator/editions/register-context.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import type { SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { factLines, tableLines } from '../output.js';
import { abortOnSignal } from './end-signal.js';

/** Shorter waits are not shown. */
const MIN_SHOWN_WAIT_MS = 10_000;

export function addFetchCommand(register: ProgramCommand): void {
  register
    .command('fetch')
    .description("asks the public register's API and keeps its answers for register import")
    .requiredOption(
      '--source <source>',
      Register.FETCHED_SOURCE_NAMES.join(', '),
      args.asOneOf(Register.FETCHED_SOURCE_NAMES, 'a source that the register answers'),
    )
    .option('--numbers <file>', 'a file of company numbers, one a line (default: those that need it)')
    .requiredOption('--out <file>', 'the file of the answers; an unfinished one is continued')
    .does(async (cli, { source, numbers, out }) => {
      const context = registerContext(await cli.operator());
      const summary = await cli.out.withProgress('Fetching', 'companies', (update) =>
        Register.fetchRegister(context, {
          source,
          out,
          ...(numbers === undefined ? {} : { numbersFile: numbers }),
          signal: abortOnSignal(cli),
          onProgress: update,
          onWait: (milliseconds, reason) => {
            if (milliseconds >= MIN_SHOWN_WAIT_MS)
              cli.out.message(`Waiting ${Math.round(milliseconds / 1_000)} s: ${reason}.`);
          },
        }),
      );
      if (summary.failed > 0) cli.markFailed();
      cli.out.document(summary, ({ companies, already, fetched, lines, failed, failures }) => [
        ...factLines({ source, out, companies, 'fetched before': already, fetched, lines, failed }),
        ...(failed === 0 ? [] : tableLines(failures, FAILURE_COLUMNS)),
      ]);
    });
}

const FAILURE_COLUMNS: SheetColumns<Awaited<ReturnType<typeof Register.fetchRegister>>['failures'][number]> =
  {
    company: ({ company_number }) => company_number,
    reason: ({ reason }) => reason,
  };
