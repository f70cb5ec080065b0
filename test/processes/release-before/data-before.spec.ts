/** The data of the release before, opened by this program. `npm run release-before` has that release make them anew. */
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { endOf } from '../patiently.js';
import { asked, rowsOf } from '../asking.js';
import type { Stores } from './data-before.js';
import { DataBefore, STORES } from './data-before.js';
import { makeDataBefore } from './make-before.js';

jest.setTimeout(600_000);

const MAKE = process.env['MAKE_RELEASE_BEFORE'] !== undefined;

async function unpacked(stores: Stores): Promise<DataBefore> {
  if (MAKE) await makeDataBefore(stores);
  return DataBefore.unpacked(stores);
}

describe.each(STORES)('data of the release before, on %s:', (stores) => {
  const data = forAllTests(() => unpacked(stores));

  it('hold every invariant, before the service has made its own read models of them', async () => {
    expect(await data.cli().json('verify')).toMatchObject({ ok: true, unfinished_jobs: 1 });
    const { code, stderr } = await data.cli().run('usage', 'rebuild');
    expect([code, stderr]).toEqual([1, expect.stringContaining('start the service, it rebuilds them first')]);
  });

  it('are served as they were, and the job that was open is done', async () => {
    const { told } = data;
    // The operator's step of an upgrade to a version with another layout of editions.
    await data.cli().json('register', 'upgrade');
    await data.fleet.startAll();
    const client = data.client(told.key);
    for (const [job, rows] of Object.entries(told.served)) expect(await rowsOf(client, job)).toEqual(rows);

    await endOf(client, told.open);
    const rows = await rowsOf(client, told.open);
    const { numbers } = told;
    expect(rows.map(({ ref }) => ref)).toEqual(
      asked({ name: 'before, open', numbers, rows: 700 }).map(({ ref }) => ref),
    );
    expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(await data.cli().json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
    expect(await data.cli().json('usage', 'rebuild')).toMatchObject({ verdict: 'equal', differences: [] });
  });

  it('give the same read models where these are built anew', async () => {
    const all = await data.cli().lines<{ name: string }>('projections', 'status');
    expect(all.length).toBeGreaterThan(5);
    for (const { name } of all)
      expect(await data.cli().json('projections', 'rebuild', name, '--reason', 'upgrade')).toMatchObject({
        equal: true,
      });
  });
});
