import { createHmac } from 'node:crypto';
import type { Settings } from '../../settings/settings.js';

/** Distinguishes two secrets without revealing either. */
export const secretFingerprint = ({ keyHashSecret }: Pick<Settings, 'keyHashSecret'>): string =>
  createHmac('sha256', keyHashSecret).update('fingerprint of an exported log').digest('hex').slice(0, 16);
