/** Reads the settings of the keys that sign, and of those who witness or stamp checkpoints. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { secretFile } from '../../packages/platform/src/secrets/kept-secret.js';
import { SettingsError } from './settings-error.js';
import { orNull, setting, url, type ValuesOf } from './setting-forms.js';
import { parseKey, type NoteKey } from '../../packages/statement-check/src/watch/notes.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

/** The place that a private key comes from. */
export type SigningKeySource =
  | { readonly from: 'environment'; readonly pem: string }
  /** `file` is an absolute path. Only the machine with the log may create a missing file. */
  | { readonly from: 'file'; readonly file: string; readonly createIfMissing: boolean }
  /** The log is on a server and no key is set. `unusedFile`: where this machine would keep a key. */
  | { readonly from: 'nowhere'; readonly unusedFile: string };

/** Matches an Ed25519 key in PKCS #8: 48 bytes, of which the first 16 are the same for all keys. */
const PEM_FORM =
  /^(?:-----BEGIN PRIVATE KEY-----\s+)?(MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})(?:\s+-----END PRIVATE KEY-----)?$/;

const privateKey = z
  .string()
  .trim()
  .regex(
    PEM_FORM,
    'must be a private key of Ed25519: its PEM (PKCS #8), or the line between the first and the last',
  )
  .transform((text) => text.replace(PEM_FORM, '-----BEGIN PRIVATE KEY-----\n$1\n-----END PRIVATE KEY-----\n'))
  .optional();

export const SIGNING_KEY_VARIABLES = {
  STATEMENT_KEY: privateKey,
  STATEMENT_KEY_FILE: z.string().optional(),
  CHECKPOINT_KEY: privateKey,
  CHECKPOINT_KEY_FILE: z.string().optional(),
  RECEIPT_KEY: privateKey,
  RECEIPT_KEY_FILE: z.string().optional(),
};

type SigningKeyName = 'STATEMENT_KEY' | 'CHECKPOINT_KEY' | 'RECEIPT_KEY';
type Values = Readonly<Partial<Record<keyof typeof SIGNING_KEY_VARIABLES, string | undefined>>>;

interface LogLocation {
  readonly dataDir: string;
  readonly eventStoreUrl: string | null;
}

/** @throws SettingsError if a key and its file are both set */
export const signingKeys = (values: Values, logLocation: LogLocation) => ({
  statementKey: signingKeySource('STATEMENT_KEY', values, logLocation),
  checkpointKey: signingKeySource('CHECKPOINT_KEY', values, logLocation),
  receiptKey: signingKeySource('RECEIPT_KEY', values, logLocation),
});

/** Returns where a key comes from. All machines with one log share it: none creates it for a server. */
function signingKeySource(
  name: SigningKeyName,
  { [name]: pem, [`${name}_FILE` as const]: file }: Values,
  { dataDir, eventStoreUrl: serverUrl }: LogLocation,
): SigningKeySource {
  if (pem !== undefined && file !== undefined)
    throw new SettingsError(`${name} or ${name}_FILE must be set, not both`);
  if (pem !== undefined) return { from: 'environment', pem };
  const keptFile = secretFile(dataDir, `${name.toLowerCase().replace('_', '-')}.pem`);
  if (file === undefined && serverUrl !== null) return { from: 'nowhere', unusedFile: keptFile };
  return { from: 'file', file: resolve(file ?? keptFile), createIfMissing: serverUrl === null };
}

export interface TimestampSettings {
  readonly url: string;
  /** An absolute path. */
  readonly caFile: string;
}

export const TIMESTAMP_SETTINGS = {
  url: setting('TIMESTAMP_URL', orNull(url('https?'))),
  caFile: setting('TIMESTAMP_CA_FILE', orNull(z.string().optional())),
};

/** Returns null if no authority is named. @throws SettingsError if one of the two is missing */
export function timestampSettings({
  url: address,
  caFile,
}: ValuesOf<typeof TIMESTAMP_SETTINGS>): TimestampSettings | null {
  if ((address === null) !== (caFile === null))
    throw new SettingsError('TIMESTAMP_URL and TIMESTAMP_CA_FILE must be set together');
  return address === null || caFile === null ? null : { url: address, caFile: resolve(caFile) };
}

export interface Witness extends NoteKey {
  /** The submission prefix, without a closing slash. */
  readonly url: string;
}

/** Parses `name+id+key URL`: a verifier key of C2SP, a blank, and the address. */
function parseWitness(text: string): Witness | null {
  const [verifierKey = '', url = '', ...extraWords] = text.trim().split(/\s+/);
  const key = parseKey(verifierKey, 'cosignature');
  if (key === null || extraWords.length > 0 || !/^https?:\/\//.test(url) || parsedUrl(url) === null)
    return null;
  return { ...key, url: url.replace(/\/$/, '') };
}

export const witnesses = z
  .string()
  .optional()
  .transform((text = '', context): readonly Witness[] => {
    const parsedWitnesses = text === '' ? [] : text.split(',').map(parseWitness);
    const validWitnesses = parsedWitnesses.filter((witnessOrNull) => witnessOrNull !== null);
    if (validWitnesses.length === parsedWitnesses.length) return validWitnesses;
    context.addIssue('must be a list of witnesses: each its verifier key (C2SP), a blank and its address');
    return z.NEVER;
  });
