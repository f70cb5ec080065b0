/** The command `register changes`: names the companies whose own records changed. */
import { Register } from '../../../packages/enrichment/src/index.js';
import { BLOCK_KEYS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { registerContext } from '../../operator/editions/register-context.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { packageVersion } from '../../settings/version.js';

export function addChangesCommand(register: ProgramCommand): void {
  register
    .command('changes')
    .description('names the companies whose own records changed since a day, one line of JSON each')
    .requiredOption('--since <date>', 'a day (from 00:00 UTC), or a time', args.asDayOrTime)
    .option('--block <block>', 'only what this block reads', args.asOneOf(BLOCK_KEYS, 'a block'))
    .does(async (cli, { since, block }: { since: string; block?: BlockKey }) => {
      const lines = await Register.changesSince(registerContext(await cli.operator()), {
        since,
        block: block ?? null,
        now: systemClock.now(),
        version: packageVersion(),
      });
      await cli.out.ndjson(lines);
    });
}
