/** `init`: makes a data directory ready for its first use. */
import { resolve } from 'node:path';
import { agesInForce } from '../../sources/kit/editions/register-status.js';
import { machineChecks, versionsCheck } from '../../health/doctor/machine-checks.js';
import type { Operator } from '../../operator/operator.js';
import { NotDone } from '../../operator/refusal.js';
import {
  isFailure,
  SYNCED_SOURCES,
  syncRegister,
  type SyncOutcome,
} from '../../operator/register/sync/sync-register.js';
import { firstAccount, needsContact, type FirstAccount } from '../../operator/setup/first-account.js';
import type { Settings } from '../../settings/settings.js';
import type { SourceName } from '../../sources/index.js';
import * as words from '../arguments.js';
import type { Cli, CommandGroup } from '../command-line.js';
import { operatorOf } from '../operator.js';
import { untilSignal } from '../register/signals.js';
import { KEPT, sourceList, SyncBars, syncTable } from '../register/sync-shown.js';
import { packageVersion } from '../version.js';
import { keepSetting } from './env-file.js';

interface InitOptions {
  email?: string;
  name?: string;
  dataDir?: string;
  load?: readonly SourceName[] | 'all';
}

const loadList = (text: string): readonly SourceName[] | 'all' =>
  text.trim() === 'all' ? 'all' : sourceList(text);

export const initCommand: CommandGroup = (program, run) => {
  program
    .command('init')
    .description(
      'makes a data directory ready: secrets, stores, published files, a first account and its key',
    )
    .option('--email <address>', 'of the first account: where to reach the customer', words.email)
    .option('--name <name>', 'of the first account: what the customer is called', words.sentence)
    .option('--data-dir <folder>', 'where everything is kept; stands in .env from then on')
    .option('--load <list>', `fetches published files: all, or of ${SYNCED_SOURCES.join(', ')}`, loadList)
    .action(
      run(async (cli, { email, name, dataDir, load }: InitOptions) => {
        if (dataDir !== undefined) keepSetting(['DATA_DIR', resolve(dataDir)], cli.process.env);
        const settings = cli.settings();
        await checkMachine(settings);
        const contact = email === undefined || name === undefined ? null : { email, name };
        const operator = await operatorOf(cli);
        if (contact === null) await needsContact(operator);
        // It takes longest and, begun again, goes on: the key is shown once, at the end.
        const loaded = load === undefined ? null : await fetched(cli, operator, load);
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
      }),
    );
};

/** What would keep the service from starting is told before anything else is made. */
async function checkMachine(settings: Settings): Promise<void> {
  const findings = [
    versionsCheck(packageVersion(), process.versions.node),
    ...(await machineChecks(settings)),
  ];
  const bad = findings.find(({ state }) => state === 'fail');
  if (bad !== undefined) throw new NotDone('not_ready', `${bad.check}: ${bad.detail}. ${bad.fix}`);
}

/** As `register sync` does; what fails is told, and the account is opened all the same. */
async function fetched(
  cli: Cli,
  operator: Operator,
  load: readonly SourceName[] | 'all',
): Promise<readonly SyncOutcome[]> {
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

function nextCommands({ dataDir }: Settings): readonly string[] {
  const isLoaded = agesInForce(dataDir).some(({ source }) => source === 'companies');
  return [isLoaded ? 'company-data doctor' : 'company-data register sync', 'company-data serve'];
}
