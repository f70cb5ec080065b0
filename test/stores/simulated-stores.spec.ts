/**
 * The simulated stores keep the ports' contracts while nothing goes wrong, so no life is kinder than an
 * adapter.
 */
import { MemoryCoordination } from '../support/stores/memory-coordination.js';
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../support/stores/memory-read-models.js';
import { coordinationContract } from './coordination.contract.js';
import { eventStoreContract } from './event-store.contract.js';
import { readModelsContract } from './read-models.contract.js';
import { Calls, type Caller } from '../simulate/calls.js';
import { Coverage } from '../simulate/coverage.js';
import { NO_FAULTS } from '../simulate/fates.js';
import { SharedLog, SimulatedLog } from '../simulate/simulated-log.js';
import { simulatedCoordination, simulatedReadModels } from '../simulate/simulated-models.js';
import { Timeline } from '../simulate/timeline.js';
import { Trace } from '../simulate/trace.js';

/** Simulated time that passes as it does outside, and hosts that live in it. */
function openTime(): { calls: Calls; host: () => Caller; dispose: () => Promise<void> } {
  const timeline = new Timeline();
  const settings = { seed: 1, rates: NO_FAULTS, isLeftOut: () => false };
  const calls = new Calls(timeline, new Trace(false), new Coverage(), settings, () => 'sound');
  calls.isCalm = true;
  let isOver = false;
  const running = timeline.runFreely(() => isOver);
  let hosts = 0;
  const host = (): Caller => {
    const number = ++hosts;
    const never = (): never => {
      throw new Error('nothing goes wrong');
    };
    return {
      ...{ number, name: `host ${number}`, state: 'alive', clockOffset: 0, calls: 0 },
      ...{ asleep: [], underWay: new Map<object, string>(), die: never, freeze: never },
    };
  };
  const dispose = async (): Promise<void> => {
    isOver = true;
    await running;
  };
  return { calls, host, dispose };
}

eventStoreContract('simulated', async () => {
  const { calls, host, dispose } = openTime();
  const log = new SharedLog(new MemoryEventStore());
  return { open: async () => new SimulatedLog(calls, host(), log), dispose };
});

readModelsContract('simulated', async () => {
  const { calls, host, dispose } = openTime();
  const models = new MemoryReadModels();
  return { open: async () => simulatedReadModels(calls, host(), () => models), dispose };
});

coordinationContract('simulated', async () => {
  const { calls, host, dispose } = openTime();
  const coordination = new MemoryCoordination();
  return { open: async () => simulatedCoordination(calls, host(), () => coordination), dispose };
});
