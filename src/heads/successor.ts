/** Changes the keys of checkpoints and of receipts, and the log's name after a restore of an older copy. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { statementKeys } from '../billing/statements/recorded-statements.js';
import { REMOVE_NEXT_KEY } from '../billing/statements/signing-keys.js';
import { checkpointKey, logHeads, type HeadRefusal, type HeadState } from '../streams/heads/heads.decider.js';
import type { HeadLogged } from '../streams/heads/heads.events.js';
import type { EventContext } from '../streams/envelope.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import type { HeadLoggerPorts } from './head-logger.js';
import { keySetOf, keySetUnder, plainHead, receiptKeysIn, receiptVkey } from './entries.js';
import { HEADS, HeadView } from './head-view.js';
import { signerName, vkeyOf } from './signed-note.js';

export interface Succession {
  /** The key that signs checkpoints from now on. */
  readonly next: SigningKey;
  /** The key before it; null if that key is lost. Customers then have to ask a person. */
  readonly old: SigningKey | null;
  /** The new name of the log, with the reason; null: the log keeps its name. */
  readonly origin: { readonly name: string; readonly why: string } | null;
}

type SuccessionPorts = Pick<HeadLoggerPorts, 'store' | 'clock' | 'entropy'>;

/**
 * Names a new key of checkpoints in the log of heads. Appends the entries in one write. Does nothing if the
 * log names this key already.
 * @returns the verifier key of the next checkpoints
 * @throws NotDone if no log of heads was begun, if it has the new name already, or if `old` is not the key
 * that it names
 */
export async function changeCheckpointKey(
  ports: SuccessionPorts,
  context: EventContext,
  { next, old, origin }: Succession,
): Promise<string> {
  let vkey = '';
  await changeKeys(ports, context, async ({ tree, state }) => {
    const currentVkey = checkpointVkeyOf(state);
    const oldName = signerName(currentVkey);
    const name = origin?.name ?? oldName;
    vkey = vkeyOf(name, next.public_key);
    if (vkey === currentVkey) return null;
    if (origin?.name === oldName)
      throw new NotDone(
        'same_origin',
        `The log of heads goes by the name ${oldName} already. Give another one.`,
      );
    if (old !== null && vkeyOf(oldName, old.public_key) !== currentVkey)
      throw otherKey(currentVkey, 'Give this machine that key, or say with --lost that nobody has it.');
    const statements = await statementKeys(ports.store);
    const keys = keySetUnder(name, next.public_key, statements, receiptKeysIn(state.keys));
    const root = tree.root().toString('hex');
    return (time) => [
      ...(origin === null
        ? []
        : [plainHead({ kind: 'origin', root, size: tree.size, was: oldName, why: origin.why, time })]),
      keySetOf(keys, old && { name: oldName, key: old }, time),
    ];
  });
  return vkey;
}

/**
 * Records in the log of heads the key that signs receipts from now on. Earlier keys stay recorded. Does
 * nothing if the key is already the last one.
 * @param checkpoint signs the key set
 * @param chooseKey returns the key, given the recorded verifier keys of receipts
 * @returns the recorded verifier keys of receipts; the last one signs
 * @throws NotDone if no log of heads was begun, if it names another key of checkpoints, or if the chosen key
 * was replaced before
 */
export async function logReceiptKey(
  ports: SuccessionPorts,
  context: EventContext,
  checkpoint: SigningKey,
  chooseKey: (recordedKeys: readonly string[]) => SigningKey,
): Promise<readonly string[]> {
  let receiptKeys: readonly string[] = [];
  await changeKeys(ports, context, async ({ state }) => {
    const currentVkey = checkpointVkeyOf(state);
    const name = signerName(currentVkey);
    if (vkeyOf(name, checkpoint.public_key) !== currentVkey)
      throw otherKey(currentVkey, 'Give this machine that key: it signs the change.');
    receiptKeys = receiptKeysIn(state.keys);
    const vkey = receiptVkey(chooseKey(receiptKeys));
    if (receiptKeys.at(-1) === vkey) return null;
    if (receiptKeys.includes(vkey))
      throw new NotDone(
        'key_retired',
        `The key ${vkey} signed receipts before and was replaced: it signs no more. ${REMOVE_NEXT_KEY}`,
      );
    receiptKeys = [...receiptKeys, vkey];
    const keys = keySetUnder(name, checkpoint.public_key, await statementKeys(ports.store), receiptKeys);
    return (time) => [keySetOf(keys, { name, key: checkpoint }, time)];
  });
  return receiptKeys;
}

const otherKey = (currentVkey: string, instruction: string): NotDone =>
  new NotDone('other_key', `The log of heads names the checkpoint key ${currentVkey}. ${instruction}`);

function checkpointVkeyOf(state: HeadState): string {
  const currentVkey = checkpointKey(state);
  if (currentVkey === undefined) throw new NotDone('no_log_of_heads', 'No log of heads was begun yet.');
  return currentVkey;
}

/** @param planEntries returns a maker of the entries for the log as read; null: no change is needed */
async function changeKeys(
  { store, clock, entropy }: SuccessionPorts,
  context: EventContext,
  planEntries: (view: HeadView) => Promise<((time: string) => readonly HeadLogged[]) | null>,
): Promise<void> {
  const heads = new StreamRepository({ store, clock }, HEADS);
  for (;;) {
    const view = await new HeadView(store).follow();
    const makeEntries = await planEntries(view);
    if (makeEntries === null) return;
    const author = { context, purpose: entropy.ulid() };
    const loaded = await heads.load('all');
    const written = await heads.decide<HeadRefusal>(loaded, author, (now, time) =>
      logHeads(now, view.tree.size, makeEntries(time)),
    );
    if (written.outcome !== 'refused') return;
    if (written.refusal.code !== 'overtaken') throw new Error(written.refusal.detail);
  }
}
