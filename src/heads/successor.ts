/** A new key of checkpoints, or a new name of the log of heads after a restore of an older copy. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { statementKeys } from '../billing/statements/recorded-statements.js';
import { checkpointKey, logHeads, type HeadRefusal } from '../streams/heads/heads.decider.js';
import type { EventContext } from '../streams/envelope.js';
import { StreamRepository } from '../streams/stream-repository.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { keySetOf, keysUnder, plainHead, receiptKeysIn } from './key-sets.js';
import { HEADS, HeadView } from './head-view.js';
import { nameOfKey, vkeyOf } from './signed-note.js';

export interface Succession {
  /** The key that signs checkpoints from now on. */
  readonly next: SigningKey;
  /** The key before it; null where it is lost: customers then ask a person. */
  readonly old: SigningKey | null;
  /** The log goes by another name from here on; null: it keeps its name. */
  readonly origin: { readonly name: string; readonly why: string } | null;
}

interface SuccessionPorts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * Appends the entries in one write. Does nothing where the log names this key already.
 * @returns the verifier key of the next checkpoints
 * @throws NotDone where no log of heads was begun, where it goes by the new name already, or where `old` is
 * another key than it names
 */
export async function succeed(
  { store, clock, entropy }: SuccessionPorts,
  context: EventContext,
  { next, old, origin }: Succession,
): Promise<string> {
  const heads = new StreamRepository({ store, clock }, HEADS);
  for (;;) {
    const { tree, state } = await new HeadView(store).follow();
    const known = checkpointKey(state);
    if (known === undefined) throw new NotDone('no_log_of_heads', 'No log of heads was begun yet.');
    const was = nameOfKey(known);
    const name = origin?.name ?? was;
    const vkey = vkeyOf(name, next.public_key);
    if (vkey === known) return vkey;
    if (origin?.name === was)
      throw new NotDone('same_origin', `The log of heads goes by the name ${was} already. Give another one.`);
    if (old !== null && vkeyOf(was, old.public_key) !== known)
      throw new NotDone(
        'other_key',
        `The log of heads names the key ${known}. Give this machine that key, or say with --lost that nobody has it.`,
      );
    const keys = keysUnder(name, next.public_key, await statementKeys(store), receiptKeysIn(state.keys));
    const root = tree.root().toString('hex');
    const author = { context, purpose: entropy.ulid() };
    const loaded = await heads.load('all');
    const written = await heads.decide<HeadRefusal>(loaded, author, (now, time) =>
      logHeads(now, tree.size, [
        ...(origin === null
          ? []
          : [plainHead({ kind: 'origin', root, size: tree.size, was, why: origin.why, time })]),
        keySetOf(keys, old && { name: was, key: old }, time),
      ]),
    );
    if (written.outcome !== 'refused') return vkey;
    if (written.refusal.code !== 'overtaken') throw new Error(written.refusal.detail);
  }
}
