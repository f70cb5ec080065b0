import { upgradeRegister } from '../../operator/register/upgrade-register.js';
import type { ProgramCommand } from '../command-line.js';
import { toned } from '../output.js';

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

export function upgradeCommand(register: ProgramCommand): void {
  register
    .command('upgrade')
    .description(
      'rewrites the editions in force that an earlier version wrote, out of what they hold; names those to be imported again',
    )
    .does(async (cli) => {
      const progress = cli.out.progress('Rewriting', 0, 'MB');
      const upgraded = await upgradeRegister(cli.settings(), ({ bytes, bytes_total }) =>
        progress.update(megabytes(bytes), megabytes(bytes_total)),
      ).finally(() => progress.stop());
      const { rewritten, left } = upgraded;
      cli.out.document(upgraded, () => [
        ...rewritten.map(
          ({ source, edition, from }) => `${source} is answered from ${edition} now, made out of ${from}.`,
        ),
        ...left
          .map(({ source, edition, why }) => `${source} ${edition} can't be read: ${why}.`)
          .map(toned('bad')),
        ...(rewritten.length + left.length === 0 ? ['All editions in force can be read.'] : []),
      ]);
      if (left.length > 0) cli.checkFailed();
    });
}
