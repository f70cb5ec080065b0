/** A number from 0 to 1 at each call, the same ones for the same seed (mulberry32). */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `size` of the values, each as likely as any other, in their order; all where there are fewer. */
export function sampled(values, size, seed) {
  const next = numbersFrom(seed);
  let wanted = size;
  return values.filter((_, index) => {
    const isTaken = next() * (values.length - index) < wanted;
    if (isTaken) wanted -= 1;
    return isTaken;
  });
}
