import { RatePerName } from './rate-per-name.js';

function allowing(perSecond: number) {
  let now = 0;
  const rate = new RatePerName(perSecond, () => now);
  return {
    taken: (name: string, times: number) =>
      Array.from({ length: times }, () => rate.take(name)).filter(Boolean).length,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

it('lets so many of each name begin in a second', () => {
  const { taken, pass } = allowing(3);
  expect([taken('read', 5), taken('write', 5)]).toEqual([3, 3]);
  pass(0.5);
  expect(taken('read', 5)).toBe(1);
});

it('saves nothing up for longer than a second', () => {
  const { taken, pass } = allowing(3);
  pass(60);
  expect(taken('read', 10)).toBe(3);
});

it('lets less than one a second begin', () => {
  const { taken, pass } = allowing(0.1);
  expect(taken('read', 2)).toBe(1);
  pass(9);
  expect(taken('read', 2)).toBe(0);
  pass(1);
  expect(taken('read', 2)).toBe(1);
});
