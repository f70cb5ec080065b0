import fc from 'fast-check';
import { ConnectionError, errorOf } from '../src/errors.js';
import { pauseBefore, retryAfter, retryOf } from '../src/retries.js';

const answered = (status: number, detail: string, more: object = {}): Error =>
  errorOf({
    status,
    body: { detail, request_id: 'r', ...more },
    retryAfterMs: null,
    asked: 'GET /v1/whoami',
  });

describe('a call is made again', () => {
  it.each([
    ['no answer', new ConnectionError('broken'), 'patiently'],
    ['429', answered(429, 'rate_limited'), 'patiently'],
    ['429 of a budget', answered(429, 'budget_reached', { retry_suggested: false }), 'never'],
    ['429 of a budget that says no more', answered(429, 'budget_reached'), 'never'],
    ['503', answered(503, 'unavailable'), 'patiently'],
    ['502 that may pass', answered(502, 'source_unavailable', { retry_suggested: true }), 'patiently'],
    ['502 that will not', answered(502, 'domain_name_mismatch', { retry_suggested: false }), 'never'],
    ['500', answered(500, 'error'), 'once'],
    ['400', answered(400, 'invalid_request'), 'never'],
    ['404 that may pass', answered(404, 'site_unreachable', { retry_suggested: true }), 'never'],
    ['409', answered(409, 'idempotency_key_reused'), 'never'],
    ['a fault of the program', new TypeError('no function'), 'never'],
  ])('after %s: %#', (_, error, expected) => {
    expect(retryOf(error)).toBe(expected);
  });
});

describe('the pause before the next try', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true });

  it('doubles up to half a minute, and half of it is chance', () => {
    expect([1, 2, 3].map((failures) => pauseBefore(failures, null, 1))).toEqual([250, 500, 1_000]);
    expect([1, 2, 3].map((failures) => pauseBefore(failures, null, 0))).toEqual([125, 250, 500]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), chance, (failures, at) => {
        expect(pauseBefore(failures, null, at)).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  it('is never shorter than the service asks for, and at most a second longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), chance, (asked, at) => {
        const wait = pauseBefore(1, asked, at);
        expect(wait).toBeGreaterThanOrEqual(asked);
        expect(wait).toBeLessThanOrEqual(asked + 1_000);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-26T10:00:00Z');

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Thu, 26 Nov 2026 10:00:30 GMT', 30_000],
    ['Thu, 26 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j ms', (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});
