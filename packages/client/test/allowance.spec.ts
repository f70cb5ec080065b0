import { afterAnswer, allowanceOf, waitFor } from '../src/allowance.js';

const NOW = 1_000_000;

describe('the allowance of an answer', () => {
  it.each([
    ['"default";r=599;t=42', { left: 599, until: NOW + 42_000 }],
    ['"default";r=599;t=42, "resolve";r=3;t=7', { left: 3, until: NOW + 7_000 }],
    ['"resolve";r=0;t=1,"default";r=0;t=60', { left: 0, until: NOW + 1_000 }],
    ['another form', null],
    [null, null],
  ])('of %j is the tightest: %j', (header, expected) => {
    expect(allowanceOf(header, NOW)).toEqual(expected);
  });
});

describe('what is known of an allowance', () => {
  const known = { left: 5, until: NOW + 40_000 };

  it('is the lower figure within one window, since answers overtake each other', () => {
    expect(afterAnswer(known, { left: 9, until: NOW + 41_000 }, 3)?.left).toBe(5);
    expect(afterAnswer(known, { left: 2, until: NOW + 39_500 }, 3)?.left).toBe(2);
  });

  it('begins anew in a new window, without what is on its way', () => {
    expect(afterAnswer(known, { left: 60, until: NOW + 100_000 }, 3)).toEqual({
      left: 57,
      until: NOW + 100_000,
    });
    expect(afterAnswer(null, { left: 60, until: NOW + 60_000 }, 0)?.left).toBe(60);
  });

  it('stays as it was after an answer that tells nothing', () => {
    expect(afterAnswer(known, null, 1)).toBe(known);
  });

  it('makes a call wait only where nothing is left of it', () => {
    expect(waitFor(null, NOW)).toBe(0);
    expect(waitFor({ left: 1, until: NOW + 9_000 }, NOW)).toBe(0);
    expect(waitFor({ left: 0, until: NOW + 9_000 }, NOW)).toBe(9_000);
    expect(waitFor({ left: -3, until: NOW - 1 }, NOW)).toBe(0);
  });
});
