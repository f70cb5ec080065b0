/**
 * `billing adjust` and its reversal, with the process dying before and after the write, or not being told of it: the
 * adjustment is whole or not there, and the same command again reverses each charge once.
 */
import 'reflect-metadata';
import { rebuildUsage } from '../../../src/billing/usage/rebuild/usage-rebuild.js';
import { verifyLog } from '../../../src/verify/verify-log.js';
import {
  adjustAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
} from '../../../src/operator/adjustments/adjust-charges.js';
import { openCommandBus } from '../../../src/operator/command-bus.js';
import { driveLanesToHead, type OperatorServices } from '../../../src/operator/operator.js';
import { adjustmentsOf } from '../../../src/billing/adjustments/adjustment-log.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import { ACCOUNT, JOB, aSubmission } from '../../support/logs/job-builders.js';
import { failFirst, FaultyEventStore, type Fault } from '../../support/stores/faulty-event-store.js';
import { operatorWorld } from '../../support/worlds/operator-world.js';
import { afterThisTest, forEachTest } from '../../support/worlds/for-each-test.js';

const WORDS = { reason: 'service_fault', note: 'the register was down', dryRun: false } as const;
const FAULTS: readonly Fault[] = [
  'crash_before',
  'crash_after',
  'unknown_not_written',
  'unknown_written',
  'unavailable',
];

const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(3, 2));
  await driveLanesToHead(world.operator, 'access', 'billing');
});

/** The operator's process over a log that fails at the first write of this event; the log outlives it. */
function failing(type: string, fault: Fault): OperatorServices {
  const { settings, stores, models, context } = world.operator;
  const failingStores = {
    ...stores,
    eventStore: new FaultyEventStore(stores.eventStore, failFirst(type, fault)),
  };
  const bus: OperatorServices['bus'] = async (module) => {
    const opened = await openCommandBus(module, { settings, stores: failingStores, models });
    afterThisTest(opened.close);
    return opened.bus;
  };
  return { settings, stores: failingStores, models, context, bus };
}

const adjust = (operator: OperatorServices): Promise<AdjustmentResult> =>
  adjustAccountCharges(operator, ACCOUNT, { ...WORDS, target: { job: JOB, row: null, block: null } });
const reverse = (operator: OperatorServices, what: AdjustmentId): Promise<AdjustmentResult> =>
  reverseAccountAdjustment(operator, { ...WORDS, target: what });

/** Events and units of every adjustment in the log. */
async function written(): Promise<readonly (readonly [type: string, units: number])[]> {
  const found: [string, number][] = [];
  for await (const { event } of adjustmentsOf(world.operator.stores.eventStore, ACCOUNT))
    found.push([event.type, event.data.units]);
  return found;
}

/** No charge is reversed twice, and the figures are those of the log. */
async function expectSound(): Promise<void> {
  const { stores, models } = world.operator;
  await driveLanesToHead(world.operator, 'access', 'pages', 'billing');
  const { invariants } = await verifyLog({ eventStore: stores.eventStore, readModels: models });
  expect(invariants.filter(({ ok }) => !ok)).toEqual([]);
  expect(await rebuildUsage(stores)).toMatchObject({ verdict: 'equal' });
}

const TAKEN = ['ChargeAdjusted', -6] as const;
const GIVEN = ['AdjustmentReversed', 6] as const;

it.each(FAULTS)('an adjustment is whole or not there, and once in the end: %s', async (fault) => {
  await adjust(failing('ChargeAdjusted', fault)).catch(() => undefined);
  expect([[], [TAKEN]]).toContainEqual(await written());
  const again = await adjust(world.operator);
  expect(again).toMatchObject({ units: -6, held_by: [] });
  expect(await written()).toEqual([TAKEN]);
  await expectSound();
});

it.each(FAULTS)('a reversal is whole or not there, and once in the end: %s', async (fault) => {
  const { adjustment_id } = await adjust(world.operator);
  if (adjustment_id === null) throw new Error('nothing was adjusted');
  await reverse(failing('AdjustmentReversed', fault), adjustment_id).catch(() => undefined);
  expect([[TAKEN], [TAKEN, GIVEN]]).toContainEqual(await written());
  const again = await reverse(world.operator, adjustment_id);
  expect(again).toMatchObject({ units: 6, reverses: adjustment_id });
  expect(await written()).toEqual([TAKEN, GIVEN]);
  await expectSound();
});

it('a process that died after its write had written, and one that died before it had not', async () => {
  await adjust(failing('ChargeAdjusted', 'crash_before')).catch(() => undefined);
  expect(await written()).toEqual([]);
  await adjust(failing('ChargeAdjusted', 'crash_after')).catch(() => undefined);
  expect(await written()).toEqual([TAKEN]);
});
