import { csvFile } from '../../../../../../test/support/basic-company-data.js';
import { MemoryCoordination } from '../../../../../../test/support/stores/memory-coordination.js';
import { RegisterWorld } from '../../../../../../test/support/worlds/register-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { companies } from '../../companies/companies.source.js';
import { ImportRefusal } from './import-outcome.js';
import { announceLayouts, requireReadByAll } from './layouts-read.js';

const TODAY = companies.importer.layout;
const reading = (layout: number) => [{ name: 'companies', importer: { layout } }];

let now = 0;
const coordination = (): MemoryCoordination => new MemoryCoordination(() => now);

const refusal = (on: MemoryCoordination): Promise<string> =>
  requireReadByAll(on, companies).then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('an edition may come into force', () => {
  it('where nobody runs, and where all read its layout or nothing of its source', async () => {
    const on = coordination();
    expect(await refusal(on)).toBe('none');
    await announceLayouts(on, reading(TODAY)).start();
    await announceLayouts(on, [{ name: 'grants', importer: { layout: 1 } }]).start();
    expect(await refusal(on)).toBe('none');
  });

  it.each([
    [TODAY - 1, 'stop it, or start it with this version'],
    [TODAY + 1, 'use the version that it runs'],
  ])('not while one runs that reads layout %i, which is named with what to do', async (layout, mend) => {
    const on = coordination();
    const other = announceLayouts(on, reading(layout));
    await other.start();
    const refused = await refusal(on);
    expect(refused).toContain(`process ${process.pid} on `);
    expect(refused).toContain(`reads layout ${layout} of companies, this program writes ${TODAY}: ${mend}`);
    await other.stop();
    expect(await refusal(on)).toBe('none');
  });

  it('once what a killed process said has run out', async () => {
    const on = coordination();
    await announceLayouts(on, reading(1)).start();
    now += 19_999;
    expect(await refusal(on)).not.toBe('none');
    now += 1;
    expect(await refusal(on)).toBe('none');
  });
});

describe('an import', () => {
  const world = forEachTest(() => new RegisterWorld());

  it.each(['before it begins', 'when its edition is built'])(
    'that is refused %s leaves in force what was, and nothing beside it',
    async (when) => {
      await world.import([world.write('BasicCompanyData-2024-07-01.csv', csvFile([{}]))]);
      const before = [world.active, world.files()];
      let asked = 0;
      const permit = async (): Promise<void> => {
        asked += 1;
        if (when === 'before it begins' || asked === 2) throw new ImportRefusal('not_read_by_all', 'no');
      };
      const file = world.write('BasicCompanyData-2024-08-01.csv', csvFile([{}]));
      expect(await world.import([file], { permit })).toMatchObject({ error: 'not_read_by_all' });
      expect([world.active, world.files()]).toEqual(before);
    },
  );
});
