/** Reads the settings of the private keys that sign statements, checkpoints and receipts. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { secretFile } from '../../packages/platform/src/secrets/kept-secret.js';
import { SettingsError } from './settings-error.js';

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
type Values = Readonly<Partial<Record<SigningKeyName | `${SigningKeyName}_FILE`, string | undefined>>>;

/** The source of each key. */
export interface SigningKeys {
  readonly statementKey: SigningKeySource;
  readonly checkpointKey: SigningKeySource;
  readonly receiptKey: SigningKeySource;
}

interface LogLocation {
  readonly dataDir: string;
  readonly eventStoreUrl: string | null;
}

/** @throws SettingsError if a key and its file are both set */
export const signingKeys = (values: Values, logLocation: LogLocation): SigningKeys => ({
  statementKey: signingKeySource('STATEMENT_KEY', values, logLocation),
  checkpointKey: signingKeySource('CHECKPOINT_KEY', values, logLocation),
  receiptKey: signingKeySource('RECEIPT_KEY', values, logLocation),
});

/**
 * Returns the source of one key. All machines with the same log sign with the same key. So no machine
 * creates a key if the log is on a server.
 * @throws SettingsError if both settings are set
 */
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
