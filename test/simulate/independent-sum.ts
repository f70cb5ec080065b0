/**
 * The bill and the story of each job, summed from what clients asked and what the log says of each row, apart
 * from the product: what a row is and costs stands in `rows.ts`.
 */
import type { DomainEvent } from '../../src/streams/index.js';
import type { Logged } from '../../src/streams/envelope.js';
import type { Client } from './clients.js';
import { unitsOf } from './rows.js';

interface Story {
  ended: string[];
  completed: number;
  readonly records: Map<number, number>;
  readonly charges: Map<number, number>;
  readonly failed: Map<number, string>;
  readonly started: Set<number>;
  chunks: readonly number[];
  rows: number;
  skipped: number;
}

const newStory = (): Story => ({
  ended: [],
  completed: 0,
  records: new Map(),
  charges: new Map(),
  failed: new Map(),
  started: new Set(),
  chunks: [],
  rows: 0,
  skipped: 0,
});

const add = (counts: Map<number, number>, row: number, by: number): void =>
  void counts.set(row, (counts.get(row) ?? 0) + by);

function storiesOf(events: readonly Logged<DomainEvent>[]): ReadonlyMap<string, Story> {
  const stories = new Map<string, Story>();
  for (const { event, stream } of events) {
    const id = 'job_id' in event.data ? String(event.data.job_id) : stream.slice('job-'.length);
    if (!/^(job|rows)-/.test(stream)) continue;
    const story = stories.get(id) ?? newStory();
    stories.set(id, story);
    switch (event.type) {
      case 'JobSubmitted':
        story.chunks = event.data.chunks;
        story.rows = event.data.rows;
        break;
      case 'ChunkStarted':
        story.started.add(event.data.chunk);
        break;
      case 'RowResolved':
        add(story.records, event.data.row, 1);
        break;
      case 'RowFailed':
        add(story.records, event.data.row, 1);
        story.failed.set(event.data.row, event.data.reason);
        break;
      case 'RowCharged':
        add(
          story.charges,
          event.data.row,
          Object.values(event.data.units).reduce((sum, units) => sum + units, 0),
        );
        break;
      case 'BlockCharged':
        add(story.charges, event.data.row, 1);
        break;
      case 'JobCompleted':
      case 'JobCancelled':
        story.ended.push(event.type);
        story.skipped = 'skipped' in event.data ? event.data.skipped : 0;
        break;
      default:
    }
  }
  return stories;
}

/**
 * Rows that end so although the row itself is sound: its workers died on it, or nobody could come back for
 * it.
 */
const LOST = new Set(['worker_lost', 'source_unavailable']);

/**
 * @param billed units that usage shows, by job
 * @param deaths of hosts in the life: without any, no row is lost
 */
export function independentSum(
  events: readonly Logged<DomainEvent>[],
  clients: readonly Client[],
  billed: ReadonlyMap<string, number>,
  deaths: number,
): string[] {
  const problems: string[] = [];
  const stories = storiesOf(events);
  for (const [id, story] of stories) {
    if (story.rows === 0) continue; // closed before it was accepted
    if (story.ended.length !== 1) problems.push(`${id} ended ${story.ended.length} times`);
    if (story.records.size + story.skipped !== story.rows)
      problems.push(
        `${id}: ${story.records.size} records and ${story.skipped} skipped of ${story.rows} rows`,
      );
    for (const [row, count] of story.records)
      if (count !== 1) problems.push(`${id} row ${row} has ${count} records`);
    const sum = [...story.charges.values()].reduce((total, units) => total + units, 0);
    if (billed.get(id) !== sum)
      problems.push(`${id}: usage shows ${billed.get(id)} units, its charges are ${sum}`);
  }
  for (const client of clients) {
    const story = client.job === null ? undefined : stories.get(client.job);
    if (story === undefined) continue;
    const { rows, blocks } = client.request;
    if (story.rows !== rows.length)
      problems.push(`client ${client.number} asked for ${rows.length} rows, not ${story.rows}`);
    for (const [row, asked] of rows.entries()) {
      if (!story.records.has(row)) continue;
      const reason = story.failed.get(row);
      if (reason !== undefined && LOST.has(reason)) {
        if (reason === 'worker_lost' && deaths < 2 && client.plan.kind === 'job')
          problems.push(`row ${row} of client ${client.number} is lost`);
        continue;
      }
      const units = unitsOf(asked, row, blocks);
      if (units === null && reason === undefined)
        problems.push(`row ${row} of client ${client.number} was delivered`);
      if (units !== null && reason !== undefined)
        problems.push(`row ${row} of client ${client.number} ended ${reason}`);
      if (units !== null && reason === undefined)
        problems.push(...costs(client, row, story.charges.get(row) ?? 0, units));
    }
  }
  return problems;
}

/** A late block may have been given up at its deadline, and then costs nothing. */
function costs({ number, plan }: Client, row: number, charged: number, units: number): string[] {
  const isRight = charged === units || (plan.live > 0 && charged < units && charged >= units - plan.live);
  return isRight ? [] : [`row ${row} of client ${number} cost ${charged} units instead of ${units}`];
}
