/**
 * The release before and this one beside each other, on data that the release before made. Each role is
 * replaced, in every order, while a job is under way. Then all go back, which is possible while no event of a
 * new kind was written. First the operator has the newer version rewrite the editions, beside those that the
 * older one reads.
 */
import type { PatientClient } from '../../support/patient-client.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { endOf } from '../patiently.js';
import { asked, rowsOf, submitted } from '../asking.js';
import type { Stores, ToldBefore } from './data-before.js';
import { DataBefore, STORES } from './data-before.js';
import { programBefore } from './program.js';

jest.setTimeout(1_200_000);

const ORDERS = [
  ['api', 'worker', 'projector'],
  ['api', 'projector', 'worker'],
  ['worker', 'api', 'projector'],
  ['worker', 'projector', 'api'],
  ['projector', 'api', 'worker'],
  ['projector', 'worker', 'api'],
] as const;
/** More than are done while a process starts. */
const ROWS = 3_000;

const before = programBefore();
const withHistory = before === null ? describe.skip : describe;
if (before === null)
  process.stderr.write(
    'Rolling upgrades are passed over: this copy has no history to build the release before from.\n',
  );

/** The jobs of one upgrade, in the order in which they were accepted. */
class UnderWay {
  private readonly names = new Map<string, string>();

  constructor(
    private readonly client: PatientClient,
    private readonly told: ToldBefore,
  ) {}

  /** Accepted, and not over. */
  async next(): Promise<void> {
    const name = `upgrade ${this.names.size}`;
    const job = await submitted(this.client, { name, numbers: this.told.numbers, rows: ROWS });
    const { body } = await this.client.ask(`/v1/enrich/jobs/${job}`);
    expect(body).toMatchObject({ results_ready: false });
    this.names.set(job, name);
  }

  /** All ended, each row once, in order, none for a reason of ours; what was served before is served so still. */
  async judge(): Promise<void> {
    for (const [job, name] of this.names) {
      const { counts } = await endOf(this.client, job);
      const wanted = asked({ name, numbers: this.told.numbers, rows: ROWS });
      const unknown = wanted.filter(({ company_number }) => company_number === '99999999').length;
      expect(counts).toMatchObject({ succeeded: ROWS - unknown, not_found: unknown, failed: 0 });
      const rows = await rowsOf(this.client, job);
      expect(rows.map(({ ref }) => ref)).toEqual(wanted.map(({ ref }) => ref));
      expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
    }
    for (const [job, rows] of Object.entries(this.told.served))
      expect(await rowsOf(this.client, job)).toEqual(rows);
  }
}

const opened = (stores: Stores): DataBefore => forEachTest(() => DataBefore.unpacked(stores));

withHistory.each(STORES)('from the release before to this one and back, on %s,', (stores) => {
  const data = opened(stores);

  it.each(ORDERS)('%s, %s, then %s, with a job under way at each step', async (...order) => {
    const older = { program: before ?? '' };
    const { told, fleet } = data;
    for (const role of order) await fleet.start(role, older);
    const work = new UnderWay(data.client(told.key), told);
    // The older processes can't read the new layout, so what is rewritten lies beside what they read.
    const { code, stdout } = await data.cli().run('register', 'upgrade', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { rewritten: [], left: [{ source: 'companies' }] }]);
    for (const back of [false, true]) {
      for (const role of order) {
        await work.next();
        expect([role, await fleet.stop(role)]).toEqual([role, 0]);
        await fleet.start(role, back ? older : {});
      }
      // Until the operator does this, an older projector stands by at lanes that a newer one took over.
      if (back)
        await data.cli(older.program).json('projections', 'rebuild', 'usage', '--reason', 'going back');
      await work.judge();
      for (const program of [undefined, older.program]) {
        const cli = data.cli(program);
        expect(await cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
        const { code, stdout, stderr } = await cli.run('usage', 'rebuild', '--json');
        if (code === 0) expect(JSON.parse(stdout)).toMatchObject({ verdict: 'equal', differences: [] });
        // On servers a program leaves the read models of another version alone, and says so.
        else
          expect([(program !== undefined) === back, stderr]).toEqual([
            false,
            expect.stringContaining('version'),
          ]);
      }
    }
  });
});
