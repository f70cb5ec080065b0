/**
 * What the threads of a process tell each other about the end of one log: the places of their appends, and
 * the answers to their questions. So one question of one thread serves the followers of all. It is only a
 * hint: it may come late, or not at all, and it may be older than what somebody else knows.
 */
import { BroadcastChannel, threadId } from 'node:worker_threads';
import { LOG_START, type Position } from '../event-store.js';

/** Milliseconds after a question in which nobody asks again. */
const ASKED_MS = 400;
/** A slower answer is told to nobody as the head of now, so that who looks at the server sees how slow it is. */
const PROMPT_MS = 1_000;
/** Threads whose followers are quiet at the same moment shouldn't ask at the same moment. */
const APART_MS = 60;
const AT_ONCE = 4;
/** Milliseconds in which appends gather before they are told. */
const GATHER_MS = 50;

interface News {
  readonly head: Position;
  /** Milliseconds that the server took to answer; left out where it was not asked. */
  readonly tookMs?: number;
}

export class HeadNews {
  /** The head that was told last. */
  head: Position = LOG_START;
  private askedAt = -Infinity;
  private answeredAt = -Infinity;
  private telling: NodeJS.Timeout | undefined;
  private readonly channel: BroadcastChannel;

  /** @param log the same text in all threads that read the same log */
  constructor(log: string) {
    this.channel = new BroadcastChannel(`head of ${log}`);
    this.channel.onmessage = (message): void => this.take((message as { data: News }).data);
    this.channel.unref();
  }

  /** Whether the server was asked so lately that nobody needs to ask it again. */
  get isFresh(): boolean {
    return performance.now() - this.askedAt < ASKED_MS + (threadId % AT_ONCE) * APART_MS;
  }

  /** Said at the beginning of a question: others of this thread needn't ask meanwhile. */
  asks(): void {
    this.askedAt = performance.now();
  }

  /** The head, where the server told it promptly within so many milliseconds. */
  latest(withinMs: number): Position | undefined {
    return performance.now() - this.answeredAt < withinMs ? this.head : undefined;
  }

  /** Tells the server's answer to a question. */
  answered(head: Position, tookMs: number): void {
    this.take({ head, tookMs });
    this.channel.postMessage({ head, tookMs });
  }

  /** Tells the place of an event that was appended. */
  appended(head: Position): void {
    this.take({ head });
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.channel.postMessage({ head: this.head });
    }, GATHER_MS).unref();
  }

  close(): void {
    clearTimeout(this.telling);
    this.channel.close();
  }

  private take({ head, tookMs }: News): void {
    this.head = head;
    if (tookMs === undefined) return;
    this.askedAt = performance.now();
    if (tookMs < PROMPT_MS) this.answeredAt = this.askedAt;
  }
}
