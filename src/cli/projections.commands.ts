/** The commands `projections …`: show the progress of the read models and rebuild them. */
import {
  PROJECTION_NAMES,
  projectionsStatus,
  rebuildNamedProjection,
  PROJECTION_COLUMNS,
} from '../operator/projections/projections.js';
import { countText, thousands } from '../../packages/words/src/text/formats.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { factLines } from './output.js';

export function projectionsCommands(program: ProgramCommand): void {
  const projections = program.command('projections').description('the read models');
  projections
    .command('status')
    .description('shows the progress of every read model')
    .does(async (cli) => {
      const statuses = await projectionsStatus(await cli.operator());
      await cli.out.list(statuses, PROJECTION_COLUMNS, 'There are none.');
    });
  projections
    .command('rebuild')
    .description('builds a second copy of a read model, compares it with the one in use, and switches to it')
    .argument('<name>', PROJECTION_NAMES.join(', '), args.asOneOf(PROJECTION_NAMES, 'a read model'))
    .option(...args.REASON_OPTION)
    .does(async (cli, name, { reason }) => {
      const report = await rebuildNamedProjection(await cli.operator(), { name, reason });
      cli.out.document(report, () =>
        factLines({
          name: report.projection,
          version: report.version,
          position: report.position,
          replayed: `${countText(report.events, 'event')}, ${thousands(report.events_per_second)} a second`,
          'the one before was': report.equal
            ? 'equal'
            : `different in ${countText(report.differences_total, 'document')}`,
        }),
      );
    });
}
