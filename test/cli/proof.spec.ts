/** What operators ask the log: verify, investigate and billing explain, on a log that tests wrote. */
import { rowsStream } from '../../src/streams/rows/rows.events.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { CommandLineOn } from '../support/cli.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { BOTH, NO_INDUSTRY, countsOf } from '../support/logs/row-stories.js';
import { OTHER_JOB } from '../support/verified.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const cli = forEachTest(() => new CommandLineOn());

async function write(what: (log: LogBuilder) => Promise<void>): Promise<void> {
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  await what(new LogBuilder(stores.eventStore));
  await stores.close();
}

beforeEach(async () => {
  await write(async (log) => {
    await log.openAccount();
    await log.run(aSubmission(4, 2), (row) => (row % 2 === 0 ? BOTH : NO_INDUSTRY));
  });
});

describe('verify', () => {
  it('says that every invariant holds, and exits 0', async () => {
    const report = await cli.json<{ ok: boolean; events: number; invariants: object[] }>('verify');
    expect(report).toMatchObject({ ok: true, events: 14, rows: 4 });
    expect(report.invariants).toHaveLength(11);
    for (const invariant of report.invariants) expect(invariant).toMatchObject({ ok: true, offenders: [] });
    const { code, stdout } = await cli.run('verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Every invariant holds: 14 events read, 4 rows recorded in them\.\n[^]* 1 │ rows add up +│ holds +│ +1 │ ended jobs /m,
    );
  });

  it('compares what the read models show', async () => {
    await cli.json('usage', 'show', '--account', String(ACCOUNT));
    const { invariants } = await cli.json<{ invariants: { id: number; checked: number }[] }>('verify');
    expect(invariants.find(({ id }) => id === 5)).toMatchObject({ ok: true, checked: 9 });
  });

  it('names the offenders and exits 1 where an invariant is broken', async () => {
    await write(async (log) => {
      await log.append(
        rowsStream(JOB, 0),
        log.event({ type: 'BlockCharged', data: { job_id: JOB, row: 1, block: 'industry', units: 1 } }),
      );
      await log.store.deleteStream(rowDataStream(JOB, 1));
    });
    const { code, stdout } = await cli.run('verify');
    expect(code).toBe(1);
    expect(stdout).toMatch(/ 3 │ [^│]*│ BROKEN /);
    expect(stdout).toContain('a charge for industry of row 1 that stands beside no fill of it');
    expect(stdout).toContain('rows were deleted that are still to be kept');
    expect((await cli.run('verify', '--json')).code).toBe(1);
  });
});

describe('verify --since', () => {
  const position = async (...args: readonly string[]): Promise<string> =>
    (await cli.json<{ position: string }>('verify', ...args)).position;

  it('goes on from where the last run ended, also where a job runs across it', async () => {
    const first = await position();
    expect((await cli.run('verify')).stdout).toContain(`\`verify --since ${first}\` goes on from there.`);
    const job = aSubmission(2, 1, { job_id: OTHER_JOB });
    await write(async (log) => {
      await log.submit(job);
      await log.work(job, 0, [BOTH]);
    });
    const amid = await cli.json<{ position: string }>('verify', '--since', String(Number(first)));
    expect(amid).toMatchObject({ ok: true, since: first, rows: 1, unfinished_jobs: 1 });
    await write(async (log) => {
      await log.work(job, 1, [BOTH]);
      await log.end(job, countsOf([BOTH, BOTH]));
    });
    const last = await cli.json('verify', '--since', amid.position);
    expect(last).toMatchObject({ ok: true, since: amid.position, rows: 1, unfinished_jobs: 0 });
    expect(await position('--since', await position())).toBe(await position());
  });

  it('names the offenders behind the position alone, and exits 1', async () => {
    const first = await position();
    await write(async (log) => log.store.deleteStream(rowDataStream(JOB, 1)).then(() => undefined));
    const broken = await cli.run('verify', '--since', first);
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringContaining('rows were deleted that are still to be kept'),
    ]);
    const { position: behind } = JSON.parse((await cli.run('verify', '--json')).stdout) as {
      position: string;
    };
    expect((await cli.run('verify', '--since', behind)).code).toBe(0);
  });

  it.each(['yesterday', '99999999999999999999'])(
    'refuses %s, which is no position of this log',
    async (since) => {
      expect((await cli.run('verify', '--since', since)).code).toBe(2);
    },
  );
});

describe('investigate', () => {
  it('tells the story of a row in the shape that checks rely on', async () => {
    const row = await cli.json('investigate', 'row', JOB, '1');
    expect(row).toMatchObject({
      job_id: JOB,
      row: 1,
      ref: 'r1',
      request_id: 'req_1',
      key_id: KEY,
      status: 'done',
      reason: null,
      company_number: '01234567',
      blocks: {
        industry: { status: 'not_found', reason: 'no_sic_on_file', units: 0, why_not_billed: 'not_found' },
      },
    });
    expect(row['events']).toContainEqual(
      expect.objectContaining({
        id: expect.any(String) as string,
        type: 'RowCharged',
        time: '2026-11-21T12:00:00.000Z',
        stream: `rows-${JOB}.0`,
        revision: 0,
      }),
    );
  });

  it('tells the story of a job, of a key by its id or as a whole, and of a request', async () => {
    expect(await cli.json('investigate', 'job', JOB)).toMatchObject({
      status: 'completed',
      billed: { units: 6 },
    });
    const requests = [{ request_id: 'req_1', kind: 'submitted', job_id: JOB }];
    expect(await cli.json('investigate', 'key', KEY)).toMatchObject({ account_id: ACCOUNT, requests });
    const whole = `svc_live_${KEY}_${'s'.repeat(40)}`;
    expect(await cli.json('investigate', 'key', whole)).toMatchObject({ key_id: KEY });
    expect(await cli.json('investigate', 'request', 'req_1')).toMatchObject({ request_id: 'req_1' });
    for (const words of [
      ['job', JOB],
      ['key', KEY],
      ['row', JOB, '0'],
      ['request', 'req_1'],
    ]) {
      const { code, stdout } = await cli.run('investigate', ...words);
      expect([code, stdout.includes('\nEvents\n')]).toEqual([0, true]);
    }
  });

  it.each([
    [['job', OTHER_JOB], 'unknown_job'],
    [['row', OTHER_JOB, '0'], 'unknown_job'],
    [['row', JOB, '4'], 'unknown_row'],
    [['key', 'nobodynobody'], 'unknown_key'],
    [['request', 'req_2'], 'unknown_request'],
  ])('refuses %j', async (words, error) => {
    expect(await cli.refusal('investigate', ...words)).toMatchObject({ code: 2, error });
  });
});

describe('billing explain', () => {
  it('gives the charges behind a figure, and their sum', async () => {
    const explain = ['billing', 'explain', '--account', String(ACCOUNT), '--day', '2026-11-21'];
    const all = await cli.json<{ charges: object[] }>(...explain);
    expect(all).toMatchObject({ account_id: ACCOUNT, day: '2026-11-21', block: null, units: 6, rows: 4 });
    expect(all.charges).toHaveLength(4);
    const one = await cli.json<{ charges: object[] }>(...explain, '--block', 'industry');
    expect(one).toMatchObject({ block: 'industry', units: 2 });
    expect(one.charges).toMatchObject([
      { job_id: JOB, row: 0, units: 1, time: '2026-11-21T12:00:00.000Z' },
      { job_id: JOB, row: 2, units: 1, time: '2026-11-21T12:00:00.000Z' },
    ]);
    const { stdout } = await cli.run(...explain);
    for (const said of [/^4 charges in the log come to this figure/m, /^delivered rows +4$/m, /^units +6$/m])
      expect(stdout).toMatch(said);
  });

  it('refuses an account that is not there', async () => {
    const refusal = await cli.refusal('billing', 'explain', '--account', '4711', '--day', '2026-11-21');
    expect(refusal).toMatchObject({ code: 2, error: 'unknown_account' });
  });
});
