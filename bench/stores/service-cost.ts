/**
 * What a server costs the service: processor time of a service with all roles at rest and for a job, on the
 * embedded stores, on a stand-in of EventStoreDB with the rest embedded, and on stand-ins of both servers.
 * All of them run at the same time, so that a busy machine is the same for each. The time of the stand-ins,
 * which are processes of their own, isn't counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { askedRows } from '../../src/processes/demo/rows.js';
import { sampleRegister } from '../../src/processes/demo/samples.js';
import { JobClient } from '../support/job-client.js';
import {
  cpuSeconds,
  startBenchService,
  stopBenchService,
  type BenchService,
} from '../support/service-process.js';
import { startPair, type PairName } from '../support/store-pairs.js';

export const COSTED: readonly PairName[] = ['embedded', 'eventstoredb', 'stand-ins'];

const FOUR = { blocks: ['company_identity', 'registered_address', 'filing_status', 'industry'] };

/** Processor seconds of the service on each pair of stores, in the order of `COSTED`. */
export interface ServiceCost {
  readonly rest: readonly number[];
  readonly job: readonly number[];
}

/** @param restSeconds they wait so long after their start, and are measured for so long then */
export async function serviceCost(rows: number, restSeconds: number): Promise<ServiceCost> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const services: BenchService[] = [];
    for (const name of COSTED) {
      const pair = await startPair(name);
      stops.unshift(() => pair.stop());
      const service = await startBenchService(sampleRegister());
      stops.unshift(() => stopBenchService(service));
      services.push(service);
    }
    await pause(restSeconds * 1_000);
    const rest = await usedBy(services, () => pause(restSeconds * 1_000));
    // Half of the rows before it, so that V8 has compiled what a job needs.
    await usedBy(services, (service) => job(service, Math.ceil(rows / 2)));
    return { rest, job: await usedBy(services, (service) => job(service, rows)) };
  } finally {
    for (const stop of stops) await stop();
  }
}

async function job(service: BenchService, rows: number): Promise<void> {
  const client = new JobClient(service);
  await client.ended((await client.submit(askedRows(rows), FOUR)).job.job_id);
}

/** Processor seconds of each service until its own work is done. */
const usedBy = (
  services: readonly BenchService[],
  work: (service: BenchService) => Promise<unknown>,
): Promise<number[]> =>
  Promise.all(
    services.map(async (service) => {
      const before = cpuSeconds(service.child);
      await work(service);
      return cpuSeconds(service.child) - before;
    }),
  );
