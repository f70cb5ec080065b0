import { rowsGoneFor } from './job-view.js';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const job = (phase: 'ended' | 'erased', expires_at: string | null, stored = true) =>
  ({ stored, phase, expires_at }) as const;

const isRight = async (): Promise<boolean> => false;
const never = (): Promise<boolean> => {
  throw new Error('the clock was asked for without need');
};

it.each([
  ['rows that were never stored', job('ended', null, false), 'not_stored'],
  ['rows past their time', job('ended', '2026-11-23T12:00:00.000Z'), 'rows_expired'],
  ['rows that were erased early', job('erased', '2026-12-23T12:00:00.000Z'), 'rows_expired'],
])('are gone: %s', async (_what, of, outcome) => {
  expect(await rowsGoneFor(of, NOW, isRight)).toMatchObject({ outcome });
});

it('are there until their time is up', async () => {
  const kept = job('ended', '2026-11-23T12:00:00.001Z');
  expect(await rowsGoneFor(kept, NOW, never)).toBeNull();
});

describe('while the clock is off', () => {
  const off = async (): Promise<boolean> => true;

  it('rows past their time are not called expired before they are erased', async () => {
    expect(await rowsGoneFor(job('ended', '2026-11-01T00:00:00.000Z'), NOW, off)).toBeNull();
    expect(await rowsGoneFor(job('erased', '2026-11-01T00:00:00.000Z'), NOW, never)).not.toBeNull();
    expect(await rowsGoneFor(job('ended', null, false), NOW, never)).not.toBeNull();
  });

  it('and are once it is right', async () => {
    const expired = job('ended', '2026-11-01T00:00:00.000Z');
    const gone = { outcome: 'rows_expired', expires_at: expired.expires_at };
    expect(await rowsGoneFor(expired, NOW, isRight)).toEqual(gone);
  });
});
