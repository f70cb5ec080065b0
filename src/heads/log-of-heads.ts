/** Makes the writer of the log of heads from the settings of a process. */
import {
  CHECKPOINTS,
  RECEIPTS,
  signingKeyOrNull,
  loadSigningKey,
} from '../billing/statements/signing-keys.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { Settings } from '../settings/settings.js';
import { HeadLogger } from './head-logger.js';
import { isKeyName } from './signed-note.js';

type KeySettings = Pick<Settings, 'checkpointKey' | 'receiptKey' | 'publicUrl'>;

interface WriterPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** The name of a new log of heads: the address of the service, or a name that nobody else has. */
function beginningOrigin({ publicUrl }: KeySettings, entropy: Entropy): string {
  const address = `${publicUrl?.replace(/^[a-z]+:\/\//, '') ?? ''}/log`;
  return publicUrl !== null && isKeyName(address)
    ? address
    : `company-data-log-${entropy.ulid().toLowerCase()}`;
}

export const headLogger = (settings: KeySettings, ports: WriterPorts): HeadLogger =>
  new HeadLogger({
    ...ports,
    key: () => loadSigningKey(settings.checkpointKey, CHECKPOINTS),
    receiptKey: () => signingKeyOrNull(settings.receiptKey, RECEIPTS),
    origin: beginningOrigin(settings, ports.entropy),
  });
