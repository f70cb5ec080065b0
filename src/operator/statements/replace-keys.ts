/** Replaces the keys that sign checkpoints and receipts. The log of heads may get another name. */
import {
  CHECKPOINTS,
  RECEIPTS,
  keyFromFile,
  nextSigningKey,
  replaceKeyByNext,
  loadSigningKey,
} from '../../billing/statements/signing-keys.js';
import type { SigningKey } from '../../../packages/statement-check/src/format/signature.js';
import { isKeyName } from '../../heads/signed-note.js';
import { receiptVkey } from '../../heads/entries.js';
import { changeCheckpointKey, logReceiptKey, type Succession } from '../../heads/successor.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { OperatorServices } from '../operator.js';

/** The maximum number of bytes of a reason, so that its entry stays below 65,535 bytes (C2SP tlog-tiles). */
const MAX_REASON_BYTES = 10_000;

interface KeyReplacement {
  /** True if nobody has the old key to sign the new one. Customers must then ask a person for the new key. */
  readonly isLost: boolean;
  /** The file of the old key; given if every machine has the new key already. */
  readonly oldKeyFile?: string | undefined;
  /** Null: the log keeps its name. */
  readonly origin: Succession['origin'];
}

/**
 * Records the new key in the log of heads before it replaces the old one, so that an interrupted command can
 * be repeated.
 * @returns the verifier key of checkpoints from now on
 * @throws WrongRequest for an origin that is no valid name of a key
 * @throws NotDone if the key's file can't be replaced here, or its key is not the one that the log names
 */
export async function replaceCheckpointKey(
  { settings: { checkpointKey: settings }, stores, context }: OperatorServices,
  { isLost, oldKeyFile, origin }: KeyReplacement,
): Promise<{ readonly vkey: string }> {
  if (origin !== null && !isKeyName(origin.name))
    throw new WrongRequest(
      'invalid_origin',
      'An origin has no blank and no plus, such as api.example.com/log2.',
    );
  if (origin !== null && Buffer.byteLength(origin.why) > MAX_REASON_BYTES)
    throw new WrongRequest('invalid_origin', `The reason has at most ${MAX_REASON_BYTES} bytes.`);
  const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
  const loadKeyInPlace = (): SigningKey => loadSigningKey(settings, CHECKPOINTS);
  if (oldKeyFile !== undefined) {
    const keys = { next: loadKeyInPlace(), old: keyFromFile(oldKeyFile) };
    return { vkey: await changeCheckpointKey(ports, context, { ...keys, origin }) };
  }
  const oldKey = isLost ? null : loadKeyInPlace();
  try {
    const nextKey = nextSigningKey(settings, CHECKPOINTS);
    const vkey = await changeCheckpointKey(ports, context, { next: nextKey, old: oldKey, origin });
    replaceKeyByNext(settings);
    return { vkey };
  } catch (error) {
    // The key file is mounted. Its key must then be the one that an operator put in place of the lost key.
    if (!isLost || !(error instanceof NotDone) || error.code !== 'key_mounted') throw error;
    return {
      vkey: await changeCheckpointKey(ports, context, { next: loadKeyInPlace(), old: oldKey, origin }),
    };
  }
}

/**
 * Replaces the key that signs receipts; receipts of the old key stay valid. The next key is the one that an
 * operator put in place of the old key, or else a new one. The next key is
 * recorded in the log of heads before it replaces the old one, so an interrupted command can be repeated.
 * @returns the verifier key of receipts from now on, and those before it, the oldest first
 * @throws NotDone if there is no log of heads; if this machine's checkpoint key is not the one in that log;
 * if the key is mounted or set from outside, so that only the operator can replace it, and the operator has
 * not done that yet; or if the next key was in use before
 */
export async function replaceReceiptKey({
  settings: { checkpointKey, receiptKey },
  stores,
  context,
}: OperatorServices) {
  const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
  const checkpointSigningKey = loadSigningKey(checkpointKey, CHECKPOINTS);
  let isNextKeyInstalled = false;
  const loggedKeys = await logReceiptKey(ports, context, checkpointSigningKey, (earlierKeys) => {
    const key = loadSigningKey(receiptKey, RECEIPTS);
    isNextKeyInstalled = !earlierKeys.includes(receiptVkey(key));
    return isNextKeyInstalled ? key : nextSigningKey(receiptKey, RECEIPTS);
  });
  if (!isNextKeyInstalled) replaceKeyByNext(receiptKey);
  return { vkey: loggedKeys.at(-1) ?? '', retired: loggedKeys.slice(0, -1) };
}
