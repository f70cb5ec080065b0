/** The thread that takes in large submissions: reads, checks and appends them over store clients of its own. */
import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/time/clock.js';
import { systemEntropy } from '../../platform/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import type { Stores } from '../../platform/stores/stores.js';
import { openStores } from '../../platform/stores/stores.js';
import { failureOf } from '../../platform/threads/calls.js';
import type { FromIntake, ToIntake } from './intake-host.js';
import { SubmitJobHandler } from './submit-job.handler.js';
import { takeIn } from './take-in.js';

/** Submissions in memory as objects at once; the bytes of the others wait. */
const AT_ONCE = 2;

const settings = workerData as Settings;
const tell = (message: FromIntake): void => parentPort?.postMessage(message);

function handlerOver({ eventStore: store, coordination }: Stores): SubmitJobHandler {
  return new SubmitJobHandler({
    store,
    coordination,
    clock: systemClock,
    entropy: systemEntropy(),
    settings,
  });
}

async function run(): Promise<void> {
  // This thread waits for the store only, so the store needs no thread of its own.
  const stores = await openStores({ ...settings, hosting: 'direct' });
  const handler = handlerOver(stores);
  const waiting: Extract<ToIntake, { kind: 'submission' }>[] = [];
  let working = 0;
  let stopping = false;

  const endWhenIdle = (): void => {
    if (stopping && working === 0 && waiting.length === 0)
      void stores.close().finally(() => parentPort?.close());
  };
  const next = (): void => {
    const submission = working < AT_ONCE ? waiting.shift() : undefined;
    if (submission === undefined) return endWhenIdle();
    const { id, bytes, intake } = submission;
    working += 1;
    takeIn(bytes, intake, (command) => handler.execute(command))
      .then((outcome) => tell({ kind: 'outcome', id, outcome }))
      .catch((error: unknown) => tell({ kind: 'failed', id, failure: failureOf(error) }))
      .finally(() => {
        working -= 1;
        next();
      });
  };
  parentPort?.on('message', (message: ToIntake) => {
    if (message.kind === 'stop') stopping = true;
    else waiting.push(message);
    next();
  });
}

run().catch((error: unknown) => {
  throw error instanceof Error ? error : new Error(String(error));
});
