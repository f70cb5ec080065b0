import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { failFirst, failWrite } from '../../../test/support/stores/faulty-event-store.js';
import type { Fault } from '../../../test/support/stores/faulty-event-store.js';
import type { Process } from '../../../test/support/worlds/job-world.js';
import {
  JobWorld,
  aCaller,
  aRequest,
  anIdentity,
  rowsAsked,
} from '../../../test/support/worlds/job-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import type { RowsSubmitted } from '../../streams/rowdata/rowdata.events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { EnrichRequest, SubmitOutcome } from '../commands.js';
import { AbandonSubmission, SubmitJob } from '../commands.js';
import { JobRepository } from '../job-stream.js';
import { ExpiryGuard } from '../retention/expiry-guard.js';

const DAY_MS = 86_400_000;
const LEASE_MS = 10_001;

const asking = (request: EnrichRequest, key: string | null = null): SubmitJob =>
  new SubmitJob(anIdentity(request, key), request);
const submitIn = (
  process: Process,
  request: EnrichRequest,
  key: string | null = null,
): Promise<SubmitOutcome> => new WriteSide(process.ports).execute(asking(request, key));
const accepted = (outcome: SubmitOutcome): string => {
  if (outcome.outcome !== 'accepted' && outcome.outcome !== 'replayed') throw new Error(outcome.outcome);
  return outcome.job_id;
};
const count = (types: readonly string[], type: string): number =>
  types.filter((other) => other === type).length;

describe('submitting a job', () => {
  it('appends the rows chunk by chunk, then accepts the job', async () => {
    const world = new JobWorld();
    const outcome = await submitIn(world.process(), aRequest(rowsAsked(1_200)));
    expect(outcome.outcome).toBe('accepted');
    expect(await world.eventTypes()).toEqual([
      'RowsSubmitted',
      'RowsSubmitted',
      'RowsSubmitted',
      'JobSubmitted',
    ]);
    const events = await world.events();
    const job = events[3]?.event;
    expect(job).toMatchObject({
      type: 'JobSubmitted',
      data: { rows: 1_200, chunks: [0, 500, 1_000], collection: 'pages', stored: true, idempotent: false },
    });
    const rows = events.slice(0, 3).flatMap(({ event }) => (event as RowsSubmitted).data.rows);
    expect(rows).toEqual(rowsAsked(1_200));
  });

  it('accepts the same rows twice where no key says that they are the same', async () => {
    const world = new JobWorld();
    const process = world.process();
    const first = accepted(await submitIn(process, aRequest()));
    expect(accepted(await submitIn(process, aRequest()))).not.toBe(first);
  });

  it('names what the account lacks, and still accepts', async () => {
    const world = new JobWorld();
    const request = aRequest(rowsAsked(1), { blocks: ['scores', 'industry', 'officers'] });
    const caller = aCaller({ blocks: new Set(['industry'] as const) });
    const handler = new WriteSide(world.process().ports);
    await handler.execute(new SubmitJob(anIdentity(request, null, { caller }), request));
    const [, job] = await world.events();
    expect(job?.event.data).toMatchObject({
      blocks: ['scores', 'industry', 'officers'],
      not_enabled: ['officers', 'scores'],
    });
  });

  it.each<[string, Partial<EnrichRequest>, SubmitOutcome]>([
    ['no block enabled', { blocks: ['scores'] }, { outcome: 'not_enabled', blocks: ['scores'] }],
    [
      'an option that is not enabled',
      { options: { web_search: true } },
      { outcome: 'option_not_enabled', options: ['web_search'] },
    ],
  ])('refuses and records nothing, not even the key: %s', async (_title, changes, expected) => {
    const world = new JobWorld();
    const request = aRequest(rowsAsked(1), changes);
    const caller = aCaller({ blocks: new Set(['industry'] as const) });
    const handler = new WriteSide(world.process().ports);
    const outcome = await handler.execute(new SubmitJob(anIdentity(request, 'k', { caller }), request));
    expect(outcome).toEqual(expected);
    expect(await world.eventTypes()).toEqual([]);
  });

  it('keeps neither the text of the key nor the rows in what lives for ever', async () => {
    const world = new JobWorld();
    const request = aRequest([{ company_name: 'SECRET PURCHASE LIMITED' }]);
    await submitIn(world.process(), request, 'my-own-key-text');
    const forEver = (await world.events()).filter(({ stream }) => !stream.startsWith('rowdata-'));
    expect(forEver.map(({ event }) => event.type)).toEqual(['IdempotencyKeyClaimed', 'JobSubmitted']);
    const text = JSON.stringify(forEver);
    expect(text).not.toContain('my-own-key-text');
    expect(text).not.toContain('SECRET PURCHASE');
  });
});

describe('the same key again', () => {
  it('is answered with the same job and records nothing', async () => {
    const world = new JobWorld();
    const first = accepted(await submitIn(world.process(), aRequest(), 'k'));
    const before = await world.eventTypes();
    const again = await submitIn(world.process(), aRequest(), 'k');
    expect(again).toMatchObject({ outcome: 'replayed', job_id: first });
    expect(await world.eventTypes()).toEqual(before);
  });

  it('is refused for another request', async () => {
    const world = new JobWorld();
    await submitIn(world.process(), aRequest(rowsAsked(3)), 'k');
    expect(await submitIn(world.process(), aRequest(rowsAsked(4)), 'k')).toMatchObject({
      outcome: 'idempotency_key_reused',
      conflict: { differs: ['rows'] },
    });
  });

  it('replays although the block was disabled since', async () => {
    const world = new JobWorld();
    const first = accepted(await submitIn(world.process(), aRequest(), 'k'));
    const request = aRequest();
    const identity = anIdentity(request, 'k', { caller: aCaller({ blocks: new Set() }) });
    const again = await new WriteSide(world.process().ports).execute(new SubmitJob(identity, request));
    expect(again).toMatchObject({ outcome: 'replayed', job_id: first });
  });

  it("is another account's own key", async () => {
    const world = new JobWorld();
    const request = aRequest();
    await submitIn(world.process(), request, 'k');
    const identity = anIdentity(request, 'k', { caller: aCaller({ account_id: 1002 as AccountId }) });
    const other = await new WriteSide(world.process().ports).execute(new SubmitJob(identity, request));
    expect(other.outcome).toBe('accepted');
  });

  it('a hundred times at once, from two processes, makes one job', async () => {
    const world = new JobWorld();
    const processes = [world.process(), world.process()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => processes).flatMap((both) =>
        both.map((process) => submitIn(process, aRequest(rowsAsked(600)), 'k')),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(99);
    expect(new Set(outcomes.map(accepted)).size).toBe(1);
    const types = await world.eventTypes();
    expect(count(types, 'JobSubmitted')).toBe(1);
    expect(count(types, 'RowsSubmitted')).toBe(2);
    expect(count(types, 'IdempotencyKeyClaimed')).toBe(1);
  });
});

describe('a submitter that dies', () => {
  const request = aRequest(rowsAsked(1_200));
  const WRITES = ['the claim', 'chunk 0', 'chunk 1', 'chunk 2', 'JobSubmitted'];

  it.each(
    WRITES.flatMap((title, write) =>
      (['crash_before', 'crash_after'] as const).map((fault): [string, Fault, number] => [
        title,
        fault,
        write,
      ]),
    ),
  )('at %s, %s: an equal request finishes one job with equal rows', async (_title, fault, write) => {
    const world = new JobWorld();
    const dying = world.process(failWrite(write, fault));
    await expect(submitIn(dying, request, 'k')).rejects.toThrow('the process died');
    world.pass(LEASE_MS);
    const job = accepted(await submitIn(world.process(), request, 'k'));
    expect(accepted(await submitIn(world.process(), request, 'k'))).toBe(job);
    const types = await world.eventTypes();
    expect(count(types, 'JobSubmitted')).toBe(1);
    expect(count(types, 'IdempotencyKeyClaimed')).toBe(1);
    const rows = (await world.events())
      .flatMap(({ event }) => (event.type === 'RowsSubmitted' ? [event.data] : []))
      .sort((a, b) => a.chunk - b.chunk)
      .flatMap((data) => data.rows);
    expect(rows).toEqual(request.rows);
  });

  it('is waited for while its lease lives', async () => {
    const world = new JobWorld();
    await expect(
      submitIn(world.process(failFirst('JobSubmitted', 'crash_before')), request, 'k'),
    ).rejects.toThrow();
    let answered = false;
    const waiting = submitIn(world.process(), request, 'k').then((outcome) => {
      answered = true;
      return outcome;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    world.pass(LEASE_MS);
    expect((await waiting).outcome).toBe('replayed');
  });

  it('is waited for in vain where its submission is closed: an equal request begins anew', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('JobSubmitted', 'crash_before'));
    await expect(submitIn(dying, request, 'k')).rejects.toThrow();
    const [claimed] = (await world.events()).flatMap(({ event }) =>
      event.type === 'IdempotencyKeyClaimed' ? [event.data.submission] : [],
    );
    if (claimed === undefined) throw new Error('no claim on the key');
    const waiter = new WriteSide(world.process().ports);
    const closer = new WriteSide(world.process().ports);
    await waiter.get(JobRepository);
    const waiting = waiter.execute(asking(request, 'k'));
    await closer.execute(new AbandonSubmission(claimed.job_id, { requestId: 'closing', actor: 'eraser' }));
    const job = accepted(await waiting);
    expect(job).not.toBe(claimed.job_id);
    expect(count(await world.eventTypes(), 'JobSubmitted')).toBe(1);
  });

  it('holds its key against another request for a day', async () => {
    const world = new JobWorld();
    await expect(
      submitIn(world.process(failFirst('JobSubmitted', 'crash_before')), request, 'k'),
    ).rejects.toThrow();
    world.pass(DAY_MS - 1);
    expect(await submitIn(world.process(), aRequest(), 'k')).toMatchObject({
      outcome: 'idempotency_key_reused',
    });
  });

  it('loses its key after a day: the submission is closed, its data deleted, and a new job made', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('JobSubmitted', 'crash_before'));
    await expect(submitIn(dying, request, 'k')).rejects.toThrow();
    const old = (await world.events()).find(({ event }) => event.type === 'IdempotencyKeyClaimed')?.event
      .data;
    world.pass(DAY_MS + 1);
    expect((await submitIn(world.process(), aRequest(), 'k')).outcome).toBe('accepted');
    const abandoned = (await world.events()).filter(({ event }) => event.type === 'SubmissionAbandoned');
    expect(abandoned).toHaveLength(1);
    const oldJob = (old as { submission: { job_id: string } }).submission.job_id;
    for (const chunk of [0, 1, 2]) {
      expect(await world.log.readStream(`rowdata-${oldJob}.${chunk}` as never)).toEqual({
        status: 'deleted',
      });
    }
  });

  it('and wakes up after its submission was closed, makes no job of the closed one', async () => {
    const world = new JobWorld();
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const sleeper = world.process();
    const append = sleeper.store.append.bind(sleeper.store);
    let slept = false;
    sleeper.store.append = async (stream, expected, events) => {
      if (!slept && stream.startsWith('job-')) {
        slept = true;
        await asleep;
      }
      return append(stream, expected, events);
    };
    const late = submitIn(sleeper, request, 'k');
    while (!slept) await new Promise((resolve) => setImmediate(resolve));
    world.pass(DAY_MS + 1);
    const job = accepted(await submitIn(world.process(), request, 'k'));
    wake();
    expect(await late).toMatchObject({ outcome: 'replayed', job_id: job });
    expect(count(await world.eventTypes(), 'JobSubmitted')).toBe(1);
  });
});

describe('a submitter that is frozen while its submission is closed', () => {
  it.each([
    ['before its last chunks', 'rowdata-', 1],
    ['before its commit point', 'job-', 0],
  ])('%s begins anew when it wakes, and leaves nothing of the closed one', async (_when, prefix, passed) => {
    const world = new JobWorld();
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const sleeper = world.process();
    const append = sleeper.store.append.bind(sleeper.store);
    let seen = 0;
    sleeper.store.append = async (stream, expected, events) => {
      if (stream.startsWith(prefix) && seen++ >= passed) await asleep;
      return append(stream, expected, events);
    };
    const late = submitIn(sleeper, aRequest(rowsAsked(1_200)));
    while (seen <= passed) await new Promise((resolve) => setImmediate(resolve));
    world.pass(DAY_MS + 1);
    const job = [...new Set((await world.events()).map(({ stream }) => stream.split(/[-.]/)[1] ?? ''))][0];
    const closing = new AbandonSubmission(job as never, { requestId: 'closing', actor: 'eraser' });
    await new WriteSide(world.process().ports).execute(closing);
    wake();
    const again = accepted(await late);
    expect(again).not.toBe(job);
    for (const chunk of [0, 1, 2])
      expect((await world.log.readStream(`rowdata-${job}.${chunk}` as never)).status).toBe('deleted');
  });
});

describe('a clock that is off', () => {
  it('closes no submission, and answers that it can not tell now', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('JobSubmitted', 'crash_before'));
    await expect(submitIn(dying, aRequest(), 'k')).rejects.toThrow();
    const off = { now: () => new Date(world.clock.now().getTime() + 2 * DAY_MS) };
    const handler = new WriteSide({ ...world.process().ports, clock: off });
    await expect(handler.execute(asking(aRequest(), 'k'))).rejects.toThrow('while the clock may be wrong');
    expect(await world.eventTypes()).not.toContain('SubmissionAbandoned');
  });

  it("together with the store's closes none either, until it is called right", async () => {
    const world = new JobWorld();
    const begun = world.clock.now().getTime();
    const dying = world.process(failFirst('JobSubmitted', 'crash_before'));
    await expect(submitIn(dying, aRequest(), 'k')).rejects.toThrow();
    world.pass(31 * DAY_MS);
    const handler = new WriteSide(world.process().ports, new FakeEnricher(), {
      newestBefore: async () => begun,
    });
    await expect(handler.execute(asking(aRequest(), 'k'))).rejects.toThrow('while the clock may be wrong');
    expect(await world.eventTypes()).not.toContain('SubmissionAbandoned');
    await (await handler.get(ExpiryGuard)).trustClock(world.clock.now());
    expect(accepted(await handler.execute(asking(aRequest(), 'k')))).toMatch(/^job_/);
    expect(await world.eventTypes()).toContain('SubmissionAbandoned');
  });
});

describe('a store that does not say whether it wrote', () => {
  it.each(
    [0, 1, 2].flatMap((write) =>
      (['unknown_not_written', 'unknown_written'] as const).map((fault): [number, Fault] => [write, fault]),
    ),
  )('at write %d (%s) is asked again with the same bytes', async (write, fault) => {
    const world = new JobWorld();
    const outcome = await submitIn(world.process(failWrite(write, fault)), aRequest(), 'k');
    expect(outcome.outcome).toBe('accepted');
    expect(await world.eventTypes()).toEqual(['IdempotencyKeyClaimed', 'RowsSubmitted', 'JobSubmitted']);
  });
});
