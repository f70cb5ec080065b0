/** The commands `backup` and `restore` of the embedded stores. */
import { loadSettings, type Settings } from '../settings/settings.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { backup, restore } from '../operator/backup/backup.js';
import { refuseSandbox } from '../sandbox/sandbox-settings.js';
import { moment } from '../../packages/words/src/text/formats.js';
import type { Cli, ProgramCommand } from './command-line.js';

export function backupCommands(program: ProgramCommand): void {
  program
    .command('backup')
    .description('copies the embedded stores and secrets as of one moment, while the service runs')
    .argument('<folder>', 'the folder to write to; must be missing or empty')
    .option('--with-register', 'also copies the editions of the register', false)
    .does(async (cli, folder, { withRegister }) => {
      const settings = cli.settings();
      refuseSandbox(settings);
      const manifest = await backup(settings, folder, { withRegister, now: new Date() });
      const result = { backup: folder, taken_at: manifest.taken_at, with_register: manifest.with_register };
      cli.out.document(result, () => `Backed up ${settings.dataDir} to ${folder}.`);
      cli.out.message('The copy holds the secrets and all data of customers. Protect it like the original.');
    });
  program
    .command('restore')
    .description('puts a backup into DATA_DIR; the data there is moved aside')
    .argument('<folder>', 'made by backup')
    .does(async (cli, folder) => {
      const settings = settingsWithoutSecrets(cli);
      const restoration = await restore(settings, folder, systemEntropy().ulid());
      const { dataDir } = settings;
      const { taken_at, with_register, moved_aside } = restoration;
      const result = { restored: folder, data_dir: dataDir, taken_at, with_register, moved_aside };
      cli.out.document(result, () => `Restored ${folder} of ${moment(taken_at)} to ${dataDir}.`);
      if (moved_aside !== null) cli.out.message(`The earlier data is in ${moved_aside}.`);
    });
}

/** Loads the settings without making missing secrets: a restored data directory brings its own. */
const settingsWithoutSecrets = (cli: Cli): Settings => {
  const placeholder = 'is not used by this command';
  return loadSettings({ KEY_HASH_SECRET: placeholder, CURSOR_SECRET: placeholder, ...cli.process.env });
};
