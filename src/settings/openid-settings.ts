/** The settings of signing in to the console through an OpenID Connect issuer. */
import { z } from 'zod';
import { SettingsError } from './complaint.js';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';

export interface OpenIdSettings {
  /** As it stands in the issuer's tokens: https, or http on this machine alone. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** That names people; null: the e-mail address that the issuer verified, or the user name. */
  readonly nameClaim: string | null;
  /** Where browsers reach the console, without a closing slash: the issuer sends them back to it. */
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

const given = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be one word of visible ASCII characters')
  .optional();

export const OPENID_VARIABLES = {
  OIDC_ISSUER: given.refine(
    (text) => text === undefined || isIssuer(text),
    'must be an https:// URL without a query, or http:// on this machine',
  ),
  OIDC_CLIENT_ID: given,
  OIDC_CLIENT_SECRET: given,
  OIDC_NAME_CLAIM: given,
} as const;

type Values = { readonly [Name in keyof typeof OPENID_VARIABLES]?: string | undefined };

/**
 * Null where none of them is set.
 * @throws SettingsError where some are, and others that they need are not
 */
export function openIdSettings(values: Values, consoleUrl: string | null): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const nameClaim = values.OIDC_NAME_CLAIM ?? null;
  if ([issuer, clientId, clientSecret].every((each) => each === undefined)) {
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
