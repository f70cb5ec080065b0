import { LIVE_ANSWER } from '../../../test/support/fake-enricher.js';
import { JOB } from '../../../test/support/logs/job-builders.js';
import type { LiveChecker } from '../../../packages/enrichment/src/pipeline/enricher.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import { FIRST_RETRY_MS, getLiveAnswer, longerWait, checkOnce } from './live-answers.js';

const question = {
  job_id: JOB,
  row: 0,
  block: 'domain' as const,
  company_number: '00445790',
  job: {
    operation: 'resolve' as const,
    blocks: ['domain' as const],
    not_enabled: [],
    options: grantOptions({}, 'resolve'),
    rows: 1,
  },
  editions: {},
  since: '2026-11-21T12:00:00.000Z',
  terms: { priority: 'job' as const, keep: true },
};
const within = (milliseconds: number, signal = new AbortController().signal) => ({
  deadlineMs: performance.now() + milliseconds,
  signal,
});
const checking = (check: LiveChecker['check']) => ({ check });

describe('asking for a live answer', () => {
  it('gives it', async () => {
    expect(
      await getLiveAnswer(
        checking(async () => LIVE_ANSWER),
        question,
        within(1_000),
      ),
    ).toBe(LIVE_ANSWER);
  });

  it('asks again where the source fails, after a wait', async () => {
    const asked: number[] = [];
    const checker = checking(async () => {
      if (asked.push(performance.now()) === 1) throw new Error('down');
      return LIVE_ANSWER;
    });
    expect(await getLiveAnswer(checker, question, within(60_000))).toBe(LIVE_ANSWER);
    const [first = 0, second = 0, ...more] = asked;
    expect(more).toEqual([]);
    // A timer may fire a millisecond early.
    expect(second - first).toBeGreaterThan(FIRST_RETRY_MS - 2);
  });

  it('waits twice as long after each failure, and half a minute at most', () => {
    const waits = [FIRST_RETRY_MS];
    for (let tries = 0; tries < 8; tries += 1) waits.push(longerWait(waits.at(-1) ?? 0));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('gives up when the time is up, on a source that fails and on one that hangs', async () => {
    const failing = checking(() => Promise.reject(new Error('down')));
    const hanging = checking(() => new Promise(() => undefined));
    expect(await getLiveAnswer(failing, question, within(10))).toBeNull();
    expect(await getLiveAnswer(hanging, question, within(10))).toBeNull();
    expect(await getLiveAnswer(hanging, question, within(-1))).toBeNull();
  });

  it('gives up when the process stops, and tells the source so', async () => {
    const stop = new AbortController();
    let told = false;
    const checker = checking((_request, signal) => {
      signal.addEventListener('abort', () => (told = true));
      setImmediate(() => stop.abort());
      return new Promise(() => undefined);
    });
    expect(await getLiveAnswer(checker, question, within(1_000_000, stop.signal))).toBeNull();
    expect(told).toBe(true);
  });

  it('is given up at once where it was called off before, whatever the source does', async () => {
    const hanging = checking(() => new Promise(() => undefined));
    expect(await checkOnce(hanging, question, within(60_000, AbortSignal.abort()))).toBeNull();
  });
});
