/** The commands `register …`: fetch, import, show, activate and prune editions of the published sources. */
import { registerContext, activateAndRecordEdition } from '../operator/editions/register-context.js';
import { type EditionFiles, Register, SOURCE_NAMES } from '../../packages/enrichment/src/index.js';
import { sourcesSheet } from '../operator/editions/sources.sheet.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import type { SheetColumns } from '../../packages/words/src/sheet/sheet.js';
import { packageVersion } from '../settings/version.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { factLines, tableLines, withTone } from './output.js';
import { addFetchCommand } from './register/fetch.command.js';
import { addFollowCommand } from './register/follow.command.js';
import { addRegisterSyncCommand } from './register/sync.command.js';
import { megabytes } from './register/sync-progress.js';

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
    .does(async (cli, files, { source, maxRejected, asOf, ...options }) => {
      const request = {
        source,
        files,
        ...options,
        ...(maxRejected === undefined ? {} : { maxRejectedPercent: maxRejected }),
        ...(asOf === undefined ? {} : { asOf }),
      };
      const edition = await cli.out.withProgress('Importing', 'MB', (update) =>
        Register.importEdition(cli.settings(), {
          ...request,
          onProgress: ({ bytes, bytes_total }) => update(megabytes(bytes), megabytes(bytes_total)),
        }),
      );
      cli.out.document(edition, ({ edition: id, rows, rejected, rejects, outdates }) => [
        ...factLines({
          source,
          edition: id,
          'as of': dateText(edition),
          rows,
          rejected,
          'held, not readable': unreadableOf(edition),
          next: outdates === undefined ? null : 'cohorts are older: run register cohorts',
        }),
        ...(rejects.length === 0 ? [] : tableLines(rejects, REJECT_COLUMNS)),
      ]);
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

const REJECT_COLUMNS: SheetColumns<EditionFiles.ImportedEdition['rejects'][number]> = {
  file: ({ file }) => file,
  line: ({ line }) => line,
  reason: ({ reason }) => reason,
};

function addUpgradeCommand(register: ProgramCommand): void {
  register
    .command('upgrade')
    .description('rewrites editions of an earlier version; names those to import again')
    .does(async (cli) => {
      const result = await cli.out.withProgress('Rewriting', 'MB', (update) =>
        Register.upgradeRegister(cli.settings(), ({ bytes, bytes_total }) =>
          update(megabytes(bytes), megabytes(bytes_total)),
        ),
      );
      cli.out.document(result, ({ rewritten, left }) => [
        ...rewritten.map(
          ({ source, edition, from }) => `${source} now uses ${edition}, rewritten from ${from}.`,
        ),
        ...left
          .map(({ source, edition, why }) => `${source} ${edition} can't be read: ${why}.`)
          .map(withTone('bad')),
        ...(rewritten.length + left.length === 0 ? ['All editions in force can be read.'] : []),
      ]);
      if (result.left.length > 0) cli.markFailed();
    });
}

const BACKTEST_COLUMNS: SheetColumns<Register.MadeCohorts['backtest'][number]> = {
  employees: ({ employees }) => employees,
  'file turnover': ({ companies }) => companies,
  estimated: ({ estimated }) => estimated,
  'median times off': ({ median_ratio }) => median_ratio ?? '',
  '90 % within': ({ p90_ratio }) => p90_ratio ?? '',
  'in the range': ({ in_range }) => in_range ?? '',
};

const HEADCOUNT_COLUMNS: SheetColumns<Register.MadeCohorts['headcount_backtest'][number]> = {
  'total assets from': ({ assets_from }) => assets_from,
  'file a headcount': ({ companies }) => companies,
  estimated: ({ estimated }) => estimated,
  'median times off': ({ median_ratio }) => median_ratio ?? '',
  '90 % within': ({ p90_ratio }) => p90_ratio ?? '',
  'in the band': ({ in_range }) => in_range ?? '',
};

function addCohortsCommand(register: ProgramCommand): void {
  register
    .command('cohorts')
    .description('makes cohorts of the sources in force and shows how exact estimates are')
    .does(async (cli) => {
      cli.out.document(await Register.makeCohorts(cli.settings()), (cohorts) => {
        const { source, edition, as_of, rows, made_of, digest, backtest, headcount_backtest } = cohorts;
        const sourceNames = made_of.map(({ name }) => name).join(', ');
        return [
          ...factLines({ source, edition, 'as of': as_of, companies: rows, 'made of': sourceNames, digest }),
          '',
          ...tableLines(backtest, BACKTEST_COLUMNS),
          '',
          ...tableLines(headcount_backtest, HEADCOUNT_COLUMNS),
        ];
      });
    });
}

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
    .does(async (cli, source, number, { edition = null }) => {
      const query = { source, number, edition };
      const result = await Register.showCompany(registerContext(await cli.operator()), query);
      cli.out.document(result, ({ records, as_of, part, suppressed }) => [
        ...factLines({
          source,
          edition: result.edition,
          'as of': as_of,
          ...(part && { part: 'it does not hold every company' }),
          ...(suppressed && { suppressed: 'no answer names this company' }),
        }),
        ...records.flatMap(({ subject, record }) => [
          '',
          subject,
          ...factLines(Object.fromEntries(leavesOf(record))),
        ]),
      ]);
    });
}

/** Returns every value of a record with its path, such as `office.postcode`. */
function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[path.join('.'), typeof value === 'string' ? value : JSON.stringify(value ?? '')]];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...path, name]));
}

function addChangesCommand(register: ProgramCommand): void {
  register
    .command('changes')
    .description('names the companies whose own records changed since a day, one line of JSON each')
    .requiredOption('--since <date>', 'a day (from 00:00 UTC), or a time', args.asDayOrTime)
    .option('--block <block>', 'only what this block reads', args.asOneOf(BLOCK_KEYS, 'a block'))
    .does(async (cli, { since, block = null }) => {
      const lines = await Register.changesSince(registerContext(await cli.operator()), {
        since,
        block,
        now: systemClock.now(),
        version: packageVersion(),
      });
      await cli.out.ndjson(lines);
    });
}

function addPruneCommand(register: ProgramCommand): void {
  register
    .command('prune')
    .description('removes old editions, but never one in force or one that an unfinished job uses')
    .requiredOption('--keep <count>', 'editions of each source to keep', args.asWholeNumber(1, 1_000))
    .does(async (cli, { keep }) => {
      const result = await Register.pruneEditions(registerContext(await cli.operator()), keep);
      cli.out.document(result, ({ dropped, busy }) => [
        ...dropped.map(({ source, edition }) => `Dropped ${source} ${edition}.`),
        ...busy.map((source) => `Skipped ${source}: an import of it is running.`),
        ...(dropped.length + busy.length === 0 ? ['There is nothing to drop.'] : []),
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
    .does(async (cli, source, edition, { reason }) => {
      const result = await activateAndRecordEdition(await cli.operator(), { source, edition, reason });
      cli.out.document(result, () => [`${source} now uses ${result.edition}.`]);
    });
}
