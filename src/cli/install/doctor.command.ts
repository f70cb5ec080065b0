/** The command `doctor`: reports what is wrong or missing, with the fix for each. */
import { editionChecks, keysCheck } from '../../health/doctor/edition-checks.js';
import { worstOf, failed, passed, type Finding, type State } from '../../health/doctor/finding.js';
import { machineChecks, versionsCheck } from '../../health/doctor/machine-checks.js';
import { storeChecks, storesUnreachable } from '../../health/doctor/store-checks.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { inTime } from '../../../packages/platform/src/time/in-time.js';
import { SettingsError, type Settings } from '../../settings/settings.js';
import type { Cli, CommandGroup } from '../command-line.js';
import { packageVersion } from '../../settings/version.js';
import { withTone, type OutputLine, type LineTone } from '../output.js';

const STORES_TIMEOUT_MS = 20_000;

export const doctorCommand: CommandGroup = (program) => {
  program
    .command('doctor')
    .description('checks settings, machine, stores and editions, and says how to fix what is wrong')
    .does(async (cli) => {
      const findings = [versionsCheck(packageVersion(), process.versions.node), ...(await findingsOf(cli))];
      const state = worstOf(findings);
      if (state === 'fail') cli.markFailed();
      cli.out.document({ state, findings }, () => findings.flatMap(findingLines));
    });
};

async function findingsOf(cli: Cli): Promise<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = cli.settings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [failed('settings', error.message, 'Fix it in the environment or in .env (docs/settings.md).')];
  }
  return [
    passed('settings', `${settings.roles.join(', ')} on ${settings.dataDir}`),
    ...(await machineChecks(settings)),
    keysCheck(settings),
    ...(await storeFindings(cli)),
    ...editionChecks(settings.dataDir),
  ];
}

const storeFindings = (cli: Cli): Promise<readonly Finding[]> =>
  inTime(
    cli
      .operator()
      .then(({ stores, models }) => storeChecks(stores, models))
      .catch((error: unknown) => [storesUnreachable(errorMessage(error))]),
    STORES_TIMEOUT_MS,
    () => [storesUnreachable(`no answer within ${STORES_TIMEOUT_MS / 1_000} s`)],
  );

const TONES: Readonly<Record<State, LineTone>> = { ok: 'good', warn: 'heading', fail: 'bad' };

export const findingLines = ({ check, state, detail, fix }: Finding): readonly OutputLine[] => [
  withTone(TONES[state])(`${state.padEnd(4)}  ${check.padEnd(11)}  ${detail}`),
  ...(fix === null ? [] : [`                   ${fix}`]),
];
