import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { countsOf } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB, TWO, aLog, breaches, found, started } from '../../../test/support/verified.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';

describe('invariant 8, what was accepted survives, is broken by', () => {
  it('rows deleted that nobody erased', async () => {
    const log = await aLog();
    await log.run(aSubmission(4, 2));
    await log.store.deleteStream(rowDataStream(JOB, 1));
    expect(await found(log)).toEqual({
      8: [
        'rows were deleted that are still to be kept',
        expect.stringMatching(/^the data in event \S+ are not in the log \(and 2 more of this job\)$/),
      ],
    });
  });

  it('data that are not those that were recorded', async () => {
    const { log, job } = await started();
    const [ref] = await log.deliver(job, 0, TWO);
    await log.record(job, 0, TWO, [{ event_id: ref?.event_id ?? '', digest: '0'.repeat(64) }]);
    expect(await found(log)).toEqual({
      8: [`the data in event ${ref?.event_id} are not those that were recorded`],
    });
  });

  it("data of another attempt than the record's", async () => {
    const { log, job } = await started();
    await log.record(job, 0, TWO, await log.deliver(job, 0, TWO, 'a1'), 'a2');
    expect((await found(log))[8]).toEqual([expect.stringContaining('are of another attempt')]);
  });

  it('a record that names no data for some of its rows', async () => {
    const { log, job } = await started();
    await log.record(job, 0, TWO, []);
    await log.complete(job, 0, countsOf(TWO));
    await log.end(job, countsOf(TWO));
    expect(await found(log)).toEqual({
      8: ['chunk 0: the log holds what was delivered of 0 of 2 rows'],
    });
  });

  it('rows as asked that are not there', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    await log.job(job, { type: 'JobSubmitted', data: job });
    await log.work(job, 0, TWO);
    await log.end(job, countsOf(TWO));
    expect(await found(log)).toEqual({ 8: ['the rows as asked are not in the log'] });
  });

  it('rows erased before their job ended', async () => {
    const { log, job } = await started();
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
    expect(await found(log)).toEqual({ 8: ['rows are erased before their job ended'] });
  });

  it('data kept of a row that was to be stored nowhere', async () => {
    const { log, job } = await started({ stored: false });
    await log.record(job, 0, TWO, [{ event_id: '0', digest: '0' }]);
    expect((await found(log))[8]).toEqual(['data are named of a row that was to be stored nowhere']);
  });

  it('an event lost from the middle of a stream', async () => {
    const log = await aLog();
    await log.run(aSubmission(2, 2));
    const readAll: typeof log.store.readAll = async (read) => {
      const page = await log.store.readAll(read);
      return { ...page, events: page.events.filter(({ type }) => type !== 'ChunkCompleted') };
    };
    const readStream = log.store.readStream.bind(log.store);
    const eventStore = { readAll, readStream, head: () => log.store.head() };
    expect((await breaches({ eventStore }))[8]).toEqual([`revision 2 of job-${JOB} is missing`]);
  });

  it('facts deleted, and events that nobody can read', async () => {
    const log = await aLog();
    await log.append(rowsStream(OTHER_JOB, 0), log.event({ type: 'RowsForgotten', data: {} }));
    await log.store.deleteStream(accountStream(ACCOUNT));
    expect((await found(log))[8]).toEqual([
      expect.stringContaining('has the unknown type or shape RowsForgotten'),
      'a stream of facts was deleted',
    ]);
  });
});
