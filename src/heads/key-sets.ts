/** Makes the entry of a key set: the keys that it names, and its signature. Pure. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import type { HeadEntry, HeadLogged, KeyOfSet } from '../streams/heads/heads.events.js';
import type { StatementKey } from '../streams/service/service.decider.js';
import { keySetText } from './entries.js';
import { signatureLine, vkeyOf } from './signed-note.js';

/** The name of every key of receipts. It never changes, because old receipts have it. */
export const RECEIPTS_NAME = 'company-data-receipts';

export const receiptVkey = ({ public_key }: Pick<StatementKey, 'public_key'>): string =>
  vkeyOf(RECEIPTS_NAME, public_key);

/** An entry without a secret that states no event. */
export const plainHead = (entry: HeadEntry): HeadLogged => ({ entry, secret: null, of: null });

/**
 * The keys that a set must name: the one of checkpoints, those of statements by their first use, and those of
 * receipts, of which the last signs.
 * @param checkpoint the public key, as hexadecimal digits
 * @param receipts verifier keys
 */
export const keySetUnder = (
  origin: string,
  checkpoint: string,
  statements: readonly Pick<StatementKey, 'public_key'>[],
  receipts: readonly string[],
): readonly KeyOfSet[] => [
  { use: 'checkpoint', vkey: vkeyOf(origin, checkpoint) },
  ...statements.map(({ public_key }): KeyOfSet => ({ use: 'statement', vkey: vkeyOf(origin, public_key) })),
  ...receipts.map((vkey): KeyOfSet => ({ use: 'receipt', vkey })),
];

/** The verifier keys of receipts that a set names. The last one signs. */
export const receiptKeysIn = (keys: readonly KeyOfSet[]): readonly string[] =>
  keys.filter(({ use }) => use === 'receipt').map(({ vkey }) => vkey);

/** @param signer the key of checkpoints before this set, with its name; null where there is none */
export function keySetOf(
  keys: readonly KeyOfSet[],
  signer: { readonly name: string; readonly key: SigningKey } | null,
  time: string,
): HeadLogged {
  const entry = { kind: 'key_set', keys, signed_by: null, time } as const;
  if (signer === null) return plainHead(entry);
  const line = signatureLine(signer.name, signer.key, keySetText(entry));
  return plainHead({ ...entry, signed_by: line.trimEnd() });
}
