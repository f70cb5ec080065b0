/**
 * A subscription to the whole log with a filter: history page by page, with checkpoints, then what is
 * written. Written after `AllSubscriptionFiltered` of 23.10 and 24.2, which differ in where they begin, in
 * what a full buffer does to a subscription that is live, and in the checkpoints around "caught up".
 */
import { ReadResp, type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { randomUUID } from 'node:crypto';
import { isFrom, sizeOf, type LogRecord } from './log-record.js';
import { CallOverError, sendOne, type ReadCall } from './read-answers.js';
import { handlerThrew, timedOut, type RpcError } from './rpc-errors.js';
import { rpcError, type OpenSubscription, type ServerContext } from './server-context.js';
import { recordFilter } from './record-filter.js';
import { readEvent } from './wire.js';

/** Matching events of a page, and messages that wait for a live subscriber. */
const PAGE_SIZE = 32;

interface Place {
  readonly commit: bigint;
  readonly prepare: bigint;
}

type LiveMessage = { readonly record: LogRecord } | { readonly checkpoint: Place };

export async function allSubscription(
  context: ServerContext,
  call: ReadCall,
  options: ReadReq.Options,
): Promise<void> {
  const subscription = new AllSubscription(context, call, options);
  context.subscriptions.add(subscription);
  try {
    await subscription.run();
  } catch (error) {
    if (!(error instanceof CallOverError)) call.emit('error', rpcError(error));
  } finally {
    context.subscriptions.delete(subscription);
    subscription.stop();
  }
}

class AllSubscription implements OpenSubscription {
  private readonly matches: (record: LogRecord) => boolean;
  private readonly window: number;
  private readonly interval: number;
  private considered = 0;
  private waiting: LiveMessage[] = [];
  private overflown = false;
  private lastCheckpoint: Place = { commit: -1n, prepare: 0n };
  private over: RpcError | 'end' | undefined;
  private stopListening: () => void = () => undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly context: ServerContext,
    private readonly call: ReadCall,
    private readonly options: ReadReq.Options,
  ) {
    const filter = options.getFilter();
    this.matches = recordFilter(context, filter);
    this.window = filter?.hasMax() === true ? filter.getMax() : PAGE_SIZE;
    this.interval = this.window * Math.max(1, filter?.getCheckpointintervalmultiplier() ?? 1);
    call.on('cancelled', () => this.wake());
  }

  end(): void {
    this.over = 'end';
    this.wake();
  }

  fail(error: RpcError): void {
    this.over = error;
    this.wake();
  }

  stop(): void {
    this.stopListening();
  }

  async run(): Promise<void> {
    let from = this.beginning();
    const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
    await sendOne(this.call, new ReadResp().setConfirmation(confirmation));
    while (!this.isOver()) {
      from = await this.catchUp(from);
      await sendOne(this.call, new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
      from = await this.live(from);
    }
    if (this.over !== undefined && this.over !== 'end') throw this.over;
    this.call.end();
  }

  /**
   * 23.10 leaves out the first event at or after the position, whatever it is; 24.2 what is at or before it.
   */
  private beginning(): Place {
    const all = this.options.getAll();
    const position = all?.getPosition();
    const { log, version } = this.context;
    if (all?.hasEnd() === true) return { commit: log.end, prepare: 0n };
    if (position === undefined) return { commit: 0n, prepare: 0n };
    const place = {
      commit: BigInt(position.getCommitPosition()),
      prepare: BigInt(position.getPreparePosition()),
    };
    if (!log.isPlace(place.commit)) throw handlerThrew('InvalidReadException');
    if (version === '23.10') {
      const first = log.records[log.firstIndex((record) => isFrom(record, place.commit, place.prepare))];
      return first === undefined ? place : after(first);
    }
    return { commit: place.commit, prepare: place.prepare + 1n };
  }

  /**
   * Page by page, each of at most so many matches or so many events looked at. Listens from where history
   * ends.
   */
  private async catchUp(from: Place): Promise<Place> {
    let next = from;
    let checkpoint = from;
    while (!this.isOver()) {
      const page = this.page(next);
      for (const record of page.matching) await sendOne(this.call, readEvent(record));
      const last = page.matching.at(-1);
      if (last !== undefined) checkpoint = placeOf(last);
      else if (!page.isEnd) checkpoint = next;
      next = page.next;
      this.considered += page.count;
      if (this.isAtEnd(next)) {
        this.listen();
        if (this.context.version !== '23.10') await this.sendCheckpoint(checkpoint);
        return next;
      }
      if (this.considered >= this.interval) {
        this.considered %= this.interval;
        await this.sendCheckpoint(checkpoint);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return next;
  }

  private page(from: Place) {
    const { records } = this.context.log;
    const matching: LogRecord[] = [];
    const first = this.context.log.firstIndex((record) => isFrom(record, from.commit, from.prepare));
    let index = first;
    for (; index < records.length && matching.length < PAGE_SIZE && index - first < this.window; index++) {
      const record = records[index];
      if (record !== undefined && this.matches(record)) matching.push(record);
    }
    const last = records[index - 1];
    const next = index > first && last !== undefined ? after(last) : from;
    return { matching, count: index - first, next, isEnd: index >= records.length };
  }

  private isAtEnd(place: Place): boolean {
    const { log } = this.context;
    return log.firstIndex((record) => isFrom(record, place.commit, place.prepare)) >= log.records.length;
  }

  private listen(): void {
    this.stopListening();
    this.waiting = [];
    this.overflown = false;
    this.stopListening = this.context.log.onWritten((written) => {
      if (this.context.misbehaviour.subscriptionsAreMute) return;
      for (const record of written) this.hear(record);
      this.wake();
    });
  }

  private hear(record: LogRecord): void {
    if (this.matches(record)) this.put({ record });
    this.considered += 1;
    if (this.considered < this.interval) return;
    this.considered = 0;
    this.put({ checkpoint: placeOf(record) });
  }

  /** Once one was left out, so is all that follows: it would be told before it. */
  private put(message: LiveMessage): void {
    this.overflown ||= this.waiting.length >= PAGE_SIZE;
    if (!this.overflown) this.waiting.push(message);
  }

  /** @returns where to catch up from, once the buffer overflowed (24.2) */
  private async live(from: Place): Promise<Place> {
    let next = from;
    while (!this.isOver()) {
      if (this.overflown && this.context.version === '23.10') throw tooSlow();
      const message = this.waiting.shift();
      if (message !== undefined) {
        next = await this.pass(message);
      } else if (this.overflown) {
        await sendOne(this.call, new ReadResp().setFellBehind(new ReadResp.FellBehind()));
        return next;
      } else {
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    }
    return next;
  }

  private async pass(message: LiveMessage): Promise<Place> {
    if ('checkpoint' in message) {
      await this.sendCheckpoint(message.checkpoint);
      return { commit: message.checkpoint.commit, prepare: message.checkpoint.prepare + 1n };
    }
    await sendOne(this.call, readEvent(message.record));
    return after(message.record);
  }

  private async sendCheckpoint({ commit, prepare }: Place): Promise<void> {
    const { lastCheckpoint } = this;
    const isOld =
      commit < lastCheckpoint.commit ||
      (commit === lastCheckpoint.commit && prepare <= lastCheckpoint.prepare);
    if (isOld && this.context.version !== '23.10') return;
    this.lastCheckpoint = { commit, prepare };
    const { log, misbehaviour } = this.context;
    const checkpoint = new ReadResp.Checkpoint()
      .setCommitPosition(String(misbehaviour.checkpointsLie ? log.end : commit))
      .setPreparePosition(String(misbehaviour.checkpointsLie ? log.end : prepare));
    await sendOne(this.call, new ReadResp().setCheckpoint(checkpoint));
  }

  private isOver(): boolean {
    if (this.call.cancelled) throw new CallOverError();
    return this.over !== undefined;
  }
}

const placeOf = ({ position }: LogRecord): Place => ({ commit: position, prepare: position });
/** Where the record after this one stands, or will. */
const after = (record: LogRecord): Place => ({
  commit: record.position + sizeOf(record.stream, record),
  prepare: 0n,
});

const tooSlow = (): RpcError =>
  timedOut('Consumer too slow to handle event while live. Client resubscription required.');
