/**
 * Who somebody is, as an OpenID Connect issuer says it: authorization code with proof key, state and nonce; the ID token's
 * signature, issuer, audience and times are checked by openid-client. Nothing of a token is kept or logged.
 */
import { createHash } from 'node:crypto';
import type * as OpenIdClient from 'openid-client';
import { errorCode, errorMessage } from '../../platform/errors/error-code.js';
import type { Logger } from '../../platform/telemetry/logger.js';
import type { OpenIdSettings } from '../../settings/openid-settings.js';
import type { Crossing } from './sign-in-records.js';

export interface Identity {
  /** SHA-256 of the issuer and the subject, hex: the one thing that the issuer never gives to somebody else. */
  readonly identity: string;
  /** Under which an operator may have been admitted; one with @ is an e-mail address that the issuer verified. */
  readonly names: readonly string[];
}

/** Why somebody was not let through: in words that an operator understands, without anything secret. */
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
interface Opened {
  readonly library: Library;
  readonly config: OpenIdClient.Configuration;
}

/** Of the console, to which the issuer sends browsers back. */
export const CALLBACK_PATH = '/sign-in/callback';
const PATIENCE_SECONDS = 10;
const LONGEST_NAME = 320;
const MOST_SHOWN = 100;

export class OpenIdIssuer {
  private opened: Promise<Opened> | undefined;

  constructor(
    private readonly settings: OpenIdSettings,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** As an operator knows it. */
  get host(): string {
    return new URL(this.settings.issuer).host;
  }

  /** What it is known by here, in words. */
  get naming(): string {
    const { nameClaim } = this.settings;
    return nameClaim === null
      ? 'neither a verified e-mail address nor a user name'
      : `nobody by ${nameClaim}, or by an e-mail address that is not verified`;
  }

  /** @returns where the browser goes, and what its answer is held against. @throws IssuerError */
  async begin(to: string): Promise<{ readonly url: string; readonly crossing: Crossing }> {
    const { library, config } = await this.open();
    const crossing = {
      to,
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: this.back,
      scope: 'openid email profile',
      state: crossing.state,
      nonce: crossing.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(crossing.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, crossing };
  }

  /** @param answer what the issuer sent the browser back with. @throws IssuerError */
  async identify(crossing: Crossing, answer: URLSearchParams): Promise<Identity> {
    const { library, config } = await this.open();
    const url = new URL(`${this.back}?${answer.toString()}`);
    const checks = {
      expectedState: crossing.state,
      expectedNonce: crossing.nonce,
      pkceCodeVerifier: crossing.verifier,
      idTokenExpected: true,
    };
    try {
      const tokens = await library.authorizationCodeGrant(config, url, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new TypeError('no ID token came');
      return identityOf(claims, this.settings.nameClaim);
    } catch (error) {
      throw this.told(error, library);
    }
  }

  /** Where an operator ends the session at the issuer too; null where the issuer has no such place. */
  async leaving(): Promise<string | null> {
    const { library, config } = await this.open();
    if (config.serverMetadata().end_session_endpoint === undefined) return null;
    const back = { post_logout_redirect_uri: `${this.settings.consoleUrl}/sign-in` };
    return library.buildEndSessionUrl(config, back).href;
  }

  private get back(): string {
    return `${this.settings.consoleUrl}${CALLBACK_PATH}`;
  }

  /** What the issuer says of itself, asked once; asked again where it could not be reached. */
  private open(): Promise<Opened> {
    this.opened ??= this.discover().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async discover(): Promise<Opened> {
    const { issuer, clientId, clientSecret } = this.settings;
    const library = await import('openid-client');
    const plain = issuer.startsWith('http://') ? [library.allowInsecureRequests] : [];
    const execute = [...plain, library.enableNonRepudiationChecks];
    try {
      const found = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: PATIENCE_SECONDS,
      });
      const metadata = found.serverMetadata();
      // What the metadata don't name is `client_secret_basic`: OpenID Connect Discovery 1.0, 3.
      const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const way = ways.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost;
      const config = new library.Configuration(metadata, clientId, clientSecret, way(clientSecret));
      for (const make of execute) make(config);
      config.timeout = PATIENCE_SECONDS;
      return { library, config };
    } catch (error) {
      throw this.told(error, library);
    }
  }

  /** In the log what went wrong, by the library's own words; never the answer, which may hold tokens. */
  private told(error: unknown, library: Library): IssuerError {
    const code = errorCode(error);
    this.log.warn(
      { issuer: this.host, code, why: errorMessage(error) },
      'a sign-in through the issuer failed',
    );
    if (error instanceof library.AuthorizationResponseError)
      return new IssuerError(
        'issuer_refused',
        `${this.host} let nobody in (${error.error.slice(0, MOST_SHOWN)}).`,
      );
    if (error instanceof library.ResponseBodyError)
      return new IssuerError(
        'issuer_refused',
        `${this.host} did not take the sign-in (${error.error.slice(0, MOST_SHOWN)}).`,
      );
    if (error instanceof library.ClientError && !UNREACHED.has(code ?? ''))
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

/** Of openid-client: no answer in time, none at all, or one that says that it can't now. */
const UNREACHED: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimStability: subject and issuer alone stay the same. */
function identityOf(claims: OpenIdClient.IDToken, nameClaim: string | null): Identity {
  const { iss, sub, email, email_verified } = claims;
  const identity = createHash('sha256')
    .update(JSON.stringify([iss, sub]))
    .digest('hex');
  const verified = email_verified === true ? email : undefined;
  const given = nameClaim === null ? [verified, claims['preferred_username']] : [claims[nameClaim]];
  const names = given
    .filter((name) => typeof name === 'string')
    // People may choose their user name, somebody else's address too (OpenID Connect Core 1.0, 5.7).
    .filter((name) => name === verified || !name.includes('@'))
    .flatMap((name) => (name === verified ? [name, name.toLowerCase()] : [name]));
  return { identity, names: names.filter((each) => each.length <= LONGEST_NAME) };
}
