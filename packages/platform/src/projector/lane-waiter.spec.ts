import type { Position } from '../event-store/event-store.js';
import { LaneWaiter } from './lane-waiter.js';

const at = (place: number): Position => String(place).padStart(16, '0') as Position;

/** A lane whose place the test sets, and how often it was looked at. */
function laneAt(place: number) {
  const lane = { place, looks: 0 };
  const position = async (): Promise<Position> => {
    lane.looks++;
    return at(lane.place);
  };
  return Object.assign(lane, { waiter: new LaneWaiter(position) });
}

/** What a wait has come to so far. */
async function soFar(wait: Promise<boolean>): Promise<boolean | 'waits'> {
  let outcome: boolean | 'waits' = 'waits';
  void wait.then((passed) => (outcome = passed));
  await jest.advanceTimersByTimeAsync(0);
  return outcome;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  [4, true],
  [5, true],
  [6, 'waits'],
])('of a lane at 5, who asks for %d is told %s at once', async (position, told) => {
  expect(await soFar(laneAt(5).waiter.waitFor(at(position), 1_000))).toBe(told);
});

it.each([
  [0, false],
  [1, 'waits'],
])('who has %d ms is told %s at once', async (timeout, told) => {
  expect(await soFar(laneAt(5).waiter.waitFor(at(6), timeout))).toBe(told);
});

it('one look serves all that wait, and none is taken when nobody waits any more', async () => {
  const lane = laneAt(5);
  const waits = [6, 7, 6].map((position) => lane.waiter.waitFor(at(position), 1_000));
  await jest.advanceTimersByTimeAsync(0);
  const before = lane.looks;
  lane.place = 6;
  await jest.advanceTimersByTimeAsync(4);
  expect(lane.looks).toBe(before + 1);
  expect(await Promise.all(waits.map(soFar))).toEqual([true, 'waits', true]);
  lane.place = 7;
  await jest.advanceTimersByTimeAsync(4);
  expect(await Promise.all(waits.map(soFar))).toEqual([true, true, true]);
  const after = lane.looks;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(lane.looks).toBe(after);
});

it('who comes when all others were served is served too', async () => {
  const lane = laneAt(5);
  const first = lane.waiter.waitFor(at(6), 1_000);
  lane.place = 6;
  await jest.advanceTimersByTimeAsync(100);
  expect(await soFar(first)).toBe(true);
  const second = lane.waiter.waitFor(at(7), 1_000);
  lane.place = 7;
  await jest.advanceTimersByTimeAsync(100);
  expect(await soFar(second)).toBe(true);
});

it.each([
  [99, 'waits'],
  [100, false],
])('after %d ms of 100, a wait for what does not come is %s', async (passed, told) => {
  const wait = laneAt(5).waiter.waitFor(at(6), 100);
  await jest.advanceTimersByTimeAsync(passed);
  expect(await soFar(wait)).toBe(told);
});
