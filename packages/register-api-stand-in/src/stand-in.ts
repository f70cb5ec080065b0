/** One server for the REST, document and streaming API, as their addresses don't overlap. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpServer } from '../../stand-in-process/src/http-server.js';
import { PlannedFaults } from '../../stand-in-process/src/planned-faults.js';
import { Answers, eventsIn, STREAMS } from './answers.js';
import { Documents, holdAccounts } from './documents.js';
import { MISBEHAVE, type Fault } from './faults.js';
import { RateLimit } from './rate-limit.js';
import { companyReply, documentReply, json, storageReply, type Reply } from './rest.js';
import { Streams } from './streams.js';

export interface StandInOptions {
  readonly port: number;
  readonly responses: readonly string[];
  readonly events: readonly string[];
  /** Folders of published accounts. */
  readonly accounts: readonly string[];
  readonly key: string;
  readonly streamKey: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly heartbeatMs: number;
}

export interface SeenRequest {
  /** With its query. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: number | null;
}

const DENIED = json(401, { error: 'Invalid Authorization', type: 'ch:service' });

export class RegisterApiStandIn {
  readonly answers: Answers;
  readonly documents = new Documents();
  readonly streams: Streams;
  readonly faults = new PlannedFaults<Fault>();
  readonly seen: { path: string; at: number; status: number | null }[] = [];
  readonly unknownCalls: string[] = [];
  private readonly limit: RateLimit;
  private readonly server: HttpServer;

  private constructor(private readonly options: StandInOptions) {
    this.answers = new Answers(options.responses);
    for (const folder of options.accounts) holdAccounts(folder, this.answers, this.documents);
    this.streams = new Streams(options.events.flatMap(eventsIn), options.heartbeatMs);
    this.limit = new RateLimit(options.limit, options.windowSeconds);
    this.server = new HttpServer((request, response) => this.answer(request, response));
  }

  static async start(options: StandInOptions): Promise<RegisterApiStandIn> {
    const standIn = new RegisterApiStandIn(options);
    await standIn.server.listen(options.port);
    return standIn;
  }

  get url(): string {
    return this.server.url;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    const seen = { path: url.pathname + url.search, at: Date.now(), status: null as number | null };
    this.seen.push(seen);
    const fault = this.faults.of(url.pathname);
    if (fault !== null) return MISBEHAVE[fault](response);
    const reply = this.reply(request, url, response);
    if (reply === null) return;
    seen.status = reply.status;
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /** Null: the answer is a stream, and under way. */
  private reply(request: IncomingMessage, url: URL, response: ServerResponse): Reply | null {
    const authorization = request.headers.authorization;
    const stored = storageReply(this.documents, url, authorization);
    if (stored !== null) return stored;
    const stream = url.pathname.slice(1);
    const streamed = STREAMS.has(stream);
    const { key, streamKey } = this.options;
    if (!hasKey(authorization, streamed ? streamKey : key)) return DENIED;
    return streamed ? this.streamReply(stream, url, response) : this.restReply(request, url);
  }

  private streamReply(stream: string, url: URL, response: ServerResponse): Reply | null {
    const text = url.searchParams.get('timepoint');
    const opening = this.streams.open(stream, text === null ? null : Number(text), response);
    return opening.outcome === 'opened' ? null : { status: 416, body: 'timepoint out of range' };
  }

  private restReply(request: IncomingMessage, url: URL): Reply {
    const { passes, headers } = this.limit.take(Date.now());
    if (!passes) return { ...json(429, { error: 'Rate limit exceeded' }), headers };
    const accept = request.headers.accept ?? '';
    const reply = companyReply(this.answers, url) ?? documentReply(this.documents, url, accept);
    if (reply === null) this.unknownCalls.push(`${request.method} ${url.pathname}`);
    const { status, body, headers: own } = reply ?? json(404, { error: 'Not found', type: 'ch:service' });
    return { status, body, headers: { ...headers, ...own } };
  }
}

/** The key stands as the user's name, without a password. */
function hasKey(authorization: string | undefined, key: string): boolean {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ');
  return scheme === 'Basic' && Buffer.from(credentials, 'base64').toString() === `${key}:`;
}
