/** Reads the settings of the console's sign-in: an OpenID Connect issuer, and passkeys as a second factor. */
import { oneWord } from './setting-forms.js';
import { SettingsError } from './settings-error.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';
import { isIP } from 'node:net';
import { z } from 'zod';

/** The issuer through which operators sign in. */
export interface OpenIdSettings {
  /** The issuer as its tokens name it: an https URL, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claim that names people; null: the e-mail address that the issuer verified, else the user name. */
  readonly nameClaim: string | null;
  /** Address of the console, without a closing slash. The issuer sends browsers back to it. */
  readonly consoleUrl: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isIssuer(text: string): boolean {
  const url = parsedUrl(text);
  if (url === null) return false;
  const { protocol, hostname, search, hash } = url;
  return (
    search === '' &&
    hash === '' &&
    (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
  );
}

export const OPENID_VARIABLES = {
  OIDC_ISSUER: oneWord().refine(
    (text) => text === undefined || isIssuer(text),
    'must be an https:// URL without a query, or http:// on this machine',
  ),
  OIDC_CLIENT_ID: oneWord(),
  OIDC_CLIENT_SECRET: oneWord(),
  OIDC_NAME_CLAIM: oneWord(),
} as const;

type Values = { readonly [Name in keyof typeof OPENID_VARIABLES]?: string | undefined };

/** Returns the settings, or null if none is set. @throws SettingsError if only a part of them is set */
export function openIdSettings(values: Values, consoleUrl: string | null): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const nameClaim = values.OIDC_NAME_CLAIM ?? null;
  if ([issuer, clientId, clientSecret].every((value) => value === undefined)) {
    if (nameClaim !== null) throw new SettingsError('OIDC_NAME_CLAIM has no effect without OIDC_ISSUER');
    return null;
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new SettingsError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together');
  if (consoleUrl === null)
    throw new SettingsError(
      'CONSOLE_URL must be set where OIDC_ISSUER is: the issuer sends browsers back to it',
    );
  return { issuer, clientId, clientSecret, nameClaim, consoleUrl };
}

/** Passkeys, the second factor of operators who sign in with a password. */
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
