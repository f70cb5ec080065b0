/** `register fetch`: the register's answers about many companies, into a file. */
import { fetchRegister } from '../../operator/register/fetch/fetch-register.js';
import {
  FETCHED_SOURCE_NAMES,
  type FetchedSourceName,
} from '../../operator/register/fetch/fetched-sources.js';
import * as words from '../arguments.js';
import type { Cli, ProgramCommand } from '../command-line.js';
import { facts, table } from '../output.js';
import { untilSignal } from './signals.js';

interface FetchOptions {
  source: FetchedSourceName;
  numbers?: string;
  out: string;
}

/** A shorter wait is not worth a word. */
const WORTH_SAYING_MS = 10_000;

export function fetchCommand(register: ProgramCommand): void {
  register
    .command('fetch')
    .description("asks the public register's API and keeps its answers for register import")
    .requiredOption(
      '--source <source>',
      FETCHED_SOURCE_NAMES.join(', '),
      words.oneOf(FETCHED_SOURCE_NAMES, 'a source that the register answers'),
    )
    .option(
      '--numbers <file>',
      'a company number a line (default: the companies of the edition in force that need it)',
    )
    .requiredOption('--out <file>', 'where the answers go, a line each; a file begun before is gone on with')
    .does(async (cli, { source, numbers, out }: FetchOptions) => {
      const progress = cli.out.progress('Fetching', 0, 'companies');
      const summary = await fetchRegister(await cli.operator(), {
        source,
        out,
        ...(numbers === undefined ? {} : { numbersFile: numbers }),
        signal: untilSignal(cli),
        onProgress: (done, total) => progress.update(done, total),
        onWait: (milliseconds, why) => sayWait(cli, milliseconds, why),
      }).finally(() => progress.stop());
      if (summary.failed > 0) cli.checkFailed();
      cli.out.document(summary, () => {
        const { companies, already, fetched, lines, failed, failures } = summary;
        const head = facts({ source, out, companies, 'there before': already, fetched, lines, failed });
        return failed === 0 ? head : [...head, ...table(failures, FAILURE_COLUMNS)];
      });
    });
}

const FAILURE_COLUMNS = {
  company: ({ company_number }: { company_number: string }) => company_number,
  reason: ({ reason }: { reason: string }) => reason,
};

function sayWait(cli: Cli, milliseconds: number, why: string): void {
  if (milliseconds >= WORTH_SAYING_MS)
    cli.out.message(`Waiting ${Math.round(milliseconds / 1_000)} s: ${why}.`);
}
