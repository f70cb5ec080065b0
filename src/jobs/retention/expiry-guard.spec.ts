import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { ReadModelNotReadyError } from '../../../packages/platform/src/projector/generation-reader.js';
import { isClockInDoubt, ExpiryGuard, type ClockEvidence } from './expiry-guard.js';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const hoursAgo = (hours: number | null): number | null => (hours === null ? null : NOW - hours * HOUR_MS);

describe('a clock', () => {
  it.each<[what: string, clockTrustedAt: number | null, newestDayOldJobAt: number | null, inDoubt: boolean]>([
    ['of a service that nobody used yet', null, null, false],
    ['of a service that nobody used, and that was off for a month', 31 * 24, null, false],
    ['that was looked at two days ago, while nobody used the service for a month', 48, 31 * 24, false],
    ['that was looked at longer ago, and by which nothing was used', 49, 31 * 24, true],
    ['that was never looked at, while the service was used two days ago', null, 48, false],
    ['that was never looked at, while nothing was used for longer', null, 49, true],
    ['that jumped a month, and was used a day by the new time', 31 * 24, 25, false],
    ['that was set back a month after it was seen', -31 * 24, 31 * 24, true],
    ['that was set back an hour', -1, 31 * 24, false],
  ])('%s', (_what, clockTrustedAt, newestDayOldJobAt, inDoubt) => {
    const seen: ClockEvidence = {
      nowMs: NOW,
      clockTrustedAtMs: hoursAgo(clockTrustedAt),
      newestDayOldJobMs: hoursAgo(newestDayOldJobAt),
    };
    expect(isClockInDoubt(seen)).toBe(inDoubt);
  });
});

describe('what expires by a clock', () => {
  const guardOf = ({ offMs = 0, used = (): number | null => null } = {}) => {
    const asked: number[] = [];
    const newestBefore = async (time: number): Promise<number | null> => {
      asked.push(time);
      return used();
    };
    const coordination = new MemoryCoordination(() => NOW - offMs);
    const guard = new ExpiryGuard({
      coordination,
      clock: { now: () => new Date(NOW) },
      jobs: { newestBefore },
    });
    return { guard, asked };
  };
  const longAgo = (): number | null => hoursAgo(31 * 24);

  it('is held while the clock is days ahead of the last job that is a day old', async () => {
    const { guard, asked } = guardOf({ used: longAgo });
    expect([await guard.clockTrust(new Date(NOW)), await guard.isExpiryPaused()]).toEqual(['in_doubt', true]);
    expect(asked[0]).toBe(hoursAgo(24));
  });

  it('goes on once somebody vouches for the time, without a look at the jobs', async () => {
    const { guard, asked } = guardOf({ used: longAgo });
    await guard.trustClock(new Date(NOW));
    expect([await guard.clockTrust(new Date(NOW)), await guard.isExpiryPaused()]).toEqual(['sure', false]);
    expect(asked).toEqual([]);
  });

  it('is held while nobody can say when the service was used', async () => {
    const { guard } = guardOf({
      used: () => {
        throw new ReadModelNotReadyError('job-status');
      },
    });
    expect([await guard.clockTrust(new Date(NOW)), await guard.isExpiryPaused()]).toEqual(['unknown', true]);
  });

  it("is held while the clock is off the store's", async () => {
    expect(await guardOf().guard.isExpiryPaused()).toBe(false);
    expect(await guardOf({ offMs: 60_000 }).guard.isExpiryPaused()).toBe(true);
  });

  it('is not decided where the read models fail', async () => {
    const { guard } = guardOf({
      used: () => {
        throw new Error('out of reach');
      },
    });
    await expect(guard.isExpiryPaused()).rejects.toThrow('out of reach');
  });
});
