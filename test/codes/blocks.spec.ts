/**
 * Every code that a block may give, at every level, made to happen: from files in their publishers' form through import,
 * matching, facts and blocks to the served envelope.
 */
import { AREAS } from './areas/index.js';
import { codesOf, titleOf } from './cell.js';
import { CodesWorld } from './codes-world.js';

describe.each(AREAS.map((area) => [area.name, area] as const))('from %s:', (_name, { world, cells }) => {
  let made: CodesWorld;
  beforeAll(async () => {
    made = await CodesWorld.of(world());
  });
  afterAll(() => {
    made.remove();
  });

  it.each(cells.map((cell) => [titleOf(cell), cell] as const))('%s', async (_title, cell) => {
    expect(await codesOf(cell, made)).toContain(cell.code);
  });
});
