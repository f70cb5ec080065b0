/**
 * Identifies operators at an OpenID Connect issuer: authorization code flow with proof key, state and nonce.
 * openid-client checks the ID token's signature, issuer, audience and times. Tokens are never stored or
 * logged.
 */
import { createHash } from 'node:crypto';
import type * as OpenIdClient from 'openid-client';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { OpenIdSettings } from '../../settings/sign-in-settings.js';
import type { IssuerSignIn } from './sign-in-records.js';

export interface IssuerIdentity {
  /** SHA-256 of issuer and subject, hex: the issuer never gives a subject to another person. */
  readonly identity: string;
  /** Names that may have been admitted. One with @ is an e-mail address that the issuer verified. */
  readonly names: readonly string[];
}

/** The reason why a sign-in failed, in a sentence for the operator. It holds no secrets. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
  constructor(
    readonly code: 'issuer_unreachable' | 'issuer_refused' | 'issuer_answer_invalid',
    detail: string,
  ) {
    super(detail);
  }
}

type Library = typeof OpenIdClient;
interface OpenedClient {
  readonly library: Library;
  readonly config: OpenIdClient.Configuration;
}

/** The console's path to which the issuer sends browsers back. */
export const CALLBACK_PATH = '/sign-in/callback';
const TIMEOUT_SECONDS = 10;
const MAX_NAME_LENGTH = 320;
const MAX_SHOWN_CHARACTERS = 100;

export class OpenIdIssuer {
  private openedClient: Promise<OpenedClient> | undefined;

  constructor(
    private readonly settings: OpenIdSettings,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** The issuer's host name, as operators know it. */
  get host(): string {
    return new URL(this.settings.issuer).host;
  }

  /** Completes the sentence "The issuer names ..." for an identity without a usable name. */
  get missingNameText(): string {
    const { nameClaim } = this.settings;
    return nameClaim === null
      ? 'neither a verified e-mail address nor a user name'
      : `nobody by ${nameClaim}, or by an e-mail address that is not verified`;
  }

  /** @returns the URL for the browser, and the values to check its answer against. @throws IssuerError */
  async beginSignIn(to: string): Promise<{ readonly url: string; readonly signIn: IssuerSignIn }> {
    const { library, config } = await this.openClient();
    const signIn = {
      to,
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: this.callbackUrl,
      scope: 'openid email profile',
      state: signIn.state,
      nonce: signIn.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(signIn.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, signIn };
  }

  /**
   * @param issuerParameters the parameters with which the issuer sent the browser back
   * @throws IssuerError
   */
  async identify(signIn: IssuerSignIn, issuerParameters: URLSearchParams): Promise<IssuerIdentity> {
    const { library, config } = await this.openClient();
    const url = new URL(`${this.callbackUrl}?${issuerParameters.toString()}`);
    const checks = {
      expectedState: signIn.state,
      expectedNonce: signIn.nonce,
      pkceCodeVerifier: signIn.verifier,
      idTokenExpected: true,
    };
    try {
      const tokens = await library.authorizationCodeGrant(config, url, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new TypeError('no ID token came');
      return identityOf(claims, this.settings.nameClaim);
    } catch (error) {
      throw this.issuerErrorOf(error, library);
    }
  }

  /** The URL that ends the session at the issuer too; null where the issuer has none. */
  async signOutUrl(): Promise<string | null> {
    const { library, config } = await this.openClient();
    if (config.serverMetadata().end_session_endpoint === undefined) return null;
    const returnTo = { post_logout_redirect_uri: `${this.settings.consoleUrl}/sign-in` };
    return library.buildEndSessionUrl(config, returnTo).href;
  }

  private get callbackUrl(): string {
    return `${this.settings.consoleUrl}${CALLBACK_PATH}`;
  }

  /** Fetches the issuer's metadata once; again after a failure. */
  private openClient(): Promise<OpenedClient> {
    this.openedClient ??= this.discover().catch((error: unknown) => {
      this.openedClient = undefined;
      throw error;
    });
    return this.openedClient;
  }

  private async discover(): Promise<OpenedClient> {
    const { issuer, clientId, clientSecret } = this.settings;
    const library = await import('openid-client');
    const insecureOption = issuer.startsWith('http://') ? [library.allowInsecureRequests] : [];
    const execute = [...insecureOption, library.enableNonRepudiationChecks];
    try {
      const configuration = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
      });
      const metadata = configuration.serverMetadata();
      // The default method is `client_secret_basic`: OpenID Connect Discovery 1.0, 3.
      const authMethods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const clientAuth = authMethods.includes('client_secret_basic')
        ? library.ClientSecretBasic
        : library.ClientSecretPost;
      const config = new library.Configuration(metadata, clientId, clientSecret, clientAuth(clientSecret));
      for (const apply of execute) apply(config);
      config.timeout = TIMEOUT_SECONDS;
      return { library, config };
    } catch (error) {
      throw this.issuerErrorOf(error, library);
    }
  }

  /** Logs the library's message, never the answer, which may hold tokens. Returns the error to throw. */
  private issuerErrorOf(error: unknown, library: Library): IssuerError {
    const code = errorCode(error);
    this.log.warn(
      { issuer: this.host, code, why: errorMessage(error) },
      'a sign-in through the issuer failed',
    );
    if (error instanceof library.AuthorizationResponseError)
      return new IssuerError(
        'issuer_refused',
        `${this.host} refused the sign-in (${error.error.slice(0, MAX_SHOWN_CHARACTERS)}).`,
      );
    if (error instanceof library.ResponseBodyError)
      return new IssuerError(
        'issuer_refused',
        `${this.host} did not take the sign-in (${error.error.slice(0, MAX_SHOWN_CHARACTERS)}).`,
      );
    if (error instanceof library.ClientError && !UNREACHED_CODES.has(code ?? ''))
      return new IssuerError(
        'issuer_answer_invalid',
        `What ${this.host} answered is not valid: ${error.message}.`,
      );
    return new IssuerError(
      'issuer_unreachable',
      `${this.host} can’t be reached now: try again, or use a password.`,
    );
  }
}

/** Error codes of openid-client for an answer that is late, missing, or no proper OAuth response. */
const UNREACHED_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Only issuer and subject are stable (OpenID Connect Core 1.0, 5.7). */
function identityOf(claims: OpenIdClient.IDToken, nameClaim: string | null): IssuerIdentity {
  const { iss, sub, email, email_verified } = claims;
  const identity = createHash('sha256')
    .update(JSON.stringify([iss, sub]))
    .digest('hex');
  const verifiedEmail = email_verified === true ? email : undefined;
  const claimedNames =
    nameClaim === null ? [verifiedEmail, claims['preferred_username']] : [claims[nameClaim]];
  const names = claimedNames
    .filter((name) => typeof name === 'string')
    // Users may choose their user name, even another person's address (OpenID Connect Core 1.0, 5.7).
    .filter((name) => name === verifiedEmail || !name.includes('@'))
    .flatMap((name) => (name === verifiedEmail ? [name, name.toLowerCase()] : [name]));
  return { identity, names: names.filter((name) => name.length <= MAX_NAME_LENGTH) };
}
