/**
 * The bill and the story of each job, summed from what clients asked and what the log says of each row, apart
 * from the product: what a row is and costs stands in `rows.ts`. What must never be written is found at once.
 */
import type { DomainEvent } from '../../src/streams/index.js';
import type { Logged } from '../../src/streams/envelope.js';
import type { Client } from './clients.js';
import { unitsOf } from './rows.js';

interface Story {
  submitted: number;
  ended: number;
  rows: number;
  skipped: number;
  readonly records: Map<number, number>;
  readonly charges: Map<number, number>;
  readonly failed: Map<number, string>;
  /** Units charged, late blocks included. */
  units: number;
  /** Charges of whole rows, and of late blocks as `row.block`. */
  readonly charged: Set<string>;
}

const newStory = (): Story => ({
  ...{ submitted: 0, ended: 0, rows: 0, skipped: 0, units: 0 },
  ...{ records: new Map(), charges: new Map(), failed: new Map(), charged: new Set() },
});

const add = (counts: Map<number, number>, row: number, by: number): void =>
  void counts.set(row, (counts.get(row) ?? 0) + by);

/** The story of each job, as the log tells it. */
export class Stories {
  readonly all = new Map<string, Story>();

  /** @returns what must never be written, at the step that wrote it */
  take({ event, stream }: Logged<DomainEvent>): string | null {
    if (!/^(job|rows)-/.test(stream)) return null;
    const id = 'job_id' in event.data ? String(event.data.job_id) : stream.slice('job-'.length);
    const story = this.all.get(id) ?? newStory();
    this.all.set(id, story);
    const wrong = told(story, event);
    return wrong === null ? null : `${id}: ${wrong}`;
  }
}

function told(story: Story, event: DomainEvent): string | null {
  switch (event.type) {
    case 'JobSubmitted':
      story.rows = event.data.rows;
      return ++story.submitted > 1 ? 'it was submitted twice' : null;
    case 'RowResolved':
      return recorded(story, event.data.row);
    case 'RowFailed':
      story.failed.set(event.data.row, event.data.reason);
      return recorded(story, event.data.row);
    case 'RowCharged': {
      const units = Object.values(event.data.units).reduce((sum, each) => sum + each, 0);
      return charged(story, event.data.row, units, '');
    }
    case 'BlockCharged':
      return charged(story, event.data.row, 1, event.data.block);
    case 'JobCompleted':
    case 'JobCancelled':
      story.skipped = 'skipped' in event.data ? event.data.skipped : 0;
      return ++story.ended > 1 ? 'it ended twice' : null;
    default:
      return null;
  }
}

function recorded(story: Story, row: number): string | null {
  const isAgain = story.records.has(row);
  add(story.records, row, 1);
  if (isAgain) return `row ${row} is recorded twice`;
  if (story.ended > 0) return `row ${row} is recorded after the end`;
  return story.submitted > 0 && row >= story.rows ? `row ${row} was never asked for` : null;
}

function charged(story: Story, row: number, units: number, block: string): string | null {
  const charge = `${row}.${block}`;
  const isAgain = story.charged.has(charge);
  story.charged.add(charge);
  add(story.charges, row, units);
  story.units += units;
  if (isAgain) return `row ${row} ${block} is charged twice`;
  if (story.ended > 0) return `row ${row} ${block} is charged after the end`;
  return story.records.has(row) && !story.failed.has(row) ? null : `row ${row} is charged and not delivered`;
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
  stories: Stories['all'],
  clients: readonly Client[],
  billed: ReadonlyMap<string, number>,
  deaths: number,
): string[] {
  const problems: string[] = [];
  for (const [id, story] of stories) {
    if (story.rows === 0) continue; // closed before it was accepted
    if (story.ended !== 1) problems.push(`${id} ended ${story.ended} times`);
    if (story.records.size + story.skipped !== story.rows)
      problems.push(
        `${id}: ${story.records.size} records and ${story.skipped} skipped of ${story.rows} rows`,
      );
    if (billed.get(id) !== story.units)
      problems.push(`${id}: usage shows ${billed.get(id)} units, its charges are ${story.units}`);
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
