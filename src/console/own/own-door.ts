/**
 * A customer's door: an account's own link begins a session, and the session sees that account and nothing else. Below its
 * path this alone answers; it takes no session of an operator, and no page of theirs takes one of its own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  checkLink,
  endOwnSession,
  enterByLink,
  ownSessionOf,
  type EntryOutcome,
  type LinkAttempt,
} from '../../operator/own-account/enter-by-link.js';
import type { OwnSession } from '../../operator/own-account/own-sessions.js';
import type { Operator } from '../../operator/operator.js';
import { clientAddress } from '../../platform/http/client-address.js';
import type { Logger } from '../../platform/telemetry/logger.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Cookies } from '../cookies.js';
import { isFromOutside, isSameText } from '../forgery.js';
import { sendFile, sendHtml } from '../replies.js';
import type { Tasks } from '../tasks.js';
import { forged } from '../troubles.js';
import { partOf } from '../view/document.js';
import { texts } from '../words.js';
import { ownDocument } from './own-document.js';
import { Opening } from './own-opening.js';
import type { OwnPage, OwnShown } from './own-page.js';
import { OWN } from './own-paths.js';
import { LOCKED, NOTHING, ownTroubleOf } from './own-troubles.js';
import { OWN_PAGES } from './pages/index.js';

export interface OwnDoorParts {
  /** Its stores, for one request; nobody acts by it. */
  readonly operator: () => Operator;
  readonly cookies: Cookies;
  readonly tasks: Tasks;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly clock: Clock;
}

const SESSION = 'console_own';
const BY = 'account link';
/** Takes the link's secret out of the address of its page, and so out of the browser's history. */
const HIDER_SCRIPT = 'own-opening.mjs';

/** For Fastify, below `OWN`. */
export const openOwnDoor = (parts: OwnDoorParts) => async (app: FastifyInstance) =>
  new OwnDoor(parts).hang(app);

class OwnDoor {
  constructor(private readonly parts: OwnDoorParts) {}

  hang(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      // The link's secret stands in the address until it is exchanged.
      reply.header('Referrer-Policy', 'no-referrer');
      done();
    });
    app.get('/open', (request, reply) => this.offer(request, reply));
    app.post('/open', (request, reply) => this.open(request, reply));
    app.post('/leave', (request, reply) => this.leave(request, reply));
    for (const page of OWN_PAGES) app.get(page.path, (request, reply) => this.show(page, request, reply));
    app.setNotFoundHandler((_request, reply) => this.say(reply, NOTHING));
    app.setErrorHandler((error, request, reply) => this.trouble(request, reply, error));
  }

  /** A link begins no visit by itself: another site, a mail scanner or a prefetch may follow it. */
  private async offer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const opened = this.openedIn(request, request.query);
    const checked = await checkLink(this.parts.operator(), opened);
    if (checked.outcome !== 'right') return this.refuse(reply, opened, checked);
    const title = 'Open your account';
    const body = Opening({ account: checked.account, link: opened.link });
    return sendHtml(reply, ownDocument({ title, scripts: [HIDER_SCRIPT], session: null, here: OWN }, body));
  }

  /** The session that was there ends: nobody goes on under an id that somebody else may know. */
  private async open(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (isFromOutside(request)) throw forged();
    const operator = this.parts.operator();
    const opened = this.openedIn(request, request.body);
    const entered = await enterByLink(operator, opened);
    if (entered.outcome !== 'in') return this.refuse(reply, opened, entered);
    this.note(opened, entered);
    const before = this.parts.cookies.in(request, SESSION);
    if (before !== undefined) await endOwnSession(operator, before);
    this.keep(request, reply, { value: entered.session.id });
    return reply.redirect(OWN, 303);
  }

  private openedIn(request: FastifyRequest, words: unknown): LinkAttempt {
    const { link = '' } = texts(words);
    return { link, address: clientAddress(request), at: this.parts.clock.now() };
  }

  private note(
    { address }: LinkAttempt,
    { outcome, account }: Pick<EntryOutcome, 'outcome' | 'account'>,
  ): void {
    this.parts.log.info({ by: BY, outcome, account, address }, 'sign-in');
  }

  private refuse(reply: FastifyReply, opened: LinkAttempt, refused: EntryOutcome): unknown {
    this.note(opened, refused);
    return this.say(reply, refused.outcome === 'locked' ? LOCKED : NOTHING);
  }

  private async leave(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const operator = this.parts.operator();
    const session = await this.sessionIn(request, operator);
    if (session === null) return this.say(reply, NOTHING);
    if (isFromOutside(request) || !isSameText(texts(request.body)['csrf'], session.csrf)) throw forged();
    await endOwnSession(operator, session.id);
    this.keep(request, reply, { value: '', maxAge: 0 });
    return reply.redirect(OWN, 303);
  }

  private async show(page: OwnPage, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const operator = this.parts.operator();
    const session = await this.sessionIn(request, operator);
    if (session === null) return this.say(reply, NOTHING);
    const { account } = session;
    const params = texts(request.params);
    if (page.polled !== true) {
      const { requestId } = operator.context;
      const opened = { by: BY, account, page: `GET ${OWN}${page.path}`, of: params, request_id: requestId };
      this.parts.log.info(opened, 'page opened');
    }
    const { tasks, clock, log } = this.parts;
    const query = texts(request.query);
    const shown = await page.answer({ operator, account, params, query, tasks, log, now: clock.now() });
    return this.send(request, reply, { shown, session });
  }

  private send(
    request: FastifyRequest,
    reply: FastifyReply,
    { shown, session }: { readonly shown: OwnShown; readonly session: OwnSession },
  ): unknown {
    switch (shown.kind) {
      case 'page': {
        const { title, scripts = [], body } = shown;
        return sendHtml(reply, ownDocument({ title, scripts, session, here: request.url }, body));
      }
      case 'part':
        return sendHtml(reply, partOf(shown.body));
      case 'go':
        return reply.redirect(shown.to, 303);
      case 'file':
        return sendFile(reply, shown);
    }
  }

  private async sessionIn(request: FastifyRequest, operator: Operator): Promise<OwnSession | null> {
    const id = this.parts.cookies.in(request, SESSION);
    return id === undefined ? null : ownSessionOf(operator, id, this.parts.clock.now());
  }

  /** `lax`: a browser keeps back a `strict` one after a link in a mail, for the whole way that the link began. */
  private keep(
    request: FastifyRequest,
    reply: FastifyReply,
    kept: { readonly value: string; readonly maxAge?: number },
  ): void {
    this.parts.cookies.set(request, reply, { name: SESSION, sameSite: 'lax', ...kept });
  }

  private trouble(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
    const trouble = ownTroubleOf(error);
    const { url: path } = request.routeOptions;
    if (trouble.status >= 500) this.parts.log.error({ path, err: error }, trouble.title);
    return this.say(reply, trouble);
  }

  private say(reply: FastifyReply, { status, title, body }: typeof NOTHING): unknown {
    return sendHtml(
      reply.status(status),
      ownDocument({ title, scripts: [HIDER_SCRIPT], session: null, here: OWN }, body),
    );
  }
}
