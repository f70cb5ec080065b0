/** A router that asks a member which still thinks itself the primary: what is folded is folded onto what is there. */
import type { ReadModels } from '../../../packages/platform/src/read-models/read-models.js';
import { testPatienceMs } from '../patience.js';
import { newName, position, put } from '../read-models/read-models-under-test.js';
import { withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const KEY = 'count';

/** Adds one to a document, as a lane does that folds: reads it, and writes it with its checkpoint. */
class Count {
  readonly collection = newName();
  readonly name = newName();

  async addOne(models: ReadModels): Promise<void> {
    const expected = await models.checkpoint(this.name);
    const count = await this.read(models);
    const next = position(expected === null ? 0 : Number(expected) + 1);
    await models.commit([put(this.collection, KEY, { count: count + 1 })], {
      name: this.name,
      expected,
      next,
    });
  }

  async read(models: ReadModels): Promise<number> {
    const [found] = await models.getMany(this.collection, [KEY]);
    return Number(found?.fields['count'] ?? 0);
  }
}

test.each(['goes on', 'takes over'])('a lane that %s folds onto its last commit', async (how) => {
  await withTrouble({}, async ({ server, readModels, open }) => {
    const count = new Count();
    await readModels.declare([{ name: count.collection }]);
    await count.addOne(readModels);
    await server.control.deposePrimaryOf(count.collection);
    await count.addOne(readModels);
    await count.addOne(how === 'goes on' ? readModels : (await open()).readModels);
    await server.control.behave();
    expect(await count.read(readModels)).toBe(3);
  });
});
