import { acceptsGzip } from './compression.js';

describe('what a client takes', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['GZIP', true],
    ['br, gzip', true],
    ['gzip;q=0', false],
    ['gzip; q=0.5', true],
    ['gzip;q=0, *', false],
    ['*', true],
    ['*;q=0', false],
    ['identity', false],
    ['br;q=1, *;q=0.1', true],
    ['gzip;q=x', false],
    [';;;,,,', false],
  ])('%s', (header, takes) => {
    expect(acceptsGzip(header)).toBe(takes);
  });
});
