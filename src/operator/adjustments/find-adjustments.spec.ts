import 'reflect-metadata';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustmentsStream } from '../../streams/adjustments/adjustments.events.js';
import { supportStreams } from '../../streams/support/support.events.js';
import { adjustAccountCharges, reverseAccountAdjustment } from './adjust-charges.js';
import { accountOfAdjustment, findAdjustment, listAdjustments } from './find-adjustments.js';

const NEVER = 'adj_01JDXB8Z5N0000000000000001' as AdjustmentId;
const words = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
const world = forEachTest(operatorWorld);
let row: AdjustmentId | null;
let job: AdjustmentId | null;
let reversal: AdjustmentId | null;

/**
 * A row is taken back, then the rest of its job, then the row is given again; a price is agreed after all
 * that.
 */
beforeEach(async () => {
  const { operator, log } = world;
  await log.openAccount();
  await log.run(aSubmission(2, 2));
  const takeBack = async (of: number | null): Promise<AdjustmentId | null> => {
    const what = { job: JOB, row: of, block: null };
    return (await adjustAccountCharges(operator, ACCOUNT, { ...words, target: what })).adjustment_id;
  };
  row = await takeBack(0);
  job = await takeBack(null);
  reversal = (await reverseAccountAdjustment(operator, { ...words, target: row ?? NEVER })).adjustment_id;
  const data = { currency: 'GBP', from: '2026-11-21', prices: { company_identity: '0.02' } };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
});

it('lists the newest first, each at the prices known now, with what it reverses and what reverses it', async () => {
  const listed = await listAdjustments(world.operator, ACCOUNT);
  const shown = listed.map(({ fact, reverses, reversed_by, event }) => [
    ...[fact.adjustment_id, fact.units, fact.amount, fact.currency, reverses, reversed_by],
    ...[event.type, event.stream],
  ]);
  const stream = adjustmentsStream(ACCOUNT);
  expect(shown).toEqual([
    [reversal, 2, '0.02', 'GBP', row, null, 'AdjustmentReversed', stream],
    [job, -2, '-0.02', 'GBP', null, null, 'ChargeAdjusted', stream],
    [row, -2, '-0.02', 'GBP', null, reversal, 'ChargeAdjusted', stream],
  ]);
});

it('finds one, and records that it was looked at and why', async () => {
  const found = await findAdjustment(world.operator, row ?? NEVER, 'They asked by phone.');
  expect(found).toMatchObject({ fact: { adjustment_id: row, amount: '-0.02' }, reversed_by: reversal });
  const looks: unknown[] = [];
  const stream = supportStreams.streamOf({ account: ACCOUNT });
  for await (const recorded of storedEvents(world.operator.stores.eventStore, stream))
    looks.push(supportStreams.decode(recorded).event.data);
  expect(looks).toMatchObject([
    { about: { kind: 'adjustment', adjustment_id: row }, reason: 'They asked by phone.' },
  ]);
});

describe('what another process wrote a moment ago', () => {
  const LATER = 'adj_01JDXB8Z5N0000000000000002' as AdjustmentId;
  beforeEach(async () => {
    const [newest] = await listAdjustments(world.operator, ACCOUNT);
    if (newest === undefined || !('reverses' in newest.fact)) throw new Error('the newest reverses nothing');
    const data = { ...newest.fact, adjustment_id: LATER, reverses: job ?? NEVER };
    const event = world.log.event({ type: 'AdjustmentReversed', data });
    await world.log.append(adjustmentsStream(ACCOUNT), event);
  });

  it('is found', async () => {
    const found = await findAdjustment(world.operator, LATER, null);
    expect(found).toMatchObject({ fact: { adjustment_id: LATER }, reverses: job });
  });

  it('is of its account', async () => {
    expect(await accountOfAdjustment(world.operator, LATER)).toBe(ACCOUNT);
  });
});

it('knows what was never written', async () => {
  expect(await accountOfAdjustment(world.operator, row ?? NEVER)).toBe(ACCOUNT);
  const refusal = { name: 'WrongRequest', code: 'unknown_adjustment' };
  await expect(accountOfAdjustment(world.operator, NEVER)).rejects.toMatchObject(refusal);
  await expect(findAdjustment(world.operator, NEVER, null)).rejects.toMatchObject(refusal);
});
