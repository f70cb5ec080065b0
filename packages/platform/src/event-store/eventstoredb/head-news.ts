/**
 * Shares what the threads of a process know of the end of a log, so that one question serves the followers of
 * all. It is a hint that may be old, in shared memory: a message would wake every thread.
 */
import { LOG_START, type Position } from '../event-store.js';
import { positionOfDigits } from './positions.js';
import { ANSWERED_AT, ASKED_AT, HEAD_AT, sharedHead } from './shared-head.js';

const NS_A_MS = 1_000_000n;
/** Nanoseconds after a question in which nobody asks again. */
const ASKED_NS = 400n * NS_A_MS;
/** A slower answer counts for its asker alone: who looks at the server has to see how slow it is. */
const PROMPT_MS = 1_000;

export class HeadNews {
  private readonly memory: BigInt64Array;

  /** @param log the same text in all threads that read the same log */
  constructor(log: string) {
    this.memory = sharedHead(log);
  }

  /** The head that was told last. */
  get head(): Position {
    const next = Atomics.load(this.memory, HEAD_AT);
    if (next === 0n) return LOG_START;
    const digits = (next - 1n).toString();
    return positionOfDigits(digits, digits);
  }

  /** True where nobody has asked the server lately: then the caller has to ask, and the others needn't. */
  mayAsk(): boolean {
    const last = Atomics.load(this.memory, ASKED_AT);
    const now = process.hrtime.bigint();
    return now - last >= ASKED_NS && Atomics.compareExchange(this.memory, ASKED_AT, last, now) === last;
  }

  /** The head, where the server told it promptly within so many milliseconds. */
  latest(withinMs: number): Position | undefined {
    const age = process.hrtime.bigint() - Atomics.load(this.memory, ANSWERED_AT);
    return age < BigInt(withinMs) * NS_A_MS ? this.head : undefined;
  }

  /** Tells the server's answer to a question. */
  answered(head: Position, tookMs: number): void {
    this.appended(head);
    const now = process.hrtime.bigint();
    Atomics.store(this.memory, ASKED_AT, now);
    if (tookMs < PROMPT_MS) Atomics.store(this.memory, ANSWERED_AT, now);
  }

  /** Tells the place of an event that was appended. */
  appended(head: Position): void {
    Atomics.store(this.memory, HEAD_AT, numberOf(head));
  }
}

/** 0 before the first event, else one more than the commit position, which is the prepare position too. */
const numberOf = (head: Position): bigint =>
  head === LOG_START ? 0n : BigInt(head.split('.', 1)[0] ?? '') + 1n;
