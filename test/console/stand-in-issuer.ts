/**
 * An OpenID Connect issuer on this machine, with tokens that are really signed: it holds a client to its secret, its
 * redirect address and its proof key, signs in whom the test says, and goes wrong as it is told to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

export const CLIENT = { id: 'console', secret: 'a-secret-that-no-log-may-hold' } as const;

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  /** A claim of this issuer's own. */
  readonly login?: string;
}

export type IssuerFault =
  | 'wrong nonce'
  | 'wrong audience'
  | 'wrong issuer'
  | 'expired'
  | 'signed with another key'
  | 'not signed'
  | 'no ID token'
  | 'denied'
  | 'code refused'
  | 'down';

interface Asked {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

const HOUR = 3_600;
const KEY = { alg: 'ES256', kid: 'first' } as const;

export class StandInIssuer {
  /** Who is signed in at the issuer. */
  person: Person = { sub: 'nobody' };
  fault: IssuerFault | null = null;
  private readonly codes = new Map<string, Asked>();
  private readonly server: Server;

  private constructor(
    private readonly own: CryptoKey,
    private readonly foreign: CryptoKey,
    private readonly jwks: object,
  ) {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(): Promise<StandInIssuer> {
    const own = await generateKeyPair(KEY.alg);
    const foreign = await generateKeyPair(KEY.alg);
    const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), ...KEY, use: 'sig' }] };
    const issuer = new StandInIssuer(own.privateKey, foreign.privateKey, jwks);
    await new Promise<void>((resolve) => issuer.server.listen(0, 'localhost', resolve));
    return issuer;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  get settings(): Readonly<Record<string, string>> {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    if (this.fault === 'down') return void response.writeHead(503).end('<h1>down</h1>');
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(response, 200, this.metadata());
      case '/jwks':
        return send(response, 200, this.jwks);
      case '/authorize':
        return void response.writeHead(302, { location: this.authorize(url.searchParams) }).end();
      case '/token':
        return this.token(request, response);
      default:
        return void response.writeHead(404).end();
    }
  }

  private metadata(): object {
    const { url } = this;
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      end_session_endpoint: `${url}/leave`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [KEY.alg],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private authorize(asked: URLSearchParams): string {
    const word = (name: string): string => asked.get(name) ?? '';
    if (word('client_id') !== CLIENT.id || word('code_challenge_method') !== 'S256') return '/refused';
    const back = new URL(word('redirect_uri'));
    back.searchParams.set('state', word('state'));
    if (this.fault === 'denied') {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, {
      nonce: word('nonce'),
      challenge: word('code_challenge'),
      redirect: word('redirect_uri'),
    });
    back.searchParams.set('code', code);
    return back.href;
  }

  private async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    if (clientOf(request) !== `${CLIENT.id}:${CLIENT.secret}`)
      return send(response, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const asked = this.codes.get(code);
    this.codes.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isHeld = asked?.challenge === proof && asked.redirect === form.get('redirect_uri');
    if (asked === undefined || !isHeld || this.fault === 'code refused')
      return send(response, 400, { error: 'invalid_grant', error_description: 'no such code' });
    const idToken = this.fault === 'no ID token' ? {} : { id_token: await this.signed(asked.nonce) };
    return send(response, 200, { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, ...idToken });
  }

  private async signed(nonce: string): Promise<string> {
    const { fault } = this;
    const now = Math.floor(Date.now() / 1_000) - (fault === 'expired' ? 2 * HOUR : 0);
    const claims: JWTPayload = {
      ...this.person,
      iss: fault === 'wrong issuer' ? 'https://evil.example' : this.url,
      aud: fault === 'wrong audience' ? 'another-client' : CLIENT.id,
      nonce: fault === 'wrong nonce' ? 'another' : nonce,
      iat: now,
      exp: now + HOUR,
    };
    if (fault === 'not signed') return `${part({ alg: 'none' })}.${part(claims)}.`;
    const key = fault === 'signed with another key' ? this.foreign : this.own;
    return new SignJWT(claims).setProtectedHeader(KEY).sign(key);
  }
}

/** Id and secret, each encoded as a form is. */
const clientOf = ({ headers }: IncomingMessage): string =>
  decodeURIComponent(Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString());

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
