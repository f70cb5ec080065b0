/** The command `init`: makes a data directory ready for its first use. */
import { registerContext } from '../../operator/editions/register-context.js';
import { DEFAULT_BLOCKS } from '../../../packages/contract/src/block-key.js';
import { worstFirst } from '../../health/doctor/finding.js';
import { keysCheck } from '../../health/doctor/edition-checks.js';
import { machineChecks, versionsCheck } from '../../health/doctor/machine-checks.js';
import type { OperatorServices } from '../../operator/operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { SourceName } from '../../../packages/enrichment/src/index.js';
import { Register, EditionFiles, sourceNamed } from '../../../packages/enrichment/src/index.js';
import {
  openOrReuseFirstAccount,
  type FirstAccount,
  needsContact,
  missingContactError,
} from '../../operator/setup/first-account.js';
import { loadSettings, type Settings } from '../../settings/settings.js';
import * as args from '../arguments.js';
import type { Cli, CommandGroup } from '../command-line.js';
import { abortOnSignal } from '../register/end-signal.js';
import { KEPT_EDITIONS, SyncProgress, outcomeLines, asSources } from '../register/sync-progress.js';
import { packageVersion } from '../../settings/version.js';
import { findingLines } from './doctor.command.js';
import { questionsOf, type Questions } from './questions.js';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Contact } from '../../access/commands.js';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { PRIVATE_FILE_MODE } from '../../../packages/platform/src/secrets/private-files.js';

export const initCommand: CommandGroup = (program) => {
  program
    .command('init')
    .description(
      'makes a data directory ready: secrets, stores, published files, a first account and its key; ' +
        'on a terminal it asks for missing options',
    )
    .option('--email <address>', "the first account's e-mail address", args.asEmail)
    .option('--name <name>', "the first account's name", args.asSentence)
    .option('--data-dir <folder>', 'the folder of all data; init writes it into .env')
    .option(
      '--load <list>',
      `sources whose published files are loaded: all, none, or some of ${Register.SYNCED_SOURCES.join(', ')}`,
      asSourceChoice,
    )
    .option('--yes', 'asks nothing and takes the default answers')
    .does(async (cli, { yes = false, ...options }) => {
      const questions = questionsOf(cli, yes);
      const choices = await readChoices(cli, options, questions);
      const { dataDir, sourceChoice } = choices;
      await checkMachine(cli, choices, questions?.hasAskedUser === true);
      if (dataDir !== undefined) keepSetting(['DATA_DIR', dataDir], cli.process.env);
      const settings = cli.settings();
      const operator = await cli.operator();
      const contact = await readFirstContact(operator, options, questions);
      questions?.end();
      // Loading takes longest and can be continued. The key is shown only once, so it is made after the
      // loading.
      const { outcomes, failedSources } =
        sourceChoice.length === 0 ? NOTHING_LOADED : await loadSources(cli, operator, sourceChoice);
      const firstAccount = await openOrReuseFirstAccount(operator, { contact, blocks: DEFAULT_BLOCKS });
      const { account_id, newKey } = firstAccount;
      const next = nextCommands(settings, failedSources);
      const result = {
        ...{ data_dir: settings.dataDir, ready: failedSources.length === 0, account_id, ...newKey },
        ...(outcomes !== null && { loaded: outcomes }),
        next,
      };
      cli.out.secret(result, () => [
        ...(outcomes === null ? [] : outcomeLines(outcomes)),
        failedSources.length === 0
          ? `${settings.dataDir} is ready.`
          : `${settings.dataDir} is not ready: ${failedSources.join(', ')} could not be loaded.`,
        ...accountLines(firstAccount),
        ...['', 'Next:', ...next.map((command) => `  ${command}`)],
      ]);
    });
};

/** A placeholder for secrets that are made later; the checks don't need them. */
const PLACEHOLDER_SECRET = 'made when the checks have passed'.padEnd(64, '.');

/**
 * Reports, before anything is made, what would prevent a start. @param reportsAll reports passed checks too
 */
async function checkMachine(
  cli: Cli,
  { dataDir, sourceChoice }: InitChoices,
  reportsAll: boolean,
): Promise<void> {
  const settings = loadSettings({
    ...{ KEY_HASH_SECRET: PLACEHOLDER_SECRET, CURSOR_SECRET: PLACEHOLDER_SECRET },
    ...cli.process.env,
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  });
  const findings = [
    versionsCheck(packageVersion(), process.versions.node),
    ...(await machineChecks(settings)),
    keysCheck(settings, sourcesOf(sourceChoice)),
  ];
  const worstFinding = worstFirst(findings).find(({ state }) => state === 'fail');
  if (worstFinding !== undefined)
    throw new NotDone('not_ready', `${worstFinding.check}: ${worstFinding.detail}. ${worstFinding.fix}`);
  const visibleFindings = findings.filter(({ state }) => reportsAll || state !== 'ok');
  for (const line of visibleFindings.flatMap(findingLines))
    cli.out.message(typeof line === 'string' ? line : line.text);
}

interface LoadResult {
  /** Null: nothing was to be loaded. */
  readonly outcomes: readonly Register.SyncOutcome[] | null;
  readonly failedSources: readonly SourceName[];
}
const NOTHING_LOADED: LoadResult = { outcomes: null, failedSources: [] };

/** Loads the sources as `register sync` does. A failure makes the command exit with 1, but doesn't end it. */
async function loadSources(cli: Cli, operator: OperatorServices, choice: SourceChoice): Promise<LoadResult> {
  const progress = new SyncProgress(cli);
  const { onDownload, onImport, onLook, onSynced } = progress;
  const namesSources = choice !== 'all';
  const { sources } = await Register.syncRegister(registerContext(operator), {
    ...(namesSources && { sources: choice }),
    ...{ dryRun: false, keep: KEPT_EDITIONS, signal: abortOnSignal(cli), onDownload, onImport },
    ...{ onLook, onSynced },
  }).finally(() => progress.stop());
  const failures = sources.filter((outcome) => Register.isFailure(outcome, namesSources));
  if (failures.length > 0) cli.markFailed();
  return { outcomes: sources, failedSources: failures.map(({ source }) => source) };
}

const accountLines = ({ account_id, newKey }: FirstAccount): readonly string[] =>
  newKey === undefined
    ? [`Account ${account_id} already has a key; keys issue makes another.`]
    : [`Account ${account_id} has this key, which is not shown again:`, newKey.key];

/** Returns the next commands, first those for failed sources. Cohorts have no file to fetch. */
function nextCommands({ dataDir }: Settings, failedSources: readonly SourceName[]): readonly string[] {
  const sourcesToFetch = failedSources.filter((source) => source !== 'cohorts');
  const retryCommands = [
    ...(sourcesToFetch.length > 0 ? [`company-data register sync --source ${sourcesToFetch.join(',')}`] : []),
    ...(failedSources.includes('cohorts') ? ['company-data register cohorts'] : []),
  ];
  const check = hasCompanies(dataDir) ? 'company-data doctor' : 'company-data register sync';
  return [...(retryCommands.length > 0 ? retryCommands : [check]), 'company-data serve'];
}

interface InitOptions {
  readonly email?: string;
  readonly name?: string;
  readonly dataDir?: string;
  readonly load?: SourceChoice;
}

/** The sources whose published files are fetched. */
type SourceChoice = readonly SourceName[] | 'all';

const NO_SOURCES: SourceChoice = [];

const asSourceChoice = (text: string): SourceChoice =>
  text.trim() === 'all' ? 'all' : text.trim() === 'none' ? NO_SOURCES : asSources(text);

const sourcesOf = (choice: SourceChoice): readonly SourceName[] =>
  choice === 'all' ? Register.SYNCED_SOURCES : choice;

/** Sources that take about an hour and that everybody needs. Filed accounts take ten times as long. */
const DEFAULT_SOURCES = 'companies,psc,postcodes,pay_gap,entity_ids';

const FETCHABLE_SOURCES = Register.SYNCED_SOURCES.filter((name) => {
  const { finder } = sourceNamed(name);
  return finder !== undefined && !('not_published' in finder);
});

const hasCompanies = (dataDir: string): boolean =>
  EditionFiles.agesInForce(dataDir).some(({ source }) => source === 'companies');

interface InitChoices {
  /** Absolute path; absent if the settings name it, or if nobody named one. */
  readonly dataDir?: string;
  readonly sourceChoice: SourceChoice;
}

async function readChoices(
  { process }: Pick<Cli, 'process'>,
  options: InitOptions,
  questions: Questions | null,
): Promise<InitChoices> {
  const dataDirSetting = readSetting('DATA_DIR', process.env);
  const folderQuestions = dataDirSetting === undefined ? questions : null;
  const dataDir =
    options.dataDir ??
    (await folderQuestions?.ask({
      text: 'Which folder should hold all data?',
      parse: args.asSentence,
      defaultAnswer: resolve('data'),
    }));
  const folder = resolve(dataDir ?? dataDirSetting ?? 'data');
  const sourceChoice =
    options.load ??
    (await questions?.ask({
      text: `Which sources should be loaded: all, none, or some of ${FETCHABLE_SOURCES.join(', ')}?`,
      parse: asSourceChoice,
      defaultAnswer: hasCompanies(folder) ? 'none' : DEFAULT_SOURCES,
    })) ??
    NO_SOURCES;
  return { ...(dataDir !== undefined && { dataDir: folder }), sourceChoice };
}

/** Reads the contact of the first account; null: an account exists. @throws WrongRequest without a contact */
async function readFirstContact(
  operator: OperatorServices,
  options: Pick<InitOptions, 'email' | 'name'>,
  questions: Questions | null,
): Promise<Contact | null> {
  if (!(await needsContact(operator))) return null;
  const user = operator.settings.operator;
  const askName = { text: 'What is the name of the first account?', parse: args.asSentence };
  const name = options.name ?? (await questions?.ask({ ...askName, defaultAnswer: user }));
  const defaultEmail = user.includes('@') ? user : `${user}@${hostname()}`;
  const askEmail = { text: 'What is its e-mail address?', parse: args.asEmail };
  const email = options.email ?? (await questions?.ask({ ...askEmail, defaultAnswer: defaultEmail }));
  if (name === undefined || email === undefined) throw missingContactError();
  return { name, email };
}

/** Returns the value as `.env` writes it. @throws WrongRequest for a value that quotes can't hold */
function quoteValue(value: string): string {
  if (/^[\w./:@+-]+$/.test(value)) return value;
  if (/['\r\n]/.test(value)) throw new WrongRequest('wrong_setting', `.env can't hold ${value}`);
  return `'${value}'`;
}

type Environment = Readonly<Record<string, string | undefined>>;

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Returns the value of a setting. The environment wins over `.env`, as at the start of the service. */
const readSetting = (name: string, environment: Environment, directory = process.cwd()): string | undefined =>
  environment[name] ?? parseEnv(readText(resolve(directory, '.env')))[name];

/**
 * Adds a setting to `.env` and keeps the rest of the file.
 * @throws WrongRequest where `.env` or the environment has another value already
 */
export function keepSetting(
  [name, value]: readonly [name: string, value: string],
  environment: Environment,
  directory = process.cwd(),
): void {
  const path = resolve(directory, '.env');
  const text = readText(path);
  const currentValue = parseEnv(text)[name];
  for (const [source, existingValue] of [
    ['The environment', environment[name]],
    ['.env', currentValue],
  ] as const)
    if (existingValue !== undefined && resolve(directory, existingValue) !== value)
      throw new WrongRequest('other_setting', `${source} says ${name}=${existingValue}: change it there.`);
  if (currentValue !== undefined) return;
  const line = `${name}=${quoteValue(value)}\n`;
  appendFileSync(path, text === '' || text.endsWith('\n') ? line : `\n${line}`, { mode: PRIVATE_FILE_MODE });
}
