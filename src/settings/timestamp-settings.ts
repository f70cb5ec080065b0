/** Reads the settings of the authority that stamps checkpoints with the time. By default there is none. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { orNull, setting, url, type ValuesOf } from './setting-forms.js';
import { SettingsError } from './settings-error.js';

export interface TimestampSettings {
  readonly url: string;
  /** An absolute path. */
  readonly caFile: string;
}

export const TIMESTAMP_SETTINGS = {
  url: setting('TIMESTAMP_URL', orNull(url('https?'))),
  caFile: setting('TIMESTAMP_CA_FILE', orNull(z.string().optional())),
};

/**
 * Returns the settings, or null if no authority is named.
 * @throws SettingsError if one of the two is missing
 */
export function timestampSettings({
  url: address,
  caFile,
}: ValuesOf<typeof TIMESTAMP_SETTINGS>): TimestampSettings | null {
  if ((address === null) !== (caFile === null))
    throw new SettingsError('TIMESTAMP_URL and TIMESTAMP_CA_FILE must be set together');
  return address === null || caFile === null ? null : { url: address, caFile: resolve(caFile) };
}
