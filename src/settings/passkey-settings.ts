/** Reads the settings of passkeys, the second factor of operators who sign in with a password. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { SettingsError } from './settings-error.js';

export interface PasskeySettings {
  /** True if an operator who signs in with a password needs a passkey to act. */
  readonly required: boolean;
  /** The name that passkeys are bound to (WebAuthn's RP ID): the host of `origin`. */
  readonly host: string;
  /** The address of the console, without a closing slash. */
  readonly origin: string;
}

export const PASSKEY_VARIABLES = {
  CONSOLE_PASSKEYS: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
} as const;

/**
 * Returns the settings, or null if passkeys can't be bound to the console's address. The address must be
 * https with a name as host, or http on localhost.
 * @throws SettingsError if passkeys are required and can't be bound
 * @see https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 */
export function passkeySettings(
  { CONSOLE_PASSKEYS: choice }: { readonly CONSOLE_PASSKEYS: 'optional' | 'required' },
  origin: string | null,
): PasskeySettings | null {
  const required = choice === 'required';
  const { protocol, hostname: host } = new URL(origin ?? 'http://none');
  const isSafe = protocol === 'https:' ? isIP(host.replace(/^\[|\]$/g, '')) === 0 : host === 'localhost';
  if (origin !== null && isSafe) return { required, host, origin };
  if (required)
    throw new SettingsError(
      'CONSOLE_PASSKEYS=required needs CONSOLE_URL: https:// with a name as host, or http://localhost',
    );
  return null;
}
