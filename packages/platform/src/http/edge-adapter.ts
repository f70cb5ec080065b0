/** Fastify with request ids, a gate before any body, one form of answers, and no route open by oversight. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../../words/src/text/nearest.js';
import { errorOf } from '../errors/error-code.js';
import { askedBy } from '../tasks/asker.js';
import { atOnce } from '../tasks/at-once.js';
import type { Clock } from '../time/clock.js';
import type { Entropy } from '../secrets/entropy.js';
import type { Logger } from '../telemetry/logger.js';
import type { OpenSpan } from '../telemetry/tracer.js';
import { beginTrace } from '../telemetry/tracing.js';
import { Answer, refuse, unavailable } from './answer.js';
import { trustOf } from './client-address.js';
import { ConnectionRoom } from './connection-room.js';
import { prefersHtml, takesJson } from './coding/preferences.js';
import { refuseAnnouncedLength, refuseMediaType } from './body.js';
import { refuseField } from './field-errors.js';
import type { LinkBase } from './error-body.js';
import { answerOfFault } from './faults.js';
import type { Gate } from './gate.js';
import { pathTemplate, type Operation, type OperationRoute } from './operation.js';
import { traceparentIn, type RequestState } from './request-state.js';
import { pathOf, routableTarget } from './request-target.js';
import { RouteTable } from './route-table.js';
import { answerFault } from './wire-faults.js';
import { writeAnswer } from './write-answer.js';

export interface EdgeOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly maxBodyBytes: number;
  /** Like `trustedProxies` of the settings. */
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
  readonly address: LinkBase;
}

/** Bytes of request line and headers; more is 431. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 60_000;
/** Far more than clients need; below the open files that systems usually allow a process. */
const CONNECTIONS = { all: 8_192, ofPlace: 4_096, ofSite: 4_096 };
/** Long enough for a body of the largest size on a slow line. */
const REQUEST_TIMEOUT_MS = 600_000;

/** Told about every finished request: metrics, logs, the request log. */
export type Observer = (request: FastifyRequest, reply: FastifyReply) => void;

function wrongMethod(allow: readonly string[]): Answer {
  const methods = allow.join(', ');
  const message = `This path takes only ${allow.join(' and ')}.`;
  return refuse('method_not_allowed', { message, available: allow }, { Allow: methods });
}

/** Browsers that are given the bare address see the documentation. */
const TO_DOCS = new Answer({ status: 302, body: null, headers: { Location: '/docs', Vary: 'Accept' } });
const leadsHome = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && pathOf(url) === '/' && prefersHtml(headers.accept);

const OF_THE_BODY = ['Content-Encoding', 'Content-Type', 'ETag'];

/** A body that broke before its first byte leaves its headers in both places: removes them. */
function forgetBody(reply: FastifyReply): void {
  for (const name of OF_THE_BODY) reply.removeHeader(name).raw.removeHeader(name);
}

const traceOf = (request: FastifyRequest, { id }: Operation, client: string | null): OpenSpan | null =>
  beginTrace(id, { 'http.request.method': request.method, request_id: request.id }, client);

function endTrace({ edge: { trace } }: FastifyRequest, { statusCode }: FastifyReply): void {
  if (trace === null) return;
  trace.tell({ 'http.response.status_code': statusCode });
  if (statusCode >= 500) trace.fail(statusCode);
  trace.end();
}

export class EdgeAdapter extends FastifyAdapter {
  private readonly routes = new RouteTable();
  private readonly observers: Observer[] = [];
  private gate: Gate | null = null;

  constructor(private readonly edge: EdgeOptions) {
    const newRequestId = (): string => `req_${edge.entropy.ulid()}`;
    super({
      skipMiddie: true,
      trustProxy: trustOf(edge.trustedProxies),
      exposeHeadRoutes: true,
      requestTimeout: REQUEST_TIMEOUT_MS,
      http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
      genReqId: newRequestId,
      rewriteUrl: (request: IncomingMessage) => routableTarget(request.url ?? '/'),
      clientErrorHandler: (error, socket) => answerFault(error, socket, newRequestId(), edge.address),
      return503OnClosing: false,
    });
    const server = this.getInstance<FastifyInstance>();
    new ConnectionRoom(server.server, CONNECTIONS, edge.trustedProxies);
    server.decorateRequest('edge');
    server.addHook('onRoute', (route) => this.routes.add(route));
    server.addHook('onRequest', (request, reply, done) => this.receive(request, reply, done));
    server.addHook('onResponse', (request, reply, done) => {
      for (const see of this.observers) see(request, reply);
      endTrace(request, reply);
      done();
    });
    // Handlers that need a body read it themselves; no other body is parsed.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    super.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) =>
      writeAnswer(reply, refuse('not_found')),
    );
    super.setErrorHandler((error, request, reply) => {
      forgetBody(reply);
      return writeAnswer(reply, answerOfFault(edge.logger, request.id, error));
    });
    this.listenBelowRouting(server, newRequestId);
  }

  /** Keeps our handlers: Nest would replace them with its own. */
  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance();
  }
  override setErrorHandler(): FastifyInstance {
    return this.getInstance();
  }

  get operations(): readonly OperationRoute[] {
    return this.routes.operations;
  }

  useGate(gate: Gate): void {
    this.gate = gate;
  }

  observe(observer: Observer): void {
    this.observers.push(observer);
  }

  /** Writes a handler's result. */
  override reply(reply: FastifyReply, body: unknown, status?: number): FastifyReply {
    if (body instanceof Answer) return writeAnswer(reply, body);
    if (status !== undefined) void reply.status(status);
    return reply.send(body);
  }

  /** The first step of a request. */
  private receive(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    request.edge = this.stateOf(request, reply);
    const { trace, operation } = request.edge;
    const admit = (): void => this.admit(request, reply, done);
    const run = (): void => (trace === null ? admit() : trace.run(admit));
    const recordsNothing = request.method !== 'POST' && operation?.head !== false;
    if (recordsNothing) askedBy(reply.raw, run);
    else run();
  }

  private admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    void reply.header('X-Request-ID', request.id);
    const goOn = (refusal: Answer | null): void => {
      if (refusal === null) done();
      else writeAnswer(reply, refusal);
    };
    const refusal = this.refusalOf(request, reply);
    if (!(refusal instanceof Promise)) goOn(refusal);
    else refusal.then(goOn, (error: unknown) => done(errorOf(error)));
  }

  private stateOf(request: FastifyRequest, reply: FastifyReply): RequestState {
    const traceparent = traceparentIn(request.headers['traceparent']);
    const operation = request.routeOptions.config.operation ?? null;
    return {
      requestId: request.id,
      address: this.edge.address,
      traceparent,
      receivedAt: this.edge.clock.now(),
      started: performance.now(),
      operation,
      notes: {},
      trace: operation === null ? null : traceOf(request, operation, traceparent),
      askForBody: () => {
        if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
      },
    };
  }

  private refusalOf(request: FastifyRequest, reply: FastifyReply): Answer | null | Promise<Answer | null> {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      return refuseField('invalid_request', 'host', 'HTTP/1.1 asks for a Host header.');
    const target = this.routes.targetOf(request);
    switch (target.kind) {
      case 'open':
        return null;
      case 'open_unknown_path':
        return leadsHome(request) ? TO_DOCS : refuse('not_found');
      case 'open_wrong_method':
        return wrongMethod(target.allow);
      case 'operation':
      case 'wrong_method':
      case 'unknown_path':
        break;
    }
    void reply.header('Cache-Control', 'no-store');
    if (this.gate === null) return unavailable();
    return atOnce(this.gate.admit(request, target), ({ headers, refusal }) => {
      for (const name in headers) void reply.header(name, headers[name]);
      if (refusal !== null) return refusal;
      if (target.kind === 'unknown_path') return this.unknownPath(request);
      return target.kind === 'wrong_method' ? wrongMethod(target.allow) : this.formRefusal(request);
    });
  }

  /** 404 with the paths of the interface, and the one that may have been meant. */
  private unknownPath(request: FastifyRequest): Answer {
    const known = this.operations.map(({ method, path }) => ({ method, path: pathTemplate(path) }));
    const meant = didYouMean(
      pathOf(request.url),
      known.map(({ path }) => path),
    );
    const message = `There is nothing at this path.${meant} available lists the paths that there are.`;
    const available = known.map(({ method, path }) => `${method} ${path}`);
    return refuse('not_found', { message, available });
  }

  /** A refusal by headers alone: the client accepts no JSON, or sends a body that isn't accepted. */
  private formRefusal(request: FastifyRequest): Answer | null {
    const { operation } = request.edge;
    if (operation?.outside !== true && !takesJson(request.headers.accept))
      return refuse('not_acceptable', { available: ['application/json'] });
    if (operation?.body === 'json')
      return refuseMediaType(request.raw) ?? refuseAnnouncedLength(request.raw, this.edge.maxBodyBytes);
    // Nothing reads the body, so its type can't be wrong.
    delete request.raw.headers['content-type'];
    return null;
  }

  /** Takes requests that Node would answer itself, without JSON. */
  private listenBelowRouting(server: FastifyInstance, newRequestId: () => string): void {
    const route = (request: IncomingMessage, response: ServerResponse): void => {
      server.server.emit('request', request, response);
    };
    // The code that reads the body sends `100 Continue`, once the key has been checked.
    server.server.on('checkContinue', route);
    server.server.on('checkExpectation', route);
    server.server.on('connect', (_request, socket) =>
      answerFault(new Error('CONNECT'), socket, newRequestId(), this.edge.address),
    );
  }
}
