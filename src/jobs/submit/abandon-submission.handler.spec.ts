import fc from 'fast-check';
import { aSubmission, JOB, NOON } from '../../../test/support/logs/job-builders.js';
import { JobWorld } from '../../../test/support/worlds/job-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import type { EventStore, StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { AbandonSubmission } from '../commands.js';
import { cutAtBounds } from './chunk-plan.js';
import { SubmissionWriter } from './submission-writer.js';

const CLOSING = new AbandonSubmission(JOB, { requestId: 'eraser', actor: 'worker' });

const rowsOf = (chunks: number): { company_number: string }[] =>
  Array.from({ length: chunks }, (_, index) => ({ company_number: String(index).padStart(8, '0') }));

/** A submitter of one row a chunk that freezes before some of its appends, and what wakes it. */
function submitter(world: JobWorld, { chunks, frozenAt }: { chunks: number; frozenAt: ReadonlySet<number> }) {
  const process = world.process();
  let wake: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  const append = process.store.append.bind(process.store);
  const late: { tried: number; written: number } = { tried: 0, written: 0 };
  let awake = false;
  process.store.append = async (...call: Parameters<EventStore['append']>) => {
    const chunk = Number(call[0].split('.')[1]);
    if (frozenAt.has(chunk)) await asleep;
    if (awake) late.tried += 1;
    const result = await append(...call);
    if (awake) late.written += 1;
    return result;
  };
  const origin = { submission: aSubmission(chunks, 1), requestId: 'req_1', time: NOON };
  const planned = cutAtBounds(rowsOf(chunks), origin.submission.chunks);
  const written = new WriteSide(process.ports)
    .get(SubmissionWriter)
    .then((writer) => writer.writeRows(origin, planned, 'salt'))
    .then(() => 'whole', String);
  const wakeUp = (): void => {
    awake = true;
    wake();
  };
  return { written, wakeUp, late };
}

/** Until nothing that isn't frozen has anything left to do. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a submission that is closed while its submitter is frozen', () => {
  it('leaves no chunk that is there and none that can still be written, wherever it froze', async () => {
    const lives = fc.record({
      chunks: fc.integer({ min: 1, max: 40 }),
      first: fc.integer({ min: 0, max: 39 }),
      frozen: fc.integer({ min: 0, max: 8 }),
    });
    let woke = 0;
    await fc.assert(
      fc.asyncProperty(lives, async ({ chunks, first, frozen }) => {
        const world = new JobWorld();
        const frozenAt = new Set(Array.from({ length: frozen }, (_, index) => first + index));
        const { written, wakeUp, late } = submitter(world, { chunks, frozenAt });
        await settled();
        await new WriteSide(world.process().ports).execute(CLOSING);
        wakeUp();
        await written;
        woke += late.tried;
        expect(late.written).toBe(0);
        for (let chunk = 0; chunk < chunks; chunk++)
          expect((await world.log.readStream(rowDataStream(JOB, chunk))).status).not.toBe('found');
      }),
      { numRuns: 20 },
    );
    expect(woke).toBeGreaterThan(0);
  });

  it('is closed so although the closing broke off in between', async () => {
    const world = new JobWorld();
    const { written, wakeUp, late } = submitter(world, { chunks: 40, frozenAt: new Set([9, 17]) });
    await settled();
    const dying = world.process(({ types, index }) =>
      types.includes('$delete') && index > 12 ? 'crash_before' : null,
    );
    await expect(new WriteSide(dying.ports).execute(CLOSING)).rejects.toThrow('the process died');
    await new WriteSide(world.process().ports).execute(CLOSING);
    wakeUp();
    expect(await written).toContain('StreamDeletedError');
    expect(late).toEqual({ tried: 2, written: 0 });
  });

  it('closes a few streams more than there are, not all that there could be', async () => {
    const world = new JobWorld();
    const { written } = submitter(world, { chunks: 3, frozenAt: new Set() });
    expect(await written).toBe('whole');
    const deleted: StreamName[] = [];
    const process = world.process();
    const deleteStream = process.store.deleteStream.bind(process.store);
    process.store.deleteStream = async (stream) => {
      deleted.push(stream);
      return deleteStream(stream);
    };
    await new WriteSide(process.ports).execute(CLOSING);
    expect(new Set(deleted).size).toBe(16);
  });
});
