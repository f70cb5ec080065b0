import 'reflect-metadata';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB } from '../../../test/support/verified.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { readStreamEvents } from '../../investigate/log-reading.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowEventId } from '../../streams/rows/rows.events.js';
import { supportStreams } from '../../streams/support/support.events.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import { billFigure, type BillSubject } from './bill-figure.js';
import { reportKey } from '../investigate/investigate.js';
import { adjustAccountCharges, reverseAccountAdjustment } from '../adjustments/adjust-charges.js';
import { everyCharge, explainBill, explainOneCharge, type BillRequest } from './explain-bill.js';

const DAY = '2026-11-21';
const RANGE = { from: DAY, to: DAY };
const WORDS = { reason: 'service_fault', note: 'the register was down', dryRun: false } as const;

const world = forEachTest(operatorWorld);
beforeEach(async () => {
  const { log } = world;
  await log.openAccount();
  const list = { name: 'standard', version: 2 };
  const data = { currency: 'GBP', from: DAY, prices: { industry: '0.03' }, list, reason: 'given' };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
  await log.run(aSubmission(3, 3), () => BOTH);
  await log.run(aSubmission(20, 20, { job_id: OTHER_JOB }), () => BOTH);
});

const explain = (wish: Partial<BillRequest> & Pick<BillRequest, 'subject'>) =>
  explainBill(world.operator, { block: null, limit: 5, reason: null, ...wish });
const adjustRow = (row: number) =>
  adjustAccountCharges(world.operator, ACCOUNT, { ...WORDS, target: { job: JOB, row, block: 'industry' } });

describe('the charges of a bill', () => {
  const subject = { account: ACCOUNT, range: RANGE };
  const rowsOf = ({ charges, charges_before }: Awaited<ReturnType<typeof explain>>) => [
    charges_before,
    ...charges.map(({ job_id, row }) => `${job_id === JOB ? 'a' : 'b'}${row}`),
  ];

  it('are listed page by page to the last, and a page beyond is the last', async () => {
    const page = async (number: number) => rowsOf(await explain({ subject, limit: 10, page: number }));
    expect(await page(1)).toEqual([0, 'a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6']);
    expect(await page(3)).toEqual([20, 'b17', 'b18', 'b19']);
    expect(await page(7)).toEqual(await page(3));
  });

  it('of a job are listed from the page that has a row, or the next charged row', async () => {
    const failed = aSubmission(6, 6, { job_id: `${JOB.slice(0, -1)}5` as typeof JOB });
    await world.log.run(failed, (row) => (row === 3 ? 'not_matched' : BOTH));
    const at = async (jumpToRow: number) =>
      rowsOf(await explain({ subject: { job: failed.job_id, range: null }, limit: 2, jumpToRow }));
    expect(await at(1)).toEqual([0, 'b0', 'b1']);
    expect(await at(3)).toEqual([2, 'b2', 'b4']);
    expect(await at(99)).toEqual([4, 'b5']);
  });

  it('are all in the file, with the amount of each, after one record of the look', async () => {
    const before = await world.operator.stores.eventStore.head();
    const charges = [];
    for await (const charge of await everyCharge(world.operator, { subject, block: 'industry', reason: 'x' }))
      charges.push(charge);
    const listed = await explain({ subject, block: 'industry', limit: 100 });
    expect(charges).toHaveLength(23);
    expect(charges).toEqual(listed.charges);
    expect(charges[0]).toMatchObject({ amount: '0.03', units: 1 });
    const { events } = await world.operator.stores.eventStore.readAll({ after: before, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(['InvestigationOpened', 'InvestigationOpened']);
  });
});

describe('an adjusted bill', () => {
  it('shows what was taken back beside what was charged', async () => {
    const adjusted = await adjustRow(1);
    const day = await explain({ subject: { account: ACCOUNT, range: RANGE } });
    expect(day).toMatchObject({ units: 46, net_units: 45, amount: '0.69', agrees: true });
    expect(day.adjustments).toMatchObject([
      { adjustment_id: adjusted.adjustment_id, reason: 'service_fault', units: -1, amount: '-0.03' },
    ]);
    expect(await explain({ subject: { job: JOB, range: null } })).toMatchObject({ units: 6, net_units: 5 });
    const other = await explain({ subject: { job: OTHER_JOB, range: null } });
    expect(other).toMatchObject({ net_units: 40, adjustments: [] });
    const block = { subject: { key: KEY, range: null }, block: 'company_identity' } as const;
    expect(await explain(block)).toMatchObject({ units: 23, net_units: 23 });
  });

  it('is told of the one charge, and taken back where the adjustment is', async () => {
    const { adjustment_id } = await adjustRow(1);
    if (adjustment_id === null) throw new Error('nothing was adjusted');
    const charge = (row: number) =>
      explainOneCharge(world.operator, rowEventId(JOB, row, 'RowCharged'), null);
    expect(await charge(1)).toMatchObject({
      adjustments: [{ adjustment_id, blocks: ['industry'], reversed_by: null }],
    });
    expect(await charge(2)).toMatchObject({
      adjustments: [],
      prices: [{ block: 'company_identity' }, { block: 'industry', list: { name: 'standard', version: 2 } }],
    });
    const reversal = await reverseAccountAdjustment(world.operator, { ...WORDS, target: adjustment_id });
    expect(await charge(1)).toMatchObject({
      adjustments: [{ adjustment_id, reversed_by: reversal.adjustment_id }],
    });
    expect(await explain({ subject: { job: JOB, range: null } })).toMatchObject({ units: 6, net_units: 6 });
  });

  it('stands in the story of the key', async () => {
    await adjustRow(1);
    const whole = { from: null, before: null, only: null, limit: 10 };
    const { adjustments } = await reportKey(world.operator, { ...whole, keyId: KEY }, null);
    expect(adjustments).toMatchObject([{ reason: 'service_fault', jobs: [JOB], units: -1 }]);
  });
});

describe('the figure of a key, of which no charge is read', () => {
  const figure = async (of: BillSubject) => {
    const { rows, days, range } = await billFigure(world.operator, of);
    const { counts, amount, net_units } = days;
    return { rows, range, units: counts.units, amount, net_units };
  };

  it('is what its charges come to, after adjustments too, in all its life or in some days', async () => {
    await adjustRow(1);
    const of = { key: KEY, range: null };
    const bill = await explain({ subject: of });
    const { rows, units, amount, net_units } = bill;
    expect(await figure(of)).toMatchObject({ rows, units, amount, net_units, range: { from: DAY } });
    expect(await figure({ key: KEY, range: RANGE })).toMatchObject({ rows, units, amount, net_units });
    const before = { from: '2026-11-01', to: '2026-11-20' };
    expect(await figure({ key: KEY, range: before })).toMatchObject({ rows: 0, units: 0 });
  });

  it('leaves out what other keys of the account used', async () => {
    const other = 'mnopqrstuvwx' as KeyId;
    await world.log.issueKey(ACCOUNT, other);
    expect(await figure({ key: other, range: null })).toMatchObject({ rows: 0, units: 0 });
    const unknown = { key: 'nobodyskey00' as KeyId, range: null };
    await expect(figure(unknown)).rejects.toMatchObject({ code: 'unknown_key' });
  });
});

describe('a bill that is asked for', () => {
  it('is a look of support, at the account, the key or the charge', async () => {
    await explain({ subject: { account: ACCOUNT, range: RANGE }, block: 'industry', reason: 'ticket 1' });
    await explain({ subject: { job: JOB, range: null } });
    await explainOneCharge(world.operator, rowEventId(OTHER_JOB, 19, 'RowCharged'), 'ticket 2');
    const looks = async (of: Parameters<typeof supportStreams.streamOf>[0]) =>
      (await readStreamEvents(world.operator.stores.eventStore, supportStreams.streamOf(of))).map(
        ({ event }) => event.data,
      );
    expect(await looks({ account: ACCOUNT })).toMatchObject([
      { reason: 'ticket 1', about: { kind: 'bill', account_id: ACCOUNT, ...RANGE, block: 'industry' } },
    ]);
    expect(await looks({ key: KEY })).toMatchObject([
      { reason: null, about: { kind: 'bill_of_job', job_id: JOB } },
      { reason: 'ticket 2', about: { kind: 'charge' } },
    ]);
  });

  it('is refused where nothing of the name is there', async () => {
    const none = rowEventId(JOB, 3, 'RowCharged');
    await expect(explainOneCharge(world.operator, none, null)).rejects.toMatchObject({
      code: 'unknown_charge',
    });
    await expect(
      explain({ subject: { job: `${JOB.slice(0, -1)}9` as typeof JOB, range: null } }),
    ).rejects.toMatchObject({ code: 'unknown_job' });
  });

  it('holds the blocks of an open job apart: pending ones cost nothing yet', async () => {
    const open = aSubmission(2, 2, { job_id: `${JOB.slice(0, -1)}5` as typeof JOB });
    await world.log.submit(open);
    await world.log.start(open, 0);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await world.log.record(open, 0, rows, await world.log.deliver(open, 0, rows));
    const bill = await explain({ subject: { job: open.job_id, range: null } });
    expect(bill).toMatchObject({ units: 2, not_billed: { blocks: { industry: { pending: 2 } } } });
  });
});
