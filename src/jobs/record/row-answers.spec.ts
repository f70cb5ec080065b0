import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { rowsAsked } from '../../../test/support/worlds/job-world.js';
import type { EnrichedRow, Enricher } from '../../../packages/enrichment/src/pipeline/enricher.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import { answerBatch } from './row-answers.js';

const ATTEMPT: ChunkAttempt = {
  submission: aSubmission(9, 3),
  chunk: 1,
  attemptId: '01JDXB8Z5N000000000000000A',
  editions: { companies: '2026-11-01' },
  firstRow: 3,
  rows: rowsAsked(3),
  context: { requestId: 'req', actor: 'worker' },
};

/** Answers as the enricher does, or with what is made of that. */
const answering = (change: (rows: readonly EnrichedRow[]) => readonly EnrichedRow[]): Enricher => {
  const enricher = new FakeEnricher();
  return Object.create(enricher, {
    enrich: {
      value: async (batch: Parameters<Enricher['enrich']>[0]) => change(await enricher.enrich(batch)),
    },
  }) as Enricher; // an object made from an enricher is one
};

async function answered(enricher: Enricher): Promise<{ rows: readonly EnrichedRow[]; faults: string[] }> {
  const faults: string[] = [];
  const rows = await answerBatch(enricher, ATTEMPT, (error) => faults.push(String(error)));
  return { rows, faults };
}

describe('the rows of a chunk', () => {
  it('are asked for one by one where some have no answer', async () => {
    const whole = await answered(answering((rows) => rows));
    expect(whole.faults).toEqual([]);
    expect(whole.rows).toHaveLength(3);
    const { rows, faults } = await answered(answering((all) => (all.length > 1 ? all.slice(1) : all)));
    expect(rows).toEqual(whole.rows);
    expect(faults).toEqual(['Error: 3 rows were asked for and 2 were answered']);
  });

  it('fail by themselves where one alone has no answer', async () => {
    const { rows } = await answered(answering(() => []));
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    const told = rows.map((row) => (row.status === 'failed' ? Buffer.from(row.error).toString() : ''));
    expect(told).toEqual([3, 4, 5].map((row): unknown => expect.stringContaining(`{"row":${row},`)));
  });
});
