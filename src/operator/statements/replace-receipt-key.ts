/** Replaces the key that signs receipts. What the old key signed stays valid. */
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
  /** Those before it, the oldest first. */
  readonly retired: readonly string[];
}

/**
 * A key that an operator put in the old one's place is taken; else a new one is made. The new key is logged
 * before it takes the old one's place, so the command can be repeated where it broke off.
 * @throws NotDone where the log of heads was not begun, where this machine has another key of checkpoints
 * than it names, or where the key of receipts was given to this machine and no new one stands in its place
 */
export async function replaceReceiptKey({
  settings: { checkpointKey, receiptKey },
  stores,
  context,
}: Operator): Promise<ReceiptKeyReplaced> {
  const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
  const checkpoint = statementKey(checkpointKey, CHECKPOINTS);
  let isInPlace = false;
  const named = await nameReceiptKey(ports, context, checkpoint, (known) => {
    const key = statementKey(receiptKey, RECEIPTS);
    isInPlace = !known.includes(receiptVkey(key));
    return isInPlace ? key : nextStatementKey(receiptKey, RECEIPTS);
  });
  if (!isInPlace) replaceKeyByNext(receiptKey);
  return { vkey: named.at(-1) ?? '', retired: named.slice(0, -1) };
}
