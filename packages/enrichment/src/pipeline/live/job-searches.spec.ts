import { MemoryCoordination } from '../../../../../test/support/stores/memory-coordination.js';
import { jobIdFrom } from '../../../../contract/src/ids.js';
import { aJobOf } from '../../../../../test/support/worlds/enrichment-world.js';
import type { EnrichmentJob } from '../enricher.js';
import { SharedJobSearches, sharingSearches } from './job-searches.js';

const JOB = jobIdFrom('01JDXB8Z5N000000000000000A');
const OTHER = jobIdFrom('01JDXB8Z5N000000000000000B');
const sorted = (rows: ReadonlySet<number>): number[] => [...rows].sort((a, b) => a - b);

describe('the searches that the rows of a job share', () => {
  let store: MemoryCoordination;
  let searches: SharedJobSearches;
  beforeEach(() => {
    store = new MemoryCoordination();
    searches = new SharedJobSearches(store);
  });
  const take = async (rows: readonly number[], most = 3, job = JOB): Promise<number[]> =>
    sorted(await searches.take(job, most, rows));

  it('are given to the rows that come first, and to no more than there are', async () => {
    expect(await take([40, 7])).toEqual([7, 40]);
    expect(await take([100_000, 100_001, 100_002])).toEqual([100_000]);
    expect(await take([200_000])).toEqual([]);
  });

  it('stay with their rows, however often those are tried', async () => {
    await take([1, 2, 3]);
    expect(await take([1, 2, 3, 4])).toEqual([1, 2, 3]);
    expect(sorted(await searches.takenBy(JOB, [0, 2, 3, 4, 99]))).toEqual([2, 3]);
  });

  it('are counted once where several blocks of a row ask at once, or a count came without its rows', async () => {
    await Promise.all([take([1]), take([1]), take([2]), take([2])]);
    expect(await take([5, 6])).toEqual([5]);
    await store.delete(`searches/${JOB}/000005`);
    expect(await take([5, 6])).toEqual([5]);
    expect(sorted(await searches.takenBy(JOB, [5, 6]))).toEqual([5]);
  });

  it('are those of one job', async () => {
    await take([1, 2, 3]);
    expect(await take([1], 3, OTHER)).toEqual([1]);
  });

  describe('and rows that are answered', () => {
    const JOB_OF_20 = { ...aJobOf(['domain'], { max_live_lookups: 1 }), rows: 20, job_id: JOB };

    /** Answers rows 4, 5 and 6, of which all but 4 would search; `fails` tells which answers fail. */
    async function answered(
      fails: (row: number, hasNoSearch: boolean) => boolean,
      job: EnrichmentJob = JOB_OF_20,
    ) {
      const missed = new Set<number>();
      const asked: (readonly [row: number, spent: boolean])[] = [];
      const answers = await sharingSearches(
        { job, searches, notes: { missedSearches: missed } },
        [{ row: 4 }, { row: 5 }, { row: 6 }],
        async (rows, hasNoSearch) => {
          for (const row of rows) {
            asked.push([row.row, hasNoSearch(row)]);
            if (row.row > 4 && hasNoSearch(row)) missed.add(row.row);
          }
          return rows.map((row) =>
            fails(row.row, hasNoSearch(row)) ? null : `${row.row} ${hasNoSearch(row) ? 'without' : 'with'}`,
          );
        },
      );
      return { answers, asked };
    }

    it('again, once they have one', async () => {
      const { answers, asked } = await answered(() => false);
      expect(answers).toEqual(['4 without', '5 with', '6 without']);
      expect(asked.slice(3)).toEqual([[5, false]]);
    });

    it('with those that they share by themselves where no job is named', async () => {
      const { job_id: _job, ...nameless } = JOB_OF_20;
      for (const _time of [1, 2])
        expect((await answered(() => false, nameless)).answers).toEqual(['4 without', '5 with', '6 without']);
    });

    it('each with its own answer, also where the answer of one failed', async () => {
      const { answers } = await answered((row) => row === 4);
      expect(answers).toEqual([null, '5 with', '6 without']);
    });

    it('with none where the answer with the search failed', async () => {
      const { answers } = await answered((row, hasNoSearch) => row === 5 && !hasNoSearch);
      expect(answers).toEqual(['4 without', null, '6 without']);
    });

    it('at once where none was matched', async () => {
      const failing = jest.spyOn(store, 'range');
      expect(
        await sharingSearches(
          { job: JOB_OF_20, searches, notes: { missedSearches: new Set() } },
          [],
          async () => [],
        ),
      ).toEqual([]);
      expect(failing).not.toHaveBeenCalled();
    });
  });
});
