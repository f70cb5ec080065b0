/** The commands `register …`: fetch, import, show, activate and prune editions of the published sources. */
import { registerContext } from '../operator/editions/register-context.js';
import { activateAndRecordEdition } from '../operator/editions/activate-edition.js';
import {
  type EditionFiles,
  Register,
  SOURCE_NAMES,
  type SourceName,
} from '../../packages/enrichment/src/index.js';
import { sourcesSheet } from '../operator/editions/sources.sheet.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { factLines, tableLines } from './output.js';
import { addChangesCommand } from './register/changes.command.js';
import { addCohortsCommand } from './register/cohorts.command.js';
import { addFetchCommand } from './register/fetch.command.js';
import { addFollowCommand } from './register/follow.command.js';
import { addRegisterSyncCommand } from './register/sync.command.js';
import { megabytes } from './register/sync-progress.js';
import { addUpgradeCommand } from './register/upgrade.command.js';

export function registerCommands(program: ProgramCommand): void {
  const register = program.command('register').description('the published registers and their editions');
  addImportCommand(register);
  addCohortsCommand(register);
  addRegisterSyncCommand(register);
  addFetchCommand(register);
  addFollowCommand(register);
  addUpgradeCommand(register);
  addStatusCommand(register);
  addShowCommand(register);
  addChangesCommand(register);
  addPruneCommand(register);
  addActivateCommand(register);
}

interface ImportOptions {
  source: SourceName;
  maxRejected?: number;
  asOf?: string;
  part?: true;
  update?: true;
}

function addImportCommand(register: ProgramCommand): void {
  register
    .command('import')
    .description('builds a new edition of a source from published files and puts it in force at the end')
    .argument('<files...>', 'files as published: plain, .gz or .zip; all parts of one edition together')
    .requiredOption('--source <source>', SOURCE_NAMES.join(', '), args.asOneOf(SOURCE_NAMES, 'a source'))
    .option(
      '--max-rejected <percent>',
      'refuse the edition where more rows are unusable (default: 1)',
      args.asPercent,
    )
    .option('--as-of <date>', 'the date of the data, where the file names do not say it', args.asDay)
    .option('--part', 'the files are incomplete: a company that they lack counts as not looked up')
    .option('--update', 'adds the files to the edition in force; the newer version of each record counts')
    .does(async (cli, files: string[], { source, maxRejected, asOf, ...options }: ImportOptions) => {
      const progress = cli.out.progress('Importing', 0, 'MB');
      const edition = await Register.importEdition(cli.settings(), {
        source,
        files,
        ...options,
        ...(maxRejected === undefined ? {} : { maxRejectedPercent: maxRejected }),
        ...(asOf === undefined ? {} : { asOf }),
        onProgress: ({ bytes, bytes_total }) => progress.update(megabytes(bytes), megabytes(bytes_total)),
      }).finally(() => progress.stop());
      cli.out.document(edition, () => {
        const { edition: id, rows, rejected } = edition;
        const head = factLines({
          source,
          edition: id,
          'as of': dateText(edition),
          rows,
          rejected,
          'held, not readable': unreadableOf(edition),
          next: edition.outdates === undefined ? null : 'cohorts are older: run register cohorts',
        });
        return edition.rejects.length === 0
          ? head
          : [...head, ...tableLines(edition.rejects, REJECT_COLUMNS)];
      });
    });
}

const unreadableOf = ({ unreadable = {} }: EditionFiles.HeldUnread): string | null =>
  Object.entries(unreadable)
    .map(([cause, count]) => `${count} ${cause}`)
    .join(', ') || null;

/** Returns the date of the data. A date taken from the newest record is marked as such. */
const dateText = ({
  as_of,
  as_of_basis,
}: Pick<EditionFiles.ImportedEdition, 'as_of' | 'as_of_basis'>): string =>
  as_of_basis === 'newest_incorporation' || as_of_basis === 'newest_record'
    ? `${as_of} (the ${as_of_basis.replace('_', ' ')} in it; --as-of sets it exactly)`
    : as_of;

const REJECT_COLUMNS = {
  file: ({ file }: { file: string }) => file,
  line: ({ line }: { line: number }) => line,
  reason: ({ reason }: { reason: string }) => reason,
};

function addStatusCommand(register: ProgramCommand): void {
  register
    .command('status')
    .description('shows the editions of every source, which is in force, and the sources of live lookups')
    .does(async (cli) => {
      const sources = await Register.sourceStatus(registerContext(await cli.operator()));
      const failures = Register.syncFailures(cli.settings().dataDir);
      cli.out.lines([...sources, ...failures], () => sourcesSheet(sources, failures));
    });
}

function addShowCommand(register: ProgramCommand): void {
  register
    .command('show')
    .description('shows what an edition holds about a company')
    .argument('<source>', SOURCE_NAMES.join(', '), args.asOneOf(SOURCE_NAMES, 'a source'))
    .argument('<number>', 'company number; for other subjects their name, such as a postcode')
    .option('--edition <edition>', 'an edition that register status lists (default: the one in force)')
    .does(async (cli, source: SourceName, number: string, { edition }: { edition?: string }) => {
      const operator = await cli.operator();
      const result = await Register.showCompany(registerContext(operator), {
        source,
        number,
        edition: edition ?? null,
      });
      cli.out.document(result, () => {
        const { records, as_of, part, suppressed } = result;
        const head = {
          source,
          edition: result.edition,
          'as of': as_of,
          ...(part && { part: 'it does not hold every company' }),
          ...(suppressed && { suppressed: 'no answer names this company' }),
        };
        return [
          ...factLines(head),
          ...records.flatMap(({ subject, record }) => [
            '',
            subject,
            ...factLines(Object.fromEntries(leavesOf(record))),
          ]),
        ];
      });
    });
}

/** Returns every value of a record with its path, such as `office.postcode`. */
function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[path.join('.'), typeof value === 'string' ? value : JSON.stringify(value ?? '')]];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...path, name]));
}

function addPruneCommand(register: ProgramCommand): void {
  register
    .command('prune')
    .description('removes old editions, but never one in force or one that an unfinished job uses')
    .requiredOption('--keep <count>', 'editions of each source to keep', args.asWholeNumber(1, 1_000))
    .does(async (cli, { keep }: { keep: number }) => {
      const result = await Register.pruneEditions(registerContext(await cli.operator()), keep);
      cli.out.document(result, () => [
        ...result.dropped.map(({ source, edition }) => `Dropped ${source} ${edition}.`),
        ...result.busy.map((source) => `Skipped ${source}: an import of it is running.`),
        ...(result.dropped.length + result.busy.length === 0 ? ['There is nothing to drop.'] : []),
      ]);
    });
}

function addActivateCommand(register: ProgramCommand): void {
  register
    .command('activate')
    .description('puts an earlier edition of a source back in force')
    .argument('<source>', SOURCE_NAMES.join(', '), args.asOneOf(SOURCE_NAMES, 'a source'))
    .argument('<edition>', 'an edition that register status lists')
    .option(...args.REASON_OPTION)
    .does(async (cli, source: SourceName, edition: string, { reason }: { reason?: string }) => {
      const result = await activateAndRecordEdition(await cli.operator(), { source, edition, reason });
      cli.out.document(result, () => [`${source} now uses ${result.edition}.`]);
    });
}
