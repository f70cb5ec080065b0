import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { clockOffset } from './clock-check.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const clockAt = (milliseconds: number) => ({ now: () => new Date(milliseconds) });

describe("a process's clock beside the store's", () => {
  it.each([
    ['agrees', 0, 0],
    ['is ahead', 5_000, 5_000],
    ['is behind', -3_000, 3_000],
  ])('%s', async (_title, ahead, expected) => {
    const coordination = new MemoryCoordination(() => NOON);
    expect(await clockOffset(coordination, clockAt(NOON + ahead), 'a')).toBe(expected);
  });
});
