/** Reads the settings for operators who sign in to the console through an OpenID Connect issuer. */
import { oneWord } from './setting-forms.js';
import { SettingsError } from './settings-error.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

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

/**
 * Returns the settings, or null if none of them is set.
 * @throws SettingsError if only a part of them is set
 */
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
