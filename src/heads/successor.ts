/** New keys of checkpoints and of receipts, and a new name of the log after a restore of an older copy. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { statementKeys } from '../billing/statements/recorded-statements.js';
import { REMOVE_NEXT_KEY } from '../billing/statements/signing-keys.js';
import { checkpointKey, logHeads, type HeadRefusal, type HeadState } from '../streams/heads/heads.decider.js';
import type { HeadLogged } from '../streams/heads/heads.events.js';
import type { EventContext } from '../streams/envelope.js';
import { StreamRepository } from '../streams/stream-repository.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { keySetOf, keySetUnder, plainHead, receiptKeysIn, receiptVkey } from './key-sets.js';
import { HEADS, HeadView } from './head-view.js';
import { signerName, vkeyOf } from './signed-note.js';

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
  ports: SuccessionPorts,
  context: EventContext,
  { next, old, origin }: Succession,
): Promise<string> {
  let vkey = '';
  await changeKeys(ports, context, async ({ tree, state }) => {
    const known = namedKey(state);
    const was = signerName(known);
    const name = origin?.name ?? was;
    vkey = vkeyOf(name, next.public_key);
    if (vkey === known) return null;
    if (origin?.name === was)
      throw new NotDone('same_origin', `The log of heads goes by the name ${was} already. Give another one.`);
    if (old !== null && vkeyOf(was, old.public_key) !== known)
      throw otherKey(known, 'Give this machine that key, or say with --lost that nobody has it.');
    const statements = await statementKeys(ports.store);
    const keys = keySetUnder(name, next.public_key, statements, receiptKeysIn(state.keys));
    const root = tree.root().toString('hex');
    return (time) => [
      ...(origin === null
        ? []
        : [plainHead({ kind: 'origin', root, size: tree.size, was, why: origin.why, time })]),
      keySetOf(keys, old && { name: was, key: old }, time),
    ];
  });
  return vkey;
}

/**
 * Records in the log of heads the key that signs receipts from now on. Earlier keys stay recorded. Does
 * nothing if the key is already the last one.
 * @param checkpoint signs the key set
 * @param choose returns the key, given the verifier keys of receipts that are recorded
 * @returns the recorded verifier keys of receipts; the last one signs
 * @throws NotDone where no log of heads was begun, where it names another key of checkpoints, or where the
 * chosen key was replaced before
 */
export async function logReceiptKey(
  ports: SuccessionPorts,
  context: EventContext,
  checkpoint: SigningKey,
  choose: (named: readonly string[]) => SigningKey,
): Promise<readonly string[]> {
  let named: readonly string[] = [];
  await changeKeys(ports, context, async ({ state }) => {
    const known = namedKey(state);
    const name = signerName(known);
    if (vkeyOf(name, checkpoint.public_key) !== known)
      throw otherKey(known, 'Give this machine that key: it signs the change.');
    named = receiptKeysIn(state.keys);
    const vkey = receiptVkey(choose(named));
    if (named.at(-1) === vkey) return null;
    if (named.includes(vkey))
      throw new NotDone(
        'key_retired',
        `The key ${vkey} signed receipts before and was replaced: it signs no more. ${REMOVE_NEXT_KEY}`,
      );
    named = [...named, vkey];
    const keys = keySetUnder(name, checkpoint.public_key, await statementKeys(ports.store), named);
    return (time) => [keySetOf(keys, { name, key: checkpoint }, time)];
  });
  return named;
}

const otherKey = (known: string, instruction: string): NotDone =>
  new NotDone('other_key', `The log of heads names the checkpoint key ${known}. ${instruction}`);

function namedKey(state: HeadState): string {
  const known = checkpointKey(state);
  if (known === undefined) throw new NotDone('no_log_of_heads', 'No log of heads was begun yet.');
  return known;
}

/** @param entriesOf makes the entries for a log as it was read; null: there is nothing to change */
async function changeKeys(
  { store, clock, entropy }: SuccessionPorts,
  context: EventContext,
  entriesOf: (view: HeadView) => Promise<((time: string) => readonly HeadLogged[]) | null>,
): Promise<void> {
  const heads = new StreamRepository({ store, clock }, HEADS);
  for (;;) {
    const view = await new HeadView(store).follow();
    const make = await entriesOf(view);
    if (make === null) return;
    const author = { context, purpose: entropy.ulid() };
    const loaded = await heads.load('all');
    const written = await heads.decide<HeadRefusal>(loaded, author, (now, time) =>
      logHeads(now, view.tree.size, make(time)),
    );
    if (written.outcome !== 'refused') return;
    if (written.refusal.code !== 'overtaken') throw new Error(written.refusal.detail);
  }
}
