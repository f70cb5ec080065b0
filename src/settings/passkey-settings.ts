/** The settings of passkeys, the second factor of operators who sign in to the console with a password. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { SettingsError } from './complaint.js';

export interface PasskeySettings {
  /** Nobody who signs in with a password may act without a passkey. */
  readonly required: boolean;
  /** The name that passkeys are bound to (WebAuthn's RP ID): the host of `origin`. */
  readonly host: string;
  /** Where browsers reach the console. */
  readonly origin: string;
}

export const PASSKEY_VARIABLES = {
  CONSOLE_PASSKEYS: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
} as const;

/**
 * Null where the console has no address that passkeys can be bound to: https, or http on localhost, with a name as host.
 * @throws SettingsError if passkeys are required there
 * @see https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 */
export function passkeySettings(
  { CONSOLE_PASSKEYS: wish }: { readonly CONSOLE_PASSKEYS: 'optional' | 'required' },
  origin: string | null,
): PasskeySettings | null {
  const required = wish === 'required';
  const { protocol, hostname: host } = new URL(origin ?? 'http://none');
  const isSafe = protocol === 'https:' ? isIP(host.replace(/^\[|\]$/g, '')) === 0 : host === 'localhost';
  if (origin !== null && isSafe) return { required, host, origin };
  if (required)
    throw new SettingsError(
      'CONSOLE_PASSKEYS=required needs CONSOLE_URL: https:// with a name as host, or http://localhost',
    );
  return null;
}
