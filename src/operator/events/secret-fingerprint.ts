/** Makes fingerprints of the secret that hashes keys, to compare the secrets of two logs. */
import { createHmac } from 'node:crypto';
import type { Settings } from '../../settings/settings.js';

/** A keyed hash: it tells whether two secrets are equal and reveals neither. */
export const secretFingerprint = ({ keyHashSecret }: Pick<Settings, 'keyHashSecret'>): string =>
  createHmac('sha256', keyHashSecret).update('fingerprint of an exported log').digest('hex').slice(0, 16);
