/** `init`: makes a data directory ready for its first use. */
import { agesInForce } from '../../sources/kit/editions/register-status.js';
import { machineChecks, versionsCheck } from '../../health/doctor/machine-checks.js';
import { NotDone } from '../../operator/refusal.js';
import { firstAccount, type FirstAccount } from '../../operator/setup/first-account.js';
import type { Settings } from '../../settings/settings.js';
import * as words from '../arguments.js';
import type { CommandGroup } from '../command-line.js';
import { operatorOf } from '../operator.js';
import { packageVersion } from '../version.js';

interface InitOptions {
  email?: string;
  name?: string;
}

export const initCommand: CommandGroup = (program, run) => {
  program
    .command('init')
    .description('makes a data directory ready: secrets, stores, a first account and its key')
    .option('--email <address>', 'of the first account: where to reach the customer', words.email)
    .option('--name <name>', 'of the first account: what the customer is called', words.sentence)
    .action(
      run(async (cli, { email, name }: InitOptions) => {
        const settings = cli.settings();
        await checkMachine(settings);
        const contact = email === undefined || name === undefined ? null : { email, name };
        const first = await firstAccount(await operatorOf(cli), { contact, blocks: words.DEFAULT_BLOCKS });
        const { account_id, made } = first;
        const next = nextCommands(settings);
        const shown = { data_dir: settings.dataDir, account_id, ...made, next };
        cli.out.secret(shown, () => [
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

const accountWords = ({ account_id, made }: FirstAccount): readonly string[] =>
  made === undefined
    ? [`Account ${account_id} has a key already; keys issue makes another.`]
    : [`Account ${account_id} has this key, which is not shown again:`, made.key];

function nextCommands({ dataDir }: Settings): readonly string[] {
  const isLoaded = agesInForce(dataDir).some(({ source }) => source === 'companies');
  return [isLoaded ? 'company-data doctor' : 'company-data register sync', 'company-data serve'];
}
