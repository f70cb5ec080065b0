/** The console's HTTP server: every request passes here, is refused or let in, and is answered with safe headers. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { endSession, sessionOf, type SignedIn } from '../operator/staff/sign-in.js';
import { passkeyStepOwed } from '../operator/staff/passkeys.js';
import type { StandingOperator } from '../operator/standing-operator.js';
import { clientAddress, trustOf } from '../platform/http/client-address.js';
import { ConnectionRoom } from '../platform/http/connection-room.js';
import type { Entropy } from '../platform/secrets/entropy.js';
import type { OpenIdIssuer } from '../operator/staff/openid-issuer.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { CROSSING_MINUTES } from '../operator/staff/sign-in-records.js';
import type { Clock } from '../platform/time/clock.js';
import type { Settings } from '../settings/settings.js';
import { operatorActor } from '../streams/envelope.js';
import { ASSETS, type Asset } from './assets.js';
import { Cookies } from './cookies.js';
import { forged, nothingHere, notYours, troubleOf } from './troubles.js';
import { Forms } from './forms.js';
import { isFromOutside, isSameText } from './forgery.js';
import type { OpenPage, Page, Request, Shown, Visit } from './page.js';
import { openOwnDoor } from './own/own-door.js';
import { OWN } from './own/own-paths.js';
import { OPEN_PAGES, PAGES } from './pages/index.js';
import { SharedGlance } from '../operator/glance/glance.js';
import { sendFile, sendHtml } from './replies.js';
import { Tasks } from './tasks.js';
import { documentOf, partOf } from './view/document.js';
import { texts } from './words.js';

export interface ServerParts {
  readonly operators: StandingOperator;
  readonly logger: Logger;
  readonly entropy: Entropy;
  readonly settings: Pick<Settings, 'trustedProxies' | 'consoleUrl'>;
  readonly requestMs?: number;
  readonly mostConnections?: number;
  readonly clock: Clock;
  /** Where operators may sign in beside a password; null: nowhere. */
  readonly issuer: OpenIdIssuer | null;
}

const SESSION = 'console_session';
const CROSSING = 'console_crossing';
const BROWSER = 'console_browser';
/** Within which a whole request has come, and its head alone. */
const REQUEST_MS = 30_000;
const HEAD_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** Open connections; those that wait for a password are at most 600 of them. */
const MOST_CONNECTIONS = 1_000;
const MOST_OF_A_PLACE = 100;
const MOST_OF_A_SITE = 200;
const CROSSING_SECONDS = CROSSING_MINUTES * 60;
const BROWSER_SECONDS = 180 * 86_400;
const LARGEST_FORM = 100_000;
const LONGEST_PARAMETER = 500;
/** Who acts where nobody is signed in. */
const NOBODY = operatorActor('console');

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: forms would be sent without their origin, which is looked at.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** A path of the console, as a header may hold it. */
function inAscii(path: string): string {
  const { pathname, search, hash } = new URL(path, 'http://console');
  return `${pathname}${search}${hash}`;
}

export class ConsoleServer {
  readonly app: FastifyInstance;
  /** Every route that it answers, as `GET /path`. */
  readonly routes: string[] = [];
  private readonly tasks: Tasks;
  private readonly glance = new SharedGlance();
  private readonly forms = new Forms();
  private readonly cookies: Cookies;

  constructor(private readonly parts: ServerParts) {
    const { requestMs = REQUEST_MS, mostConnections = MOST_CONNECTIONS } = parts;
    this.tasks = new Tasks(parts.entropy);
    this.cookies = new Cookies(parts.settings);
    this.app = fastify({
      trustProxy: trustOf(parts.settings.trustedProxies),
      requestTimeout: requestMs,
      http: {
        requestTimeout: requestMs,
        headersTimeout: Math.min(HEAD_MS, requestMs),
        connectionsCheckingInterval: LOOK_EVERY_MS,
      },
      bodyLimit: LARGEST_FORM,
      routerOptions: { maxParamLength: LONGEST_PARAMETER },
      forceCloseConnections: 'idle',
    });
    const limits = { all: mostConnections, ofPlace: MOST_OF_A_PLACE, ofSite: MOST_OF_A_SITE };
    new ConnectionRoom(this.app.server, limits, parts.settings.trustedProxies);
    this.app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    this.app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(HEADERS);
      done();
    });
    this.app.addHook('onRoute', ({ method, url }) => {
      this.routes.push(...[method].flat().map((each) => `${each} ${url}`));
    });
    this.addRoutes();
  }

  private addRoutes(): void {
    const { app } = this;
    for (const asset of ASSETS) app.get(`/assets/${asset.name}`, async (_, reply) => sendAsset(reply, asset));
    for (const page of OPEN_PAGES) this.route(page, (request, reply) => this.openPage(page, request, reply));
    for (const page of PAGES) this.route(page, (request, reply) => this.closedPage(page, request, reply));
    const { logger: log, clock } = this.parts;
    const own = {
      operator: () => this.operatorOf(NOBODY),
      cookies: this.cookies,
      tasks: this.tasks,
      log,
      clock,
    };
    void app.register(openOwnDoor(own), { prefix: OWN });
    app.setNotFoundHandler((request, reply) => this.trouble(request, reply, nothingHere()));
    app.setErrorHandler((error, request, reply) => this.trouble(request, reply, error));
  }

  private route(
    { method, path }: OpenPage | Page,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    this.app.route({ method, url: path, handler });
  }

  private async openPage(page: OpenPage, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (page.method === 'POST' && isFromOutside(request)) throw forged();
    return this.send(request, reply, {
      shown: await page.answer(this.requestOf(request, NOBODY)),
      who: null,
    });
  }

  private async closedPage(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const who = await this.whoAsks(request);
    if (who === null) return this.lead(request, reply, '/sign-in');
    const { user, session } = who;
    const asked = this.requestOf(request, operatorActor(user.name));
    if (page.method === 'POST' && (isFromOutside(request) || !isSameText(asked.form['csrf'], session.csrf)))
      throw forged();
    const owed = await passkeyStepOwed(asked.operator, who);
    if (owed !== null && page.owing?.includes(owed) !== true)
      return this.lead(request, reply, owed === 'show' ? '/sign-in/passkey' : '/passkeys');
    if (!page.roles.includes(user.role)) throw notYours(user.role, page.roles);
    const visit = { ...asked, user, session, reason: session.reason, tasks: this.tasks, glance: this.glance };
    if (page.polled !== true) this.noteOpened(page, visit);
    const answer = (): Promise<Shown> => page.answer(visit);
    const once = page.method === 'POST' && page.repeats !== true;
    return this.send(request, reply, {
      shown: await (once ? this.forms.once(visit, answer) : answer()),
      who,
    });
  }

  /** Before it is answered: also a list that belongs to no one customer, of which no event tells. */
  private noteOpened({ method, path }: Page, { user, params, reason, operator }: Visit): void {
    const { requestId } = operator.context;
    const opened = { by: user.name, page: `${method} ${path}`, of: params, reason, request_id: requestId };
    this.parts.logger.info(opened, 'page opened');
  }

  private async whoAsks(request: FastifyRequest): Promise<SignedIn | null> {
    const id = this.cookies.in(request, SESSION);
    return id === undefined ? null : sessionOf(this.operatorOf(NOBODY), id);
  }

  private operatorOf(actor: string) {
    const requestId = `console_${this.parts.entropy.ulid()}`;
    return this.parts.operators.as({ actor, requestId });
  }

  private requestOf(request: FastifyRequest, actor: string): Request {
    return {
      operator: this.operatorOf(actor),
      params: texts(request.params),
      query: texts(request.query),
      form: texts(request.body),
      address: clientAddress(request),
      issuer: this.parts.issuer,
      crossing: this.cookies.in(request, CROSSING) ?? null,
      browser: this.cookies.in(request, BROWSER) ?? null,
      log: this.parts.logger,
      now: this.parts.clock.now(),
    };
  }

  /** To where the session is begun or completed. */
  private lead(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    const to = request.method === 'GET' ? `?to=${encodeURIComponent(request.url)}` : '';
    // A part of a page that is fetched by htmx: the page itself must go there.
    if (request.headers['hx-request'] === 'true') return reply.header('HX-Redirect', path).send('');
    return reply.redirect(`${path}${to}`, 303);
  }

  private async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { shown, who }: { readonly shown: Shown; readonly who: SignedIn | null },
  ): Promise<unknown> {
    switch (shown.kind) {
      case 'page': {
        const { title, body, status = 200, scripts = [] } = shown;
        await this.turnSession(request, reply, shown.session);
        if (shown.then !== undefined) reply.header('Refresh', `0; url=${inAscii(shown.then)}`);
        const text = documentOf({ title, scripts, visit: who, here: request.url }, body);
        return sendHtml(reply.status(status), text);
      }
      case 'part':
        if (shown.refresh === true) reply.header('HX-Refresh', 'true');
        return sendHtml(reply, partOf(shown.body));
      case 'go':
        await this.turnSession(request, reply, shown.session);
        if (shown.crossing !== undefined) {
          // Sent when the issuer, another site, sends the browser back: the session's cookie never is.
          const crossing = { sameSite: 'lax', maxAge: CROSSING_SECONDS } as const;
          this.cookies.set(request, reply, { name: CROSSING, value: shown.crossing, ...crossing });
        }
        if (shown.browser !== undefined) {
          const known = { sameSite: 'strict', maxAge: BROWSER_SECONDS } as const;
          this.cookies.set(request, reply, { name: BROWSER, value: shown.browser, ...known });
        }
        return reply.redirect(shown.to, 303);
      case 'file':
        return sendFile(reply, shown);
    }
  }

  /** A session that was there ends: nobody goes on under an id that somebody else may know. */
  private async turnSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: string | null | undefined,
  ): Promise<void> {
    if (session === undefined) return;
    const before = this.cookies.in(request, SESSION);
    if (before !== undefined) await endSession(this.operatorOf(NOBODY), before);
    const kept = { name: SESSION, sameSite: 'strict' } as const;
    const turned = session === null ? { value: '', maxAge: 0 } : { value: session };
    this.cookies.set(request, reply, { ...kept, ...turned });
  }

  private async trouble(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<unknown> {
    const { status, title, body } = troubleOf(error);
    if (status >= 500) this.parts.logger.error({ path: request.routeOptions.url, err: error }, title);
    const who = await this.whoAsks(request).catch(() => null);
    const text = documentOf({ title, visit: who, here: '/' }, body);
    return sendHtml(reply.status(status), text);
  }
}

const sendAsset = (reply: FastifyReply, asset: Asset): FastifyReply =>
  reply.type(asset.type).header('Cache-Control', 'no-cache').send(asset.bytes());
