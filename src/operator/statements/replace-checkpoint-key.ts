/** Replaces the key that signs checkpoints. An operator may also give the log of heads another name. */
import {
  CHECKPOINTS,
  nextStatementKey,
  putNextInPlace,
  statementKey,
} from '../../billing/statements/signing-keys.js';
import { isKeyName } from '../../heads/signed-note.js';
import { succeed, type Succession } from '../../heads/successor.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { Operator } from '../operator.js';

interface KeyReplacement {
  /** Nobody has the old key: the new one is signed by none, and customers ask a person. */
  readonly lost: boolean;
  /** Null: the log keeps its name. */
  readonly origin: Succession['origin'];
}

/**
 * The new key is logged before it takes the old one's place, so the command can be repeated where it broke
 * off.
 * @returns the verifier key of checkpoints from now on
 * @throws WrongRequest for an origin that no key can be named by
 * @throws NotDone where the key's file can't be replaced here, or holds another key than the log names
 */
export async function replaceCheckpointKey(
  { settings: { checkpointKey: settings }, stores, context }: Operator,
  { lost, origin }: KeyReplacement,
): Promise<{ readonly vkey: string }> {
  if (origin !== null && !isKeyName(origin.name))
    throw new WrongRequest(
      'invalid_origin',
      'An origin has no blank and no plus, such as api.example.com/log2.',
    );
  const old = lost ? null : statementKey(settings, CHECKPOINTS);
  // A key that was given in place of a lost one is the next: no other can be made here.
  const isGiven = lost && settings.from !== 'file';
  const next = isGiven ? statementKey(settings, CHECKPOINTS) : nextStatementKey(settings, CHECKPOINTS);
  const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
  const vkey = await succeed(ports, context, { next, old, origin });
  putNextInPlace(settings);
  return { vkey };
}
