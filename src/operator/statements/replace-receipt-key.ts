/** Replaces the key that signs receipts. Receipts of the old key stay valid. */
import {
  CHECKPOINTS,
  RECEIPTS,
  nextStatementKey,
  replaceKeyByNext,
  statementKey,
} from '../../billing/statements/signing-keys.js';
import { receiptVkey } from '../../heads/key-sets.js';
import { nameReceiptKey } from '../../heads/successor.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { Operator } from '../operator.js';

interface ReceiptKeyReplaced {
  /** The verifier key of receipts from now on. */
  readonly vkey: string;
  /** The verifier keys before it, the oldest first. */
  readonly retired: readonly string[];
}

/**
 * The next key is one that an operator put in the old key's place, or a new key. It is logged before it
 * replaces the old key, so the command can be repeated where it broke off.
 * @throws NotDone where the log of heads was not begun, where this machine has another key of checkpoints
 * than it names, where the key of receipts was given to this machine and no new one stands in its place, or
 * where the next key is one that was replaced
 */
export async function replaceReceiptKey({
  settings: { checkpointKey, receiptKey },
  stores,
  context,
}: Operator): Promise<ReceiptKeyReplaced> {
  const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
  const checkpoint = statementKey(checkpointKey, CHECKPOINTS);
  let isInPlace = false;
  const namedKeys = await nameReceiptKey(ports, context, checkpoint, (knownKeys) => {
    const key = statementKey(receiptKey, RECEIPTS);
    isInPlace = !knownKeys.includes(receiptVkey(key));
    return isInPlace ? key : nextStatementKey(receiptKey, RECEIPTS);
  });
  if (!isInPlace) replaceKeyByNext(receiptKey);
  return { vkey: namedKeys.at(-1) ?? '', retired: namedKeys.slice(0, -1) };
}
