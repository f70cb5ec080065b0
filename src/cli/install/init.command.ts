/** `init`: makes a data directory ready for its first use. */
import { worstFirst } from '../../health/doctor/finding.js';
import { keysCheck } from '../../health/doctor/key-checks.js';
import { machineChecks, versionsCheck } from '../../health/doctor/machine-checks.js';
import type { Operator } from '../../operator/operator.js';
import { NotDone } from '../../operator/refusal.js';
import {
  isFailure,
  SYNCED_SOURCES,
  syncRegister,
  type SyncOutcome,
} from '../../operator/register/sync/sync-register.js';
import { firstAccount, type FirstAccount } from '../../operator/setup/first-account.js';
import { loadSettings, type Settings } from '../../settings/settings.js';
import * as words from '../arguments.js';
import type { Cli, CommandGroup } from '../command-line.js';
import { untilSignal } from '../register/signals.js';
import { KEPT, SyncBars, syncTable } from '../register/sync-shown.js';
import { packageVersion } from '../version.js';
import { keepSetting } from './env-file.js';
import { findingLines } from './finding-lines.js';
import {
  contactOf,
  hasCompanies,
  loadList,
  sourcesOf,
  wishesOf,
  type InitOptions,
  type Load,
  type Wishes,
} from './init-wishes.js';
import { questionsOf } from './questions.js';

export const initCommand: CommandGroup = (program) => {
  program
    .command('init')
    .description(
      'makes a data directory ready: secrets, stores, published files, a first account and its key; ' +
        'on a terminal it asks for what no option says',
    )
    .option('--email <address>', 'of the first account: where to reach the customer', words.email)
    .option('--name <name>', 'of the first account: what the customer is called', words.sentence)
    .option('--data-dir <folder>', 'where everything is kept; stands in .env from then on')
    .option(
      '--load <list>',
      `fetches published files: all, none, or of ${SYNCED_SOURCES.join(', ')}`,
      loadList,
    )
    .option('--yes', 'asks nothing, and takes what Enter would take')
    .does(async (cli, { yes = false, ...given }: InitOptions) => {
      const questions = questionsOf(cli, yes);
      const wishes = await wishesOf(cli, given, questions);
      await checkMachine(cli, wishes, questions?.wereAsked === true);
      if (wishes.dataDir !== undefined) keepSetting(['DATA_DIR', wishes.dataDir], cli.process.env);
      const settings = cli.settings();
      const operator = await cli.operator();
      const contact = await contactOf(operator, given, questions);
      questions?.end();
      // It takes longest and, begun again, goes on: the key is shown once, at the end.
      const loaded = wishes.load.length === 0 ? null : await fetched(cli, operator, wishes.load);
      const first = await firstAccount(operator, { contact, blocks: words.DEFAULT_BLOCKS });
      const { account_id, made } = first;
      const next = nextCommands(settings);
      const shown = {
        ...{ data_dir: settings.dataDir, account_id, ...made },
        ...(loaded !== null && { loaded }),
        next,
      };
      cli.out.secret(shown, () => [
        ...(loaded === null ? [] : syncTable(loaded)),
        `${settings.dataDir} is ready.`,
        ...accountWords(first),
        ...['', 'Next:', ...next.map((command) => `  ${command}`)],
      ]);
    });
};

/** In the place of secrets that are made later: the checks need none. */
const LATER = 'made when the checks have passed'.padEnd(64, '.');

/** What would keep the service from starting is told before anything is made. @param whole also what is right */
async function checkMachine(cli: Cli, { dataDir, load }: Wishes, whole: boolean): Promise<void> {
  const settings = loadSettings({
    ...{ KEY_HASH_SECRET: LATER, CURSOR_SECRET: LATER },
    ...cli.process.env,
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  });
  const findings = [
    versionsCheck(packageVersion(), process.versions.node),
    ...(await machineChecks(settings)),
    keysCheck(settings, sourcesOf(load)),
  ];
  const bad = worstFirst(findings).find(({ state }) => state === 'fail');
  if (bad !== undefined) throw new NotDone('not_ready', `${bad.check}: ${bad.detail}. ${bad.fix}`);
  const told = findings.filter(({ state }) => whole || state !== 'ok');
  for (const line of told.flatMap(findingLines)) cli.out.message(typeof line === 'string' ? line : line.text);
}

/** As `register sync` does; what fails is told, and the account is opened all the same. */
async function fetched(cli: Cli, operator: Operator, load: Load): Promise<readonly SyncOutcome[]> {
  const bars = new SyncBars(cli);
  const { onDownload, onImport } = bars;
  const named = load !== 'all';
  const { sources } = await syncRegister(operator, {
    ...(named && { sources: load }),
    ...{ dryRun: false, keep: KEPT, signal: untilSignal(cli), onDownload, onImport },
    onSynced: () => bars.stop(),
  }).finally(() => bars.stop());
  if (sources.some((outcome) => isFailure(outcome, named))) cli.checkFailed();
  return sources;
}

const accountWords = ({ account_id, made }: FirstAccount): readonly string[] =>
  made === undefined
    ? [`Account ${account_id} has a key already; keys issue makes another.`]
    : [`Account ${account_id} has this key, which is not shown again:`, made.key];

const nextCommands = ({ dataDir }: Settings): readonly string[] => [
  hasCompanies(dataDir) ? 'company-data doctor' : 'company-data register sync',
  'company-data serve',
];
