/**
 * Finds out that a node of a cluster is frozen: its connections stay open and nothing is answered. While
 * calls wait, the node is asked for the end of the log. If it doesn't answer that either, the calls end, and
 * another node is looked for. Deadlines and keep-alives alone take up to 20 s.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { hasNode } from './client.js';
import { FrozenNodeError } from './errors.js';

/** Milliseconds without an answer to any call after which a node is asked. */
const QUIET_MS = 1_000;

/** The same for a node found in place of a frozen one: until an election ends, it may be the frozen one. */
const SUSPECT_QUIET_MS = 50;

/** Milliseconds that a node has for its answer at first; the longest. */
const FIRST_ANSWER_MS = 1_000;
const LONGEST_ANSWER_MS = 8_000;

/** Milliseconds for which a finding counts. */
const REMEMBERED_MS = 60_000;

/** So many findings may come from one election. Each further one doubles the time to answer. */
const OF_ONE_ELECTION = 5;

/** Calls of one client that wait, by what ends them. */
interface Waiting {
  readonly calls: Set<(error: Error) => void>;
  /** By `performance.now()`; undefined before the first answer. */
  answeredAt: number | undefined;
  isWatched: boolean;
}

export class FrozenNodes {
  private readonly clients = new WeakMap<EventStoreDBClient, Waiting>();
  private findings: number[] = [];

  /**
   * @param ask makes a small read from the leader
   * @param found called first thing in a turn of the event loop, before the calls end
   */
  constructor(
    private readonly ask: (client: EventStoreDBClient) => Promise<unknown>,
    private readonly found: (client: EventStoreDBClient) => void,
  ) {}

  /** Passes the outcome of a call on. @throws FrozenNodeError once its node is found frozen */
  watch<T>(client: EventStoreDBClient, call: Promise<T>): Promise<T> {
    const waiting = this.of(client);
    return new Promise((resolve, reject) => {
      waiting.calls.add(reject);
      void call
        .then((result) => {
          waiting.answeredAt = performance.now();
          resolve(result);
        }, reject)
        .finally(() => waiting.calls.delete(reject));
      if (!waiting.isWatched) void this.look(client, waiting);
    });
  }

  private of(client: EventStoreDBClient): Waiting {
    const known = this.clients.get(client);
    if (known !== undefined) return known;
    const waiting: Waiting = { calls: new Set(), answeredAt: undefined, isWatched: false };
    this.clients.set(client, waiting);
    return waiting;
  }

  /** Looks again and again, as long as calls wait. */
  private async look(client: EventStoreDBClient, waiting: Waiting): Promise<void> {
    waiting.isWatched = true;
    for (let since = performance.now(); ;) {
      const isSuspect = waiting.answeredAt === undefined && this.recent() > 0;
      const quietMs = isSuspect ? SUSPECT_QUIET_MS : QUIET_MS;
      await pause(since + quietMs - performance.now(), undefined, { ref: false });
      if (waiting.calls.size === 0) break;
      since = Math.max(since, waiting.answeredAt ?? 0);
      if (performance.now() - since < quietMs) continue;
      if (!hasNode(client)) {
        since = performance.now();
        continue;
      }
      const answers = await this.answers(client);
      if (answers) since = waiting.answeredAt = performance.now();
      if (answers || !hasNode(client)) continue;
      this.findings.push(performance.now());
      this.found(client);
      for (const end of waiting.calls) end(new FrozenNodeError());
      break;
    }
    waiting.isWatched = false;
  }

  /** An error is an answer too: the node, or the way to it, isn't frozen. */
  private async answers(client: EventStoreDBClient): Promise<boolean> {
    let answered = false;
    const note = (): void => void (answered = true);
    const answer = this.ask(client).then(note, note);
    await Promise.race([answer, pause(this.answerMs(), undefined, { ref: false })]);
    // What came while this process itself was busy is still to be read.
    await turn();
    return answered;
  }

  /** A cluster that is slow isn't frozen: it gets longer each time. */
  private answerMs(): number {
    const doubled = Math.max(0, this.recent() + 1 - OF_ONE_ELECTION);
    return Math.min(FIRST_ANSWER_MS * 2 ** doubled, LONGEST_ANSWER_MS);
  }

  private recent(): number {
    const now = performance.now();
    this.findings = this.findings.filter((at) => now - at < REMEMBERED_MS);
    return this.findings.length;
  }
}
