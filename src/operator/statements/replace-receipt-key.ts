/** Replaces the key that signs receipts. Receipts of the old key stay valid. */
import {
  CHECKPOINTS,
  RECEIPTS,
  nextSigningKey,
  replaceKeyByNext,
  loadSigningKey,
} from '../../billing/statements/signing-keys.js';
import { receiptVkey } from '../../heads/entries.js';
import { logReceiptKey } from '../../heads/successor.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { OperatorServices } from '../operator.js';

interface ReceiptKeyReplaced {
  /** The verifier key of receipts from now on. */
  readonly vkey: string;
  /** The verifier keys before it, the oldest first. */
  readonly retired: readonly string[];
}

/**
 * The next key is the one that an operator put in place of the old key, or else a new one. The next key is
 * recorded in the log of heads before it replaces the old one, so an interrupted command can be repeated.
 * @throws NotDone if there is no log of heads; if this machine's checkpoint key is not the one in that log;
 * if the key is mounted or set from outside, so that only the operator can replace it, and the operator has
 * not done that yet; or if the next key was in use before
 */
export async function replaceReceiptKey({
  settings: { checkpointKey, receiptKey },
  stores,
  context,
}: OperatorServices): Promise<ReceiptKeyReplaced> {
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
