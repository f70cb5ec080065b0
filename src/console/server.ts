/** The console's HTTP server: checks every request, refuses or admits it, and answers with safe headers. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sessionOf, type SignedIn } from '../operator/staff/sign-in.js';
import { duePasskeyStep } from '../operator/staff/passkeys.js';
import type { OperatorServicesFactory } from '../operator/operator.js';
import { clientAddress, trustOf } from '../../packages/platform/src/http/client-address.js';
import { ConnectionRoom } from '../../packages/platform/src/http/connection-room.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { OpenIdIssuer } from '../operator/staff/openid-issuer.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import { ISSUER_SIGN_IN_MINUTES, signInRecords } from '../operator/staff/sign-in-records.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { dataFolderHeader } from '../health/data-folder-mark.js';
import type { Settings } from '../settings/settings.js';
import { operatorActor } from '../streams/envelope.js';
import { ASSETS } from './assets.js';
import { Cookies } from './cookies.js';
import { foreignFormError, pageNotFoundError, notAllowedError, errorPageOf } from './error-pages.js';
import { FormRunner } from './form-runner.js';
import { isForeign, equalsSafely } from './forgery.js';
import type { PublicPage, ConsolePage, ConsoleRequest, PageAnswer, Visit } from './console-page.js';
import { OwnRouter } from './own/own-router.js';
import { OWN_PATH } from './own/own-paths.js';
import { PUBLIC_PAGES, PAGES } from './pages/index.js';
import { SharedServiceOverview } from '../operator/overview/service-overview.js';
import { sendFile, sendHtml } from './replies.js';
import { Tasks } from './tasks.js';
import { renderOperatorPage, renderPart } from './view/document.js';
import { firstTexts } from './form-values.js';

export interface ServerParts {
  readonly servicesFactory: OperatorServicesFactory;
  readonly logger: Logger;
  readonly entropy: Entropy;
  readonly settings: Pick<Settings, 'trustedProxies' | 'consoleUrl' | 'dataDir'>;
  readonly requestTimeoutMs?: number;
  readonly maxConnections?: number;
  readonly clock: Clock;
  /** The issuer through which operators may sign in, beside a password; null: none. */
  readonly issuer: OpenIdIssuer | null;
}

const SESSION_COOKIE = 'console_session';
const ISSUER_COOKIE = 'console_crossing';
const BROWSER_COOKIE = 'console_browser';
/** The times in which a whole request must arrive, and in which its headers must. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUTS_EVERY_MS = 1_000;
/** Open connections. At most 600 of them wait for a password check. */
const MAX_CONNECTIONS = 1_000;
const MAX_PER_ADDRESS = 100;
const MAX_PER_NETWORK = 200;
const ISSUER_COOKIE_SECONDS = ISSUER_SIGN_IN_MINUTES * 60;
const BROWSER_COOKIE_SECONDS = 180 * 86_400;
const MAX_FORM_BYTES = 100_000;
const MAX_PARAMETER_LENGTH = 500;
/** The actor of requests without a signed-in user. */
const NOBODY = operatorActor('console');

const SAFE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: browsers would send forms without the origin that the server checks.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** Encodes a path of the console so that a header can hold it. */
function asciiPath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'http://console');
  return `${pathname}${search}${hash}`;
}

export class ConsoleServer {
  readonly app: FastifyInstance;
  /** Every route of the server, as `GET /path`. */
  readonly routes: string[] = [];
  private readonly tasks: Tasks;
  private readonly overview = new SharedServiceOverview();
  private readonly formRunner = new FormRunner();
  private readonly cookies: Cookies;

  constructor(private readonly parts: ServerParts) {
    const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maxConnections = MAX_CONNECTIONS } = parts;
    this.tasks = new Tasks(parts.entropy);
    this.cookies = new Cookies(parts.settings);
    this.app = fastify({
      trustProxy: trustOf(parts.settings.trustedProxies),
      requestTimeout: requestTimeoutMs,
      http: {
        requestTimeout: requestTimeoutMs,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
        connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
      },
      bodyLimit: MAX_FORM_BYTES,
      routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
      forceCloseConnections: 'idle',
    });
    const limits = { all: maxConnections, ofPlace: MAX_PER_ADDRESS, ofSite: MAX_PER_NETWORK };
    new ConnectionRoom(this.app.server, limits, parts.settings.trustedProxies);
    this.app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    this.app.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ ...SAFE_HEADERS, ...dataFolderHeader('console', parts.settings.dataDir) });
      done();
    });
    this.app.addHook('onRoute', ({ method, url }) => {
      this.routes.push(...[method].flat().map((name) => `${name} ${url}`));
    });
    this.addRoutes();
  }

  private addRoutes(): void {
    const { app } = this;
    for (const { name, type, bytes } of ASSETS)
      app.get(`/assets/${name}`, async (_, reply) =>
        reply.type(type).header('Cache-Control', 'no-cache').send(bytes()),
      );
    for (const page of PUBLIC_PAGES)
      app.route({ ...routeOf(page), handler: (_, reply) => this.answerPublicPage(page, reply) });
    for (const page of PAGES)
      app.route({ ...routeOf(page), handler: (_, reply) => this.answerSignedInPage(page, reply) });
    const { logger: log, clock } = this.parts;
    const { cookies, tasks } = this;
    const makeServices = () => this.servicesFor(NOBODY);
    const ownRouter = new OwnRouter({ makeServices, cookies, tasks, log, clock });
    void app.register(async (ownApp) => ownRouter.addRoutes(ownApp), { prefix: OWN_PATH });
    app.setNotFoundHandler((_request, reply) => this.sendError(reply, pageNotFoundError()));
    app.setErrorHandler((error, _request, reply) => this.sendError(reply, error));
  }

  private async answerPublicPage(page: PublicPage, reply: FastifyReply): Promise<unknown> {
    const { request } = reply;
    if (page.method === 'POST' && isForeign(request)) throw foreignFormError();
    return this.send(reply, await page.answer(this.requestOf(request, NOBODY)), null);
  }

  private async answerSignedInPage(page: ConsolePage, reply: FastifyReply): Promise<unknown> {
    const { request } = reply;
    const signedIn = await this.sessionOfRequest(request);
    if (signedIn === null) return this.redirectToSignIn(reply, '/sign-in');
    const { user, session } = signedIn;
    const pageRequest = this.requestOf(request, operatorActor(user.name));
    if (
      page.method === 'POST' &&
      (isForeign(request) || !equalsSafely(pageRequest.form['csrf'], session.csrf))
    )
      throw foreignFormError();
    const passkeyStep = await duePasskeyStep(pageRequest.operator, signedIn);
    if (passkeyStep !== null && page.duringPasskeyStep?.includes(passkeyStep) !== true)
      return this.redirectToSignIn(reply, passkeyStep === 'show' ? '/sign-in/passkey' : '/passkeys');
    if (!page.roles.includes(user.role)) throw notAllowedError(user.role, page.roles);
    const { tasks, overview } = this;
    const visit = { ...pageRequest, user, session, reason: session.reason, tasks, overview };
    if (page.isPolled !== true) this.logPageOpened(page, visit);
    const answer = (): Promise<PageAnswer> => page.answer(visit);
    const runsOnce = page.method === 'POST' && page.isRepeatable !== true;
    const pageAnswer = runsOnce
      ? this.formRunner.runOnce(visit, answer, page.repeatTarget?.(visit.params))
      : answer();
    return this.send(reply, await pageAnswer, signedIn);
  }

  /**
   * Logs the page before it is answered. Pages that list customers write no audit record, so this log line is
   * the only trace.
   */
  private logPageOpened({ method, path }: ConsolePage, { user, params, reason, operator }: Visit): void {
    const { requestId } = operator.context;
    const logFields = { by: user.name, page: `${method} ${path}`, of: params, reason, request_id: requestId };
    this.parts.logger.info(logFields, 'page opened');
  }

  private async sessionOfRequest(request: FastifyRequest): Promise<SignedIn | null> {
    const id = this.cookies.read(request, SESSION_COOKIE);
    return id === undefined ? null : sessionOf(this.servicesFor(NOBODY), id);
  }

  private servicesFor(actor: string) {
    const requestId = `console_${this.parts.entropy.ulid()}`;
    return this.parts.servicesFactory.servicesFor({ actor, requestId });
  }

  private requestOf(request: FastifyRequest, actor: string): ConsoleRequest {
    return {
      operator: this.servicesFor(actor),
      params: firstTexts(request.params),
      query: firstTexts(request.query),
      form: firstTexts(request.body),
      address: clientAddress(request),
      issuer: this.parts.issuer,
      issuerCookie: this.cookies.read(request, ISSUER_COOKIE) ?? null,
      browserCookie: this.cookies.read(request, BROWSER_COOKIE) ?? null,
      log: this.parts.logger,
      now: this.parts.clock.now(),
    };
  }

  /** Redirects to the page that begins or completes the session. */
  private redirectToSignIn(reply: FastifyReply, path: string): FastifyReply {
    const { request } = reply;
    const returnQuery = request.method === 'GET' ? `?to=${encodeURIComponent(request.url)}` : '';
    // htmx fetched a part of a page: this header redirects the whole page.
    if (request.headers['hx-request'] === 'true') return reply.header('HX-Redirect', path).send('');
    return reply.redirect(`${path}${returnQuery}`, 303);
  }

  private async send(reply: FastifyReply, answer: PageAnswer, visit: SignedIn | null): Promise<unknown> {
    switch (answer.kind) {
      case 'page': {
        const { title, body, status = 200, scripts = [] } = answer;
        await this.changeSession(reply, answer.session);
        if (answer.nextPath !== undefined) reply.header('Refresh', `0; url=${asciiPath(answer.nextPath)}`);
        const text = renderOperatorPage({ title, scripts, visit, url: reply.request.url }, body);
        return sendHtml(reply.status(status), text);
      }
      case 'part':
        if (answer.refresh === true) reply.header('HX-Refresh', 'true');
        return sendHtml(reply, renderPart(answer.body));
      case 'redirect':
        await this.changeSession(reply, answer.session);
        if (answer.issuerCookie !== undefined) {
          // `lax`, because the issuer, another site, sends the browser back. The session cookie stays strict.
          const cookie = { name: ISSUER_COOKIE, value: answer.issuerCookie, sameSite: 'lax' } as const;
          this.cookies.set(reply, { ...cookie, maxAge: ISSUER_COOKIE_SECONDS });
        }
        if (answer.browserCookie !== undefined) {
          const cookie = { name: BROWSER_COOKIE, value: answer.browserCookie, sameSite: 'strict' } as const;
          this.cookies.set(reply, { ...cookie, maxAge: BROWSER_COOKIE_SECONDS });
        }
        return reply.redirect(answer.to, 303);
      case 'file':
        return sendFile(reply, answer);
    }
  }

  /** Begins or ends a session. An earlier session ends first: somebody else may know its id. */
  private async changeSession(reply: FastifyReply, session: string | null | undefined): Promise<void> {
    if (session === undefined) return;
    const earlierSession = this.cookies.read(reply.request, SESSION_COOKIE);
    if (earlierSession !== undefined)
      await signInRecords(this.servicesFor(NOBODY)).endSession(earlierSession);
    const cookie = { name: SESSION_COOKIE, sameSite: 'strict' } as const;
    const change = session === null ? { value: '', maxAge: 0 } : { value: session };
    this.cookies.set(reply, { ...cookie, ...change });
  }

  private async sendError(reply: FastifyReply, error: unknown): Promise<unknown> {
    const { request } = reply;
    const { status, title, body } = errorPageOf(error);
    if (status >= 500) this.parts.logger.error({ path: request.routeOptions.url, err: error }, title);
    const visit = await this.sessionOfRequest(request).catch(() => null);
    const text = renderOperatorPage({ title, visit, url: '/' }, body);
    return sendHtml(reply.status(status), text);
  }
}

const routeOf = ({ method, path }: PublicPage | ConsolePage) => ({ method, url: path });
