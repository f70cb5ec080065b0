/** The log of heads by the settings of a process: its writer, and what is signed over it. */
import { CHECKPOINTS, statementKey } from '../billing/statements/signing-keys.js';
import type { SigningKey } from '../billing/statements/format/signature.js';
import { checkpointKey } from '../streams/heads/heads.decider.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { Settings } from '../settings/settings.js';
import { HeadLogger } from './head-logger.js';
import type { HeadView } from './head-view.js';
import { checkpointText, isKeyName, nameOfKey, signatureLine, vkeyOf } from './signed-note.js';

type KeySettings = Pick<Settings, 'checkpointKey' | 'publicUrl'>;

interface WriterPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** @throws NotDone where this machine has no key */
const keyOf = ({ checkpointKey: settings }: Pick<Settings, 'checkpointKey'>): SigningKey =>
  statementKey(settings, CHECKPOINTS);

/** The name that a log of heads begins with: the address of the service, or a name that nobody else has. */
function beginningOrigin({ publicUrl }: KeySettings, entropy: Entropy): string {
  const address = `${publicUrl?.replace(/^[a-z]+:\/\//, '') ?? ''}/log`;
  return publicUrl !== null && isKeyName(address)
    ? address
    : `company-data-log-${entropy.ulid().toLowerCase()}`;
}

export const headLogger = (settings: KeySettings, ports: WriterPorts): HeadLogger =>
  new HeadLogger({
    ...ports,
    key: () => keyOf(settings),
    origin: beginningOrigin(settings, ports.entropy),
  });

/**
 * The signed note over the whole log of heads. Equal sizes have equal bytes, in every process.
 * @returns null before the first entry, and where this machine doesn't have the key that the log names
 * @throws NotDone where this machine has no key
 */
export function signedCheckpoint(
  { state, tree }: HeadView,
  settings: Pick<Settings, 'checkpointKey'>,
): string | null {
  const vkey = checkpointKey(state);
  if (vkey === undefined) return null;
  const [origin, key] = [nameOfKey(vkey), keyOf(settings)];
  if (vkeyOf(origin, key.public_key) !== vkey) return null;
  const text = checkpointText(origin, tree.size, tree.root());
  return `${text}\n${signatureLine(origin, key, text)}`;
}
