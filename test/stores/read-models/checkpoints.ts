/** What every ReadModels promises about checkpoints, and about reads of one moment. */
import type { ReadModels } from '../../../packages/platform/src/read-models/read-models.js';
import {
  keys,
  newCollection,
  newName,
  position,
  put,
  write,
  type TwoReadModels,
} from './read-models-under-test.js';

export function checkpointsContract(stores: () => TwoReadModels): void {
  test('a checkpoint is null until its first commit, and then where the last commit put it', async () => {
    const { models, other } = stores();
    const name = newName();
    expect(await models.checkpoint(name)).toBeNull();
    await models.commit([], { name, expected: null, next: position(5) });
    await other.commit([], { name, expected: position(5), next: position(9) });
    expect([await models.checkpoint(name), await other.checkpoint(name)]).toEqual([position(9), position(9)]);
  });

  test.each([
    ['expects none where there is one', null],
    ['expects an older position', position(4)],
    ['expects a newer position', position(6)],
  ])('a commit that %s is superseded and writes nothing', async (_title, expected) => {
    const { models } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    await models.commit([put(collection, 'old')], { name, expected: null, next: position(5) });
    const writes = [put(collection, 'new'), { op: 'delete', collection, key: 'old' }] as const;
    expect(await models.commit(writes, { name, expected, next: position(7) })).toBe('superseded');
    expect(keys(await models.range(collection, {}))).toEqual(['old']);
    expect(await models.checkpoint(name)).toBe(position(5));
  });

  test('a commit that expects a position where there is none is superseded and writes nothing', async () => {
    const { models } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    const move = { name, expected: position(1), next: position(2) };
    expect(await models.commit([put(collection, 'new')], move)).toBe('superseded');
    expect(await models.range(collection, {})).toEqual([]);
    expect(await models.checkpoint(name)).toBeNull();
  });

  test('a commit that breaks off in the middle leaves neither documents nor its checkpoint', async () => {
    const { models } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    const writes = [put(collection, 'a'), put(newName(), 'b'), put(collection, 'c')];
    await expect(models.commit(writes, { name, expected: null, next: position(1) })).rejects.toThrow(
      /not declared/,
    );
    expect(await models.range(collection, {})).toEqual([]);
    expect(await models.checkpoint(name)).toBeNull();
  });

  test('of many projectors at one checkpoint exactly one gets each step, so that no batch counts twice', async () => {
    const { models, other } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    await models.commit([put(collection, 'count', { n: 0 })], { name, expected: null, next: position(0) });
    const projector = async (mine: ReadModels): Promise<number> => {
      let committed = 0;
      for (;;) {
        const [at, counter] = [await mine.checkpoint(name), await mine.get(collection, 'count')];
        const step = Number(at);
        if (step >= 30) return committed;
        const n = Number(counter?.fields['n']);
        const move = { name, expected: position(step), next: position(step + 1) };
        // What was read may be torn: only the commit decides.
        if ((await mine.commit([put(collection, 'count', { n: n + 1 })], move)) === 'committed') committed++;
      }
    };
    const shares = await Promise.all([models, other, models, other].map(projector));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(30);
    expect((await models.get(collection, 'count'))?.fields).toEqual({ n: 30 });
  });

  test('checkpoints are found by the beginning of their names, taken literally', async () => {
    const { models, other } = stores();
    const prefix = newName();
    const names = [`${prefix}.a`, `${prefix}.b`, `${prefix}_c`, `${prefix}%d`, `x${prefix}.e`];
    for (const [index, name] of names.entries()) {
      await models.commit([], { name, expected: null, next: position(index) });
    }
    expect([...(await other.checkpoints(`${prefix}.`))].sort()).toEqual([
      [`${prefix}.a`, position(0)],
      [`${prefix}.b`, position(1)],
    ]);
    expect([...(await other.checkpoints(`${prefix}_`)).keys()]).toEqual([`${prefix}_c`]);
    expect((await other.checkpoints(newName())).size).toBe(0);
  });

  describe('a snapshot', () => {
    test('shows documents and checkpoints of one moment, while commits go on', async () => {
      const { models, other } = stores();
      const [collection, name] = [await newCollection(stores()), newName()];
      const commit = (n: number) =>
        other.commit([put(collection, 'a', { n }), put(collection, 'b', { n })], {
          name,
          expected: n === 0 ? null : position(n - 1),
          next: position(n),
        });
      await commit(0);
      let going = true;
      const writing = (async () => {
        for (let n = 1; going; n++) await commit(n);
      })();
      for (let round = 0; round < 20; round++) {
        const seen = await models.snapshot(async (reader) => [
          (await reader.get(collection, 'a'))?.fields['n'],
          Number(await reader.checkpoint(name)),
          (await reader.range(collection, {})).map(({ fields }) => fields['n']),
          (await reader.getMany(collection, ['b']))[0]?.fields['n'],
          Number((await reader.checkpoints(name)).get(name)),
        ]);
        const n = seen[0];
        expect(seen).toEqual([n, n, [n, n], n, n]);
      }
      going = false;
      await writing;
    });

    test('shows nothing that was committed after its first read, and the next one does', async () => {
      const { models } = stores();
      const collection = await newCollection(stores());
      await models.snapshot(async (reader) => {
        expect(await reader.range(collection, {})).toEqual([]);
        await write(models, put(collection, 'late'));
        expect(await reader.range(collection, {})).toEqual([]);
      });
      expect(await models.snapshot((reader) => reader.range(collection, {}).then(keys))).toEqual(['late']);
    });

    test('may be open beside many others', async () => {
      const { models } = stores();
      const collection = await newCollection(stores());
      const nest = async (depth: number): Promise<number[]> =>
        models.snapshot(async (reader) => {
          await reader.range(collection, {});
          await write(models, put(collection, `k${depth}`));
          const inner = depth < 9 ? await nest(depth + 1) : [];
          return [(await reader.range(collection, {})).length, ...inner];
        });
      expect(await nest(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    test('ends with what its reader gave or threw, and leaves nothing behind', async () => {
      const { models } = stores();
      expect(await models.snapshot(async () => 42)).toBe(42);
      for (let round = 0; round < 30; round++) {
        const broken = models.snapshot(async (reader) => {
          await reader.checkpoint('any');
          throw new Error('reader broke');
        });
        await expect(broken).rejects.toThrow('reader broke');
      }
      const collection = await newCollection(stores());
      await write(models, put(collection, 'a'));
      expect(await models.snapshot((reader) => reader.range(collection, {}).then(keys))).toEqual(['a']);
    });
  });
}
