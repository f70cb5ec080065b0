/** The command `register upgrade`: rewrites editions that an earlier version wrote. */
import { Register } from '../../../packages/enrichment/src/index.js';
import type { ProgramCommand } from '../command-line.js';
import { withTone } from '../output.js';
import { megabytes } from './sync-progress.js';

export function addUpgradeCommand(register: ProgramCommand): void {
  register
    .command('upgrade')
    .description('rewrites editions of an earlier version; names those to import again')
    .does(async (cli) => {
      const progress = cli.out.progress('Rewriting', 0, 'MB');
      const result = await Register.upgradeRegister(cli.settings(), ({ bytes, bytes_total }) =>
        progress.update(megabytes(bytes), megabytes(bytes_total)),
      ).finally(() => progress.stop());
      const { rewritten, left } = result;
      cli.out.document(result, () => [
        ...rewritten.map(
          ({ source, edition, from }) => `${source} now uses ${edition}, rewritten from ${from}.`,
        ),
        ...left
          .map(({ source, edition, why }) => `${source} ${edition} can't be read: ${why}.`)
          .map(withTone('bad')),
        ...(rewritten.length + left.length === 0 ? ['All editions in force can be read.'] : []),
      ]);
      if (left.length > 0) cli.markFailed();
    });
}
