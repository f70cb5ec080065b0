/** The thread that takes in large submissions: reads, checks and appends them over store clients of its own. */
import 'reflect-metadata';
import { systemClock } from '../../platform/time/clock.js';
import { systemEntropy } from '../../platform/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import { openStores } from '../../platform/stores/stores.js';
import { servePatiently } from '../../platform/threads/serve.js';
import type { Handed } from './intake-host.js';
import { SubmitJobHandler } from './submit-job.handler.js';
import { takeIn } from './take-in.js';

/** Submissions in memory as objects at once; the bytes of the others wait. */
const AT_ONCE = 2;

servePatiently<Settings>(async (settings) => {
  // This thread waits for the store only, so the store needs no thread of its own.
  const stores = await openStores({ ...settings, hosting: 'direct' });
  const { eventStore: store, coordination } = stores;
  const ports = { store, coordination, clock: systemClock, entropy: systemEntropy(), settings };
  const handler = new SubmitJobHandler(ports);
  return {
    atOnce: AT_ONCE,
    run: (_method, argument) => {
      const { bytes, intake } = argument as Handed;
      return takeIn(bytes, intake, (command) => handler.execute(command));
    },
    close: () => stores.close(),
  };
});
