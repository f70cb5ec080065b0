import { RESULT_CHUNKS, RESULT_PACKS } from '../../../projections/results/results.document.js';
import { USAGE_DAYS, USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { projected } from '../../../test/support/logs/projected.js';
import { INDUSTRY_PENDING } from '../../../test/support/logs/row-stories.js';
import { aLog, breaches, reportOf } from '../../../test/support/verified.js';
import { forAllTests } from '../../../test/support/worlds/for-each-test.js';
import { LOG_START, StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { ComparedReadModels } from '../documents.js';
import { Portions } from './portions.js';

const jobNumber = (n: number): JobId => `job_01JDXB8Z5N${String(n).padStart(16, '0')}` as JobId;

/**
 * More than a page of usage figures and several portions of pages; one job has more chunks than a portion.
 */
const JOBS = 230;
const LARGE = 120;
/** Of one snapshot. With all of a collection in one, the comparison would need twice as many. */
const READS = 10;

const log = forAllTests(aLog);
const models = forAllTests(() => projected(log.store));

beforeAll(async () => {
  for (let n = 0; n < JOBS; n++) {
    const [rows, chunk] = n === LARGE ? [202, 2] : [1, 1];
    await log.run(aSubmission(rows, chunk, { job_id: jobNumber(n) }));
  }
});

/** As a server that ends a snapshot after so many reads. */
const ending = (before: () => Promise<void> = async () => undefined): ComparedReadModels => ({
  snapshot: async (read) => {
    await before();
    return models.live.snapshot(async (reader) => {
      let reads = 0;
      const counted = async <T>(result: Promise<T>): Promise<T> => {
        if (++reads > READS) throw new StoreUnavailableError('the snapshot was ended');
        return result;
      };
      const impatient: ReadModelReader = {
        get: (...place) => counted(reader.get(...place)),
        getMany: (...places) => counted(reader.getMany(...places)),
        range: (...query) => counted(reader.range(...query)),
        select: (...selection) => counted(reader.select(...selection)),
        checkpoint: (name) => counted(reader.checkpoint(name)),
        checkpoints: (prefix) => counted(reader.checkpoints(prefix)),
      };
      return read(impatient);
    });
  },
});

const found = (readModels: ComparedReadModels): Promise<Record<number, string[]>> =>
  breaches({ eventStore: log.store, readModels });

async function positions(): Promise<readonly Position[]> {
  const all: Position[] = [];
  for (let after = LOG_START, atHead = false; !atHead;) {
    const page = await log.store.readAll({ after, limit: 1_000 });
    all.push(...page.events.map(({ position }) => position));
    [after, atHead] = [page.position, page.atHead];
  }
  return all;
}

describe('live read models are compared in portions, each at a position of its own:', () => {
  test('while their lanes go on between two of them nothing differs, whatever stands at which position', async () => {
    const all = await positions();
    const step = Math.ceil(all.length / 25);
    let next = 0;
    const readModels = ending(async () => {
      next = Math.min(next + step, all.length - 1);
      await models.drive(['pages', 'billing'], all[next]);
    });
    while (next < all.length - 1) expect(await found(readModels)).toEqual({});
    const report = await reportOf(6, { eventStore: log.store, readModels });
    expect(report).toMatchObject({ ok: true, checked: JOBS, note: `compared at position ${all.at(-1)}` });
  });

  test('a row that arrives late in a job that is read is no difference, before it is read or after', async () => {
    const job = aSubmission(1, 1, { job_id: jobNumber(JOBS + 1) });
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, [INDUSTRY_PENDING], await log.deliver(job, 0, [INDUSTRY_PENDING]));
    await models.drive();
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    let snapshots = 0;
    expect(await found(ending(async () => void snapshots++))).toEqual({});
    for (let moved = 1; moved <= snapshots; moved += 3) {
      let snapshot = 0;
      const readModels = ending(async () => {
        if (++snapshot === moved) await models.drive();
      });
      expect(await found(readModels)).toEqual({});
    }
  });

  test('in each of them a difference is found and named', async () => {
    await models.drive();
    for (const n of [0, 99, 100, LARGE, LARGE + 1, JOBS - 1]) {
      const [chunk = ''] = (await models.keys(RESULT_CHUNKS.name)).filter((key) =>
        key.startsWith(jobNumber(n)),
      );
      const kept = await models.live.get(RESULT_CHUNKS.name, chunk);
      await models.tamper(RESULT_CHUNKS.name, chunk, () => undefined);
      expect(await found(ending())).toEqual({
        6: [`the pages of ${jobNumber(n)} are not what its records say`],
      });
      await models.tamper(RESULT_CHUNKS.name, chunk, () => kept);
    }
    const all = await models.live.range(USAGE_JOBS.name, { limit: 1_000 });
    for (const document of [all[0], all[199], all[200], all.at(-1)]) {
      const { key = '', fields } = document ?? {};
      const name = `${USAGE_JOBS.name}/${key} rows: 9 shown, ${JSON.stringify(fields?.['rows'])} in the log`;
      await models.tamper(USAGE_JOBS.name, key, () => ({ fields: { ...fields, rows: 9 } }));
      expect(await found(ending())).toEqual({ 5: [name] });
      await models.tamper(USAGE_JOBS.name, key, () => ({ fields: fields ?? {} }));
    }
    expect(await found(ending())).toEqual({});
    expect(await models.keys(RESULT_PACKS.name)).not.toEqual([]);
    expect(await models.keys(USAGE_DAYS.name)).toHaveLength(1);
  });
});

describe('the position of a key', () => {
  const at = (n: number): Position => `00${n}` as Position;

  test('is that of the last portion that begins at it or before it', () => {
    const portions = new Portions();
    portions.add('', at(1));
    portions.add('c', at(1));
    portions.add('f', at(2));
    portions.add('m', at(4));
    expect(['', 'a', 'c', 'ee', 'f', 'fa', 'l', 'm', 'z'].map((key) => portions.positionOf(key))).toEqual(
      [1, 1, 1, 1, 2, 2, 2, 4, 4].map(at),
    );
    expect([portions.first, portions.last]).toEqual([at(1), at(4)]);
  });

  test('is the start of the log where nothing was read', () => {
    expect(new Portions().positionOf('a')).toBe(LOG_START);
  });
});
