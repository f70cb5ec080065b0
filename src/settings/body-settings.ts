/** The settings of the memory that request bodies may take. */
import { MEGABYTE, number } from './setting-forms.js';
import { SettingsError } from './settings-error.js';

/** The form of a memory limit. At 0, `bodyLimits` derives the limit from MAX_BODY_MB. */
const bodyMemoryForm = number({ from: 0, to: 65_536 }, 0);

/** The variables of these settings, in megabytes. */
export const BODY_VARIABLES = {
  MAX_BODY_MB: number({ from: 0.001, to: 1_024 }, 256),
  MAX_BODIES_MB: bodyMemoryForm,
  MAX_ACCOUNT_BODIES_MB: bodyMemoryForm,
};

/** Returns the limits. @throws SettingsError if an account or the process has no room for one body */
export function bodyLimits(values: Readonly<Record<keyof typeof BODY_VARIABLES, number>>) {
  const { MAX_BODY_MB: bodyMb, MAX_BODIES_MB, MAX_ACCOUNT_BODIES_MB } = values;
  const allMb = MAX_BODIES_MB || Math.max(bodyMb * 1.5, MAX_ACCOUNT_BODIES_MB);
  const accountMb = MAX_ACCOUNT_BODIES_MB || Math.min(bodyMb * 1.25, allMb);
  if (accountMb < bodyMb)
    throw new SettingsError(`MAX_ACCOUNT_BODIES_MB must be at least MAX_BODY_MB (${bodyMb})`);
  if (allMb < accountMb)
    throw new SettingsError(`MAX_BODIES_MB must be at least MAX_ACCOUNT_BODIES_MB (${accountMb})`);
  const bytes = (megabytes: number): number => Math.floor(megabytes * MEGABYTE);
  return {
    /** Largest request body, after decompression too. */
    maxBodyBytes: bytes(bodyMb),
    /** Memory for all large submissions under way. */
    maxBodiesBytes: bytes(allMb),
    /** Memory for the large submissions of one account. */
    maxAccountBodiesBytes: bytes(accountMb),
  };
}
