/** `projections …`: how far the read models are, and building them anew. */
import type { Command } from 'commander';
import type { Run } from './command-line.js';
import { openServices } from './services.js';

export function projectionsCommands(program: Command, run: Run): void {
  const projections = program.command('projections').description('the read models');
  projections
    .command('status')
    .description('how far every read model is')
    .action(
      run(async (cli) => {
        const services = await openServices(cli);
        await cli.out.list(
          await services.models.status(),
          {
            name: (line) => line.name,
            lane: (line) => line.lane,
            version: (line) => line.version,
            position: (line) => line.position,
            lag: (line) => (line.lag === 0 ? '0' : `${line.lag} (${line.lag_seconds} s)`),
            state: (line) => (line.reason === undefined ? line.state : `${line.state}: ${line.reason}`),
          },
          'There are none.',
        );
      }),
    );
}
