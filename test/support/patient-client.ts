/**
 * A client of a service whose processes die: asks again where it got no answer, or one that says to come back later.
 * So what it sends must be safe to send twice: a read, or a request with an idempotency key.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** How often it was sent. */
  readonly sent: number;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** How long a frozen process is waited for. */
const ANSWER_MS = 30_000;
const DEADLINE_MS = 240_000;
const AGAIN_MS = 40;

export class PatientClient {
  /** Answers that came, and calls that none came for, in all. */
  readonly seen = { answers: 0, lost: 0, unavailable: 0 };

  constructor(
    /** Where the service is now. */
    private readonly url: () => string,
    private readonly key: string,
    /** Gives up: the test is over. */
    private readonly over?: AbortSignal,
  ) {}

  async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const deadline = Date.now() + DEADLINE_MS;
    for (let sent = 1; ; sent++) {
      const answer = await this.once(path, ask);
      if (answer !== null && answer.status !== 503) return { ...answer, sent };
      this.over?.throwIfAborted();
      if (Date.now() > deadline) throw new Error(`${path}: no answer but ${JSON.stringify(answer?.body)}`);
      await pause(AGAIN_MS);
    }
  }

  /** Null where the connection broke, or was never made. */
  async once(
    path: string,
    { method = 'GET', headers = {}, body }: Ask = {},
  ): Promise<Omit<Answer, 'sent'> | null> {
    try {
      const response = await fetch(`${this.url()}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = {
        status: response.status,
        headers: response.headers,
        body: parsed(await response.text()),
      };
      this.count(path, answer);
      return answer;
    } catch (error) {
      if (error instanceof UnseemlyAnswer) throw error;
      this.seen.lost++;
      return null;
    }
  }

  /** Whatever dies, no client is ever told anything else than a well-formed answer. */
  private count(path: string, { status, headers, body }: Omit<Answer, 'sent'>): void {
    this.seen.answers++;
    const told = `${path}: ${status} ${JSON.stringify(body)}`;
    if (status === 500 || status === 401) throw new UnseemlyAnswer(told);
    if (status === 503) this.seen.unavailable++;
    // A probe's answer has a form of its own.
    if (status < 400 || !path.startsWith('/v1/')) return;
    if (typeof body['request_id'] !== 'string') throw new UnseemlyAnswer(told);
    if (status !== 503) return;
    if (headers.get('retry-after') === null) throw new UnseemlyAnswer(`${told} without Retry-After`);
  }
}

class UnseemlyAnswer extends Error {}

const parsed = (text: string): Record<string, unknown> =>
  (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
