import { MemoryCoordination } from '../../../../test/support/stores/memory-coordination.js';
import { ClockCheck, clockOffset } from './clock-check.js';

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

  it('is off past two seconds either way, says so, and says when it is right again', async () => {
    let ahead = 0;
    const said: string[] = [];
    const check = new ClockCheck({
      coordination: new MemoryCoordination(() => NOON),
      clock: { now: () => new Date(NOON + ahead) },
      log: { warn: (_, text) => said.push(text), error: (_, text) => said.push(text) },
      name: 'a',
      meanwhile: 'nothing is done',
    });
    const seen = [];
    for (ahead of [0, 2_000, 2_001, -2_000, -2_001, 0]) {
      await check.check();
      seen.push(check.isOff);
    }
    expect(seen).toEqual([false, false, true, false, true, false]);
    const [off, right] = [
      "this clock is off the store's; nothing is done",
      "this clock agrees with the store's again",
    ];
    expect(said).toEqual([off, right, off, right]);
  });
});
