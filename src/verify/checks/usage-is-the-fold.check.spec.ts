import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { aLog, found, started } from '../../../test/support/verified.js';

describe('invariant 5, usage is the fold of charges, is broken by', () => {
  it('a time that goes back within a stream', async () => {
    const { log, job } = await started();
    log.time = '2026-11-21T11:59:59.999Z';
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
    expect(await found(log)).toEqual({
      5: [
        "the event's time 2026-11-21T11:59:59.999Z is before that of the event before it, 2026-11-21T12:00:00.000Z",
      ],
    });
  });

  it('an event without a time', async () => {
    const log = await aLog();
    log.time = 'yesterday';
    await log.submit(aSubmission(1, 1, { stored: false }));
    expect(await found(log)).toEqual({ 5: ["the event carries no time ('yesterday')"] });
  });
});
