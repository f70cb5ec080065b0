import { perSecond } from './per-second.js';

it.each([
  [500, 200, 2_500],
  [1, 3_000, 0],
  [2, 3_000, 1],
  [7, 0.2, 7_000],
])('%d in %d milliseconds are %d a second', (count, milliseconds, speed) => {
  const clock = [10_000, 10_000 + milliseconds];
  expect(perSecond(() => clock.shift() ?? NaN)(count)).toBe(speed);
});

it('is measured by the clock of this process', () => expect(perSecond()(0)).toBe(0));
