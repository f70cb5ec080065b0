import { setImmediate as turn } from 'node:timers/promises';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import type { LogRequest, PackedPage } from './log-reader.js';
import { ReadAhead } from './read-ahead.js';

/** A log of pages of ten positions; counts what is read from it. */
class CountingLog {
  head = 100;
  broken = false;
  readonly reads: number[] = [];
  readonly read = (request: LogRequest): PackedPage => {
    if (this.broken) throw new Error('disk');
    this.reads.push(request.after);
    const position = Math.min(request.after + 10, this.head);
    return { position, atHead: position === this.head } as PackedPage;
  };
}

const request = (after: number, categories: string[] | null = null): LogRequest => ({
  after,
  categories,
  limit: 10,
  maxBytes: 1_000,
  endedBy: null,
});

describe('reading ahead', () => {
  const log = forEachTest(() => new CountingLog());
  const ahead = forEachTest(() => new ReadAhead(log.read));

  test('makes the next page once a reader has gone on from an earlier one, and reads nothing twice', async () => {
    const positions: number[] = [];
    for (const after of [0, 10, 20, 30]) {
      positions.push(ahead.page(request(after)).position);
      await turn();
    }
    expect(positions).toEqual([10, 20, 30, 40]);
    expect(log.reads).toEqual([0, 10, 20, 30, 40]);
  });

  test('does nothing for single pages', async () => {
    for (const after of [0, 50, 20]) {
      ahead.page(request(after));
      await turn();
    }
    expect(log.reads).toEqual([0, 50, 20]);
  });

  test('keeps readers of different categories apart', async () => {
    for (const after of [0, 10]) ahead.page(request(after, ['things']));
    await turn();
    ahead.page(request(20, ['rows']));
    expect(log.reads).toEqual([0, 10, 20, 20]);
  });

  test('never keeps a page that reached the head: what is appended meanwhile is in the next one', async () => {
    log.head = 25;
    for (const after of [0, 10]) ahead.page(request(after));
    await turn();
    log.head = 28;
    expect(ahead.page(request(20))).toMatchObject({ position: 28, atHead: true });
  });

  test('leaves a trouble to the request that meets it', async () => {
    ahead.page(request(0));
    ahead.page(request(10));
    log.broken = true;
    await turn();
    expect(() => ahead.page(request(20))).toThrow('disk');
  });
});
