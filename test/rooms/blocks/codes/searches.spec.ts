/** `max_live_lookups` counts the searches that are made: a row that needs none takes none from the others. */
import type { SubmittedRow } from '../../../../packages/contract/src/row.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { websites } from './areas/websites.js';
import { inLargeJob, of } from './areas/website-cases.js';
import { CodesWorld } from './codes-world.js';

const world = forAllTests(() => CodesWorld.of(websites.world()));

const after = async (before: readonly SubmittedRow[], max_live_lookups: number): Promise<string> => {
  const { status, reason } = await world.envelope(
    { ...inLargeJob('Unnamed', { max_live_lookups }), before },
    'domain',
  );
  return reason ?? status;
};

describe('a row of a large job without a website on record', () => {
  it.each<[string, readonly SubmittedRow[], number, string]>([
    [
      'searches where the rows before it have one',
      [of('Plain').row, of('Granted').row],
      1,
      'not_found_after_search',
    ],
    ['searches where the rows before it left one', [of('Guessed').row], 2, 'not_found_after_search'],
    ['does not where the rows before it took all', [of('Plain').row, of('Guessed').row], 1, 'source_busy'],
  ])('%s', async (_how, before, most, expected) => {
    expect(await after(before, most)).toBe(expected);
  });
});
