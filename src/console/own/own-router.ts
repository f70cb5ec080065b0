/**
 * Serves the pages of a customer's own account. The account's link begins a session, which sees that account
 * only. Only this router answers below its path. Operators' sessions don't work here. Customers' sessions
 * work nowhere else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  checkLink,
  endCustomerSession,
  enterByLink,
  customerSessionOf,
  type EntryOutcome,
  type LinkAttempt,
} from '../../operator/own-account/enter-by-link.js';
import type { OperatorServices } from '../../operator/operator.js';
import { clientAddress } from '../../../packages/platform/src/http/client-address.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { Cookies } from '../cookies.js';
import { isForeign, equalsSafely } from '../forgery.js';
import { sendFile, sendHtml } from '../replies.js';
import type { Tasks } from '../tasks.js';
import { foreignFormError, type ErrorPage } from '../error-pages.js';
import { renderPart } from '../view/document.js';
import { firstTexts } from '../form-values.js';
import { OpenAccountForm, ownDocument } from './own-document.js';
import type { OwnPage } from './own-page.js';
import { OWN_PATH } from './own-paths.js';
import { LOCKED_OUT, NOTHING_HERE, ownErrorPageOf } from './own-error-pages.js';
import { OWN_PAGES } from './pages/index.js';

interface OwnRouterParts {
  /** Makes the services for one request. Their actor is no operator, but the console. */
  readonly makeServices: () => OperatorServices;
  readonly cookies: Cookies;
  readonly tasks: Tasks;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly clock: Clock;
}

const SESSION_COOKIE = 'console_own';
const LOGGED_BY = 'account link';
/** The script that removes the link's secret from the page's address, and so from the browser's history. */
const HIDER_SCRIPT = 'own-opening.mjs';

export class OwnRouter {
  constructor(private readonly parts: OwnRouterParts) {}

  /** Adds the pages to `app`, which is mounted at `OWN_PATH`. */
  addRoutes(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      // The address holds the link's secret until a session begins.
      reply.header('Referrer-Policy', 'no-referrer');
      done();
    });
    app.get('/open', (_, reply) => this.showOpenForm(reply));
    app.post('/open', (_, reply) => this.openSession(reply));
    app.post('/leave', (_, reply) => this.endSession(reply));
    for (const page of OWN_PAGES) app.get(page.path, (_, reply) => this.show(page, reply));
    app.setNotFoundHandler((_, reply) => this.sendError(reply, NOTHING_HERE));
    app.setErrorHandler((error, _, reply) => this.handleError(reply, error));
  }

  /** Shows the button that begins a visit. The link alone begins none: a mail scanner may open it. */
  private async showOpenForm(reply: FastifyReply): Promise<unknown> {
    const attempt = this.parseLink(reply.request, reply.request.query);
    const check = await checkLink(this.parts.makeServices(), attempt);
    if (check.outcome !== 'valid') return this.refuse(reply, attempt, check);
    const body = OpenAccountForm({ account: check.account, link: attempt.link });
    return this.sendWithoutSession(reply, { title: 'Open your account', body });
  }

  /** Begins a session. An earlier session ends first: somebody else may know its id. */
  private async openSession(reply: FastifyReply): Promise<unknown> {
    const { request } = reply;
    if (isForeign(request)) throw foreignFormError();
    const operator = this.parts.makeServices();
    const attempt = this.parseLink(request, request.body);
    const entry = await enterByLink(operator, attempt);
    if (entry.outcome !== 'in') return this.refuse(reply, attempt, entry);
    this.logSignIn(attempt, entry);
    const earlierSession = this.parts.cookies.read(request, SESSION_COOKIE);
    if (earlierSession !== undefined) await endCustomerSession(operator, earlierSession);
    this.setSession(reply, { value: entry.session.id });
    return reply.redirect(OWN_PATH, 303);
  }

  private parseLink(request: FastifyRequest, values: unknown): LinkAttempt {
    const { link = '' } = firstTexts(values);
    return { link, address: clientAddress(request), at: this.parts.clock.now() };
  }

  private logSignIn({ address }: LinkAttempt, { outcome, account }: EntryOutcome): void {
    this.parts.log.info({ by: LOGGED_BY, outcome, account, address }, 'sign-in');
  }

  private refuse(reply: FastifyReply, attempt: LinkAttempt, entry: EntryOutcome): unknown {
    this.logSignIn(attempt, entry);
    return this.sendError(reply, entry.outcome === 'locked' ? LOCKED_OUT : NOTHING_HERE);
  }

  private async endSession(reply: FastifyReply): Promise<unknown> {
    const { request } = reply;
    const operator = this.parts.makeServices();
    const session = await this.sessionIn(request, operator);
    if (session === null) return this.sendError(reply, NOTHING_HERE);
    if (isForeign(request) || !equalsSafely(firstTexts(request.body)['csrf'], session.csrf))
      throw foreignFormError();
    await endCustomerSession(operator, session.id);
    this.setSession(reply, { value: '', maxAge: 0 });
    return reply.redirect(OWN_PATH, 303);
  }

  private async show(page: OwnPage, reply: FastifyReply): Promise<unknown> {
    const { request } = reply;
    const operator = this.parts.makeServices();
    const session = await this.sessionIn(request, operator);
    if (session === null) return this.sendError(reply, NOTHING_HERE);
    const { account } = session;
    const params = firstTexts(request.params);
    if (page.isPolled !== true) {
      const { requestId: request_id } = operator.context;
      const fields = { by: LOGGED_BY, account, page: `GET ${OWN_PATH}${page.path}`, of: params, request_id };
      this.parts.log.info(fields, 'page opened');
    }
    const { tasks, clock, log } = this.parts;
    const query = firstTexts(request.query);
    const answer = await page.answer({ operator, account, params, query, tasks, log, now: clock.now() });
    switch (answer.kind) {
      case 'page': {
        const { title, scripts = [], status = 200, body } = answer;
        const text = ownDocument({ title, scripts, session, url: request.url }, body);
        return sendHtml(reply.status(status), text);
      }
      case 'part':
        return sendHtml(reply, renderPart(answer.body));
      case 'redirect':
        return reply.redirect(answer.to, 303);
      case 'file':
        return sendFile(reply, answer);
    }
  }

  private async sessionIn(request: FastifyRequest, operator: OperatorServices) {
    const id = this.parts.cookies.read(request, SESSION_COOKIE);
    return id === undefined ? null : customerSessionOf(operator, id, this.parts.clock.now());
  }

  /** Sets the session's cookie. `lax`: after a link in a mail, browsers don't send a `strict` cookie. */
  private setSession(
    reply: FastifyReply,
    cookie: { readonly value: string; readonly maxAge?: number },
  ): void {
    this.parts.cookies.set(reply, { name: SESSION_COOKIE, sameSite: 'lax', ...cookie });
  }

  private handleError(reply: FastifyReply, error: unknown): unknown {
    const errorPage = ownErrorPageOf(error);
    const { url: path } = reply.request.routeOptions;
    if (errorPage.status >= 500) this.parts.log.error({ path, err: error }, errorPage.title);
    return this.sendError(reply, errorPage);
  }

  private sendError(reply: FastifyReply, { status, ...page }: ErrorPage): unknown {
    return this.sendWithoutSession(reply.status(status), page);
  }

  private sendWithoutSession(reply: FastifyReply, { title, body }: Omit<ErrorPage, 'status'>): unknown {
    const parts = { title, scripts: [HIDER_SCRIPT], session: null, url: OWN_PATH };
    return sendHtml(reply, ownDocument(parts, body));
  }
}
