import { filesWith } from '../../../test/support/bytes-on-disk.js';
import { eventually } from '../../../test/support/eventually.js';
import { EmbeddedWorld } from '../../../test/support/worlds/embedded-world.js';
import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import type { FaultPlan } from '../../../test/support/stores/faulty-event-store.js';
import { FaultyEventStore, failFirst, failWrite } from '../../../test/support/stores/faulty-event-store.js';
import { aRequest, anIdentity, rowsAsked } from '../../../test/support/worlds/job-world.js';
import { until } from '../../../test/support/worlds/worker-world.js';
import { WorkerUnderTest, WriteSide } from '../../../test/support/worlds/write-side.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { CommandBus } from '@nestjs/cqrs';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { EraseJobRows, ResolveCompany, SubmitJob } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { NO_METRICS } from '../worker/worker-ports.js';
import { openJobsOf } from '../worker/open-jobs.js';
import { Eraser } from './eraser.js';
import { ExpiryGuard } from './expiry-guard.js';
import { retainedJobsOf } from './retained-jobs.js';

const DAY_MS = 86_400_000;
/** In every row that is asked and delivered here. */
const MARK = '"ref":"row ';
const NEVER = new AbortController().signal;

describe('erasing rows, on the embedded stores', () => {
  const world = forEachTest(() => EmbeddedWorld.open());

  const faulty = (plan: FaultPlan): JobPorts => ({
    ...world.ports,
    store: new FaultyEventStore(world.ports.store, plan),
  });

  const workerOver = (ports: JobPorts): WorkerUnderTest => {
    const models = { ...openJobsOf(world.models), ...retainedJobsOf(world.models) };
    return new WorkerUnderTest({ ports, enricher: new FakeEnricher(), models });
  };

  async function submitted(rows = 1_100): Promise<JobId> {
    const request = aRequest(rowsAsked(rows));
    const handler = new WriteSide(world.ports);
    const outcome = await handler.execute(new SubmitJob(anIdentity(request), request));
    if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome);
    return outcome.job_id;
  }
  async function finished(job: JobId): Promise<void> {
    await world.project();
    const worker = workerOver(world.ports);
    await worker.start();
    await until(async () => (await statusOf(job)) === 'completed');
    await worker.stop();
    await world.project();
  }
  const statusOf = async (job: JobId): Promise<string> =>
    (await new JobRepository(world.ports).load(job)).state.status;
  const streams = (job: JobId, chunks = 3): Promise<string[]> =>
    Promise.all(
      Array.from({ length: chunks }, async (_, chunk) => {
        return (await world.ports.store.readStream(rowDataStream(job, chunk))).status;
      }),
    );
  const erase = async (ports = world.ports) => (await workerOver(ports).get(Eraser)).runRound(NEVER);
  /** Days on which the eraser looks at the clock. */
  const live = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day++) {
      world.pass(DAY_MS);
      await erase();
    }
  };

  it('happens when their time is up, and not before; the job stays', async () => {
    const job = await submitted();
    await finished(job);
    await live(29);
    world.pass(DAY_MS - 60_000);
    await erase();
    expect(await streams(job)).toEqual(['found', 'found', 'found']);
    world.pass(120_000);
    await erase();
    expect(await streams(job)).toEqual(['deleted', 'deleted', 'deleted']);
    expect(await statusOf(job)).toBe('erased');
    const read = await world.ports.store.readStream(jobStream(job));
    if (read.status !== 'found') throw new Error(read.status);
    const told = read.events.map(({ type, metadata }) => [type, metadata['$correlationId']]);
    expect(told.at(-1)).toEqual(['JobRowsErased', told[0]?.[1]]);
    const last = read.events.map(decodeJobEvent).at(-1);
    expect([last?.event.data, read.events.at(-1)?.metadata['actor']]).toMatchObject([
      { reason: 'expired' },
      'worker',
    ]);
  });

  it('leaves no byte of what was asked and delivered in the data folder', async () => {
    const job = await submitted();
    await finished(job);
    const dying = await unfinished(null, job);
    const kept = () => filesWith(world.dataDir, MARK);
    expect(kept().join()).toContain('events.db');
    expect(kept().join()).toContain('read-models.db');
    await live(30);
    await world.project();
    expect([await statusOf(job), await statusOf(dying)]).toEqual(['erased', 'abandoned']);
    await eventually('the end of the rows', () => kept().length === 0);
  });

  it('that breaks off in the middle is ended by the next round, of whichever worker', async () => {
    const job = await submitted();
    await finished(job);
    await live(29);
    world.pass(DAY_MS + 60_000);
    // JobRowsErased is the first write, then the three streams.
    await expect(erase(faulty(failWrite(2, 'unavailable')))).rejects.toThrow('out of reach');
    await world.project();
    expect(await streams(job)).toContain('found');
    await erase();
    expect(await streams(job)).toEqual(['deleted', 'deleted', 'deleted']);
  });

  it("that an operator's command left unfinished is ended by a worker", async () => {
    const job = await submitted();
    await finished(job);
    const command = new EraseJobRows(job, 'asked for', 'operator', 'cli');
    const dying = new WriteSide(faulty(failFirst('$delete', 'crash_before')));
    await expect(dying.execute(command)).rejects.toThrow('the process died');
    await world.project();
    await erase();
    expect(await streams(job)).toEqual(['deleted', 'deleted', 'deleted']);
  });

  it('is refused while the job runs, for an unknown job, and done once', async () => {
    const job = await submitted();
    const handler = new WriteSide(world.ports);
    const command = (id: JobId) => handler.execute(new EraseJobRows(id, 'asked for', 'operator', 'cli'));
    expect(await command(job)).toEqual({ outcome: 'job_not_ended' });
    expect(await command('job_01JDXB8Z5N0000000000000009' as JobId)).toEqual({ outcome: 'job_not_found' });
    await finished(job);
    expect(await command(job)).toMatchObject({ outcome: 'erased' });
    expect(await command(job)).toMatchObject({ outcome: 'unchanged' });
  });

  describe('in rounds of one worker', () => {
    let chunksErased: number[];
    let said: string[];
    let erased: () => JobId[];
    let eraser: Eraser;
    beforeEach(async () => {
      [chunksErased, said] = [[], []];
      const side = workerOver(world.ports);
      const commands = await side.get(CommandBus);
      const execute = jest.spyOn(commands, 'execute');
      erased = () =>
        execute.mock.calls.flatMap(([command]) => (command instanceof EraseJobRows ? [command.jobId] : []));
      const metrics = { ...NO_METRICS, chunksErased: (chunks: number) => chunksErased.push(chunks) };
      const say = (_fields: object, message: string) => void said.push(message);
      eraser = new Eraser(
        world.ports,
        metrics,
        retainedJobsOf(world.models),
        commands,
        new JobRepository(world.ports),
        await side.get(ExpiryGuard),
        { warn: say, error: say },
      );
    });
    const round = async (): Promise<void> => {
      await world.project();
      await eraser.runRound(NEVER);
    };
    const days = async (count: number): Promise<void> => {
      for (let day = 0; day < count; day++) {
        world.pass(DAY_MS);
        await round();
      }
    };

    it('counts its chunks once, and is not tried again by who saw its end', async () => {
      const job = await submitted();
      await finished(job);
      await days(30);
      await round();
      await round();
      expect(erased()).toEqual([job]);
      expect(chunksErased).toEqual([3]);
      // An hour later its time lies before all that is looked at, and what was remembered of it goes.
      const since = (await world.ports.coordination.get('eraser/erased-since'))?.value['at'];
      expect(typeof since === 'string' && Date.parse(since) <= world.clock.now().getTime() - 3_600_000).toBe(
        true,
      );
      await days(3);
      expect(erased()).toEqual([job]);
    });

    it('remembers under lasting names how far it came', async () => {
      const job = await submitted();
      await finished(job);
      await days(2);
      expect((await world.ports.coordination.get('eraser/submissions-seen'))?.value).toEqual({ at: job });
    });

    it("is left to the worker that has the eraser's lease", async () => {
      const job = await submitted();
      await finished(job);
      await days(29);
      world.pass(DAY_MS + 60_000);
      const terms = { ttlMs: 60_000, heartbeatMs: 20_000 };
      const other = await Lease.acquire(world.ports.coordination, 'eraser/lease', {}, terms);
      await round();
      expect([await statusOf(job), erased()]).toEqual(['completed', []]);
      await other?.release();
      await round();
      expect([await statusOf(job), erased()]).toEqual(['erased', [job]]);
    });

    it('ends with the process: what stops begins no other erasure', async () => {
      const job = await submitted();
      await finished(job);
      await days(29);
      const dying = new WriteSide(faulty(failFirst('$delete', 'crash_before')));
      const asked = await submitted(1);
      await finished(asked);
      await expect(dying.execute(new EraseJobRows(asked, 'asked for', 'operator', 'cli'))).rejects.toThrow();
      world.pass(DAY_MS + 60_000);
      await world.project();
      await eraser.runRound(AbortSignal.abort());
      expect([await statusOf(job), await streams(asked, 1), erased()]).toEqual(['completed', ['found'], []]);
      await round();
      expect(await statusOf(job)).toBe('erased');
      expect(erased().toSorted()).toEqual([job, asked].toSorted());
    });

    it('says once that the clock is in doubt, and once that it is not any more', async () => {
      const job = await submitted();
      await finished(job);
      await round();
      expect(said).toEqual([]);
      world.pass(31 * DAY_MS);
      await round();
      await round();
      expect(said).toEqual([expect.stringContaining('days ahead of the log')]);
      await (await workerOver(world.ports).get(ExpiryGuard)).trustClock(world.clock.now());
      await round();
      await round();
      expect(said).toEqual([expect.anything(), expect.stringContaining('no longer in doubt')]);
    });
  });

  describe('with a clock that is wrong', () => {
    it("does nothing while the clock is off the store's, not even close a submission", async () => {
      const job = await submitted();
      await finished(job);
      await live(29);
      const abandoned = await unfinished(null, job);
      world.pass(DAY_MS - 60_000);
      world.setOff(120_000);
      await erase();
      expect(await streams(job)).toEqual(['found', 'found', 'found']);
      expect([await statusOf(job), await statusOf(abandoned)]).toEqual(['completed', 'unknown']);
      world.setOff(0);
      world.pass(120_000);
      await erase();
      expect([await statusOf(job), await statusOf(abandoned)]).toEqual(['erased', 'abandoned']);
    });

    it("does nothing where it jumped together with the store's, until a day of use by the new time", async () => {
      const job = await submitted();
      await finished(job);
      await erase();
      const abandoned = await unfinished(null, job);
      world.pass(31 * DAY_MS);
      await erase();
      await submitted(1);
      await world.project();
      await erase();
      expect([await statusOf(job), await statusOf(abandoned)]).toEqual(['completed', 'unknown']);
      world.pass(DAY_MS + 60_000);
      await erase();
      expect([await statusOf(job), await statusOf(abandoned)]).toEqual(['erased', 'abandoned']);
    });

    it('does nothing where it jumped, until somebody says that it is right', async () => {
      const job = await submitted();
      await finished(job);
      await erase();
      world.pass(31 * DAY_MS);
      await erase();
      expect(await statusOf(job)).toBe('completed');
      await (await workerOver(world.ports).get(ExpiryGuard)).trustClock(world.clock.now());
      await erase();
      expect(await statusOf(job)).toBe('erased');
    });
  });

  it('passes over what was never stored', async () => {
    const request = aRequest(rowsAsked(1));
    const handler = new WriteSide(world.ports);
    const outcome = await handler.execute(
      new ResolveCompany(anIdentity(request), request, { deferLive: false, store: false }),
    );
    if (outcome.outcome !== 'resolved') throw new Error(outcome.outcome);
    await world.project();
    await live(40);
    expect(await statusOf(outcome.job_id)).toBe('completed');
    const command = new EraseJobRows(outcome.job_id, 'asked for', 'operator', 'cli');
    expect(await handler.execute(command)).toMatchObject({ outcome: 'unchanged' });
    expect(await streams(outcome.job_id, 1)).toEqual(['no_stream']);
  });

  const request = aRequest(rowsAsked(1_100));

  /** The job of a submission that died before its commit point; the first one after `job`. */
  async function unfinished(key: string | null, job = ''): Promise<JobId> {
    const dying = new WriteSide(faulty(failFirst('JobSubmitted', 'crash_before')));
    await expect(dying.execute(new SubmitJob(anIdentity(request, key), request))).rejects.toThrow();
    await world.project();
    const found = await retainedJobsOf(world.models).submittedAfter(job);
    if (found === null) throw new Error('no rows were submitted');
    return found;
  }
  describe('of a submission that nobody finished', () => {
    it.each([
      ['without a key', null],
      ['with a key', 'k'],
    ])('happens after a day (%s)', async (_title, key) => {
      const job = await unfinished(key);
      world.pass(DAY_MS - 60_000);
      await erase();
      expect(await streams(job)).toEqual(['found', 'found', 'found']);
      world.pass(120_000);
      await erase();
      expect(await streams(job)).toEqual(['deleted', 'deleted', 'deleted']);
      expect(await statusOf(job)).toBe('abandoned');
      const read = await world.ports.store.readStream(jobStream(job));
      if (read.status !== 'found') throw new Error(read.status);
      const by = { actor: 'worker', $correlationId: 'eraser' };
      expect(read.events.at(-1)).toMatchObject({ type: 'SubmissionAbandoned', metadata: by });
    });

    it('goes on where its closing broke off', async () => {
      const job = await unfinished(null);
      world.pass(DAY_MS + 60_000);
      await expect(erase(faulty(failFirst('$delete', 'unavailable')))).rejects.toThrow('out of reach');
      expect(await statusOf(job)).toBe('abandoned');
      await world.project();
      world.pass(29 * DAY_MS); // also where no eraser ran for weeks
      await erase();
      expect(await streams(job)).toEqual(['deleted', 'deleted', 'deleted']);
    });

    it('leaves jobs alone that were accepted', async () => {
      const job = await submitted();
      await world.project();
      world.pass(2 * DAY_MS);
      await erase();
      expect(await streams(job)).toEqual(['found', 'found', 'found']);
      expect(await statusOf(job)).toBe('queued');
    });
  });
});
