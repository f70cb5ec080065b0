/** After a campaign: what clients were told, what the service shows now and what its log proves must be one story. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PatientClient } from '../support/patient-client.js';
import type { ProcessWorld } from '../support/worlds/process-world.js';
import type { Seeded } from '../../bench/support/seeded.js';
import { errorsOf, rowsOf } from './reading.js';
import type { JobStory, ResolveStory, ServedRow, Story } from './story.js';
import { BLOCKS, unitsOf } from './story.js';

/** Between two looks at a job. */
const POLL_MS = 20;

interface Job {
  readonly status: string;
  readonly results_ready: boolean;
  readonly counts: Readonly<Record<'total' | 'processed' | 'succeeded' | 'not_found' | 'failed', number>>;
}

interface Usage {
  readonly counts: { readonly rows: number; readonly units: number };
}

/** What the client of these stories ought to be billed. */
export interface Bill {
  readonly rows: number;
  readonly units: number;
}

export class CampaignJudge {
  /** Rows that ended `worker_lost`: the kill hit while the row was marked as the one that may kill. */
  lostRows = 0;

  constructor(
    private readonly world: ProcessWorld,
    private readonly client: PatientClient,
    private readonly chance: Seeded,
  ) {}

  /** Waits for its end, then holds it against everything that its client was told. */
  async judge(story: Story): Promise<Bill> {
    const job = await this.ended(story.job);
    const rows = await rowsOf(this.client, story.job, () => this.chance.between(1, 1_000));
    expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
    const bill = { rows: delivered(rows).length, units: sum(rows.map(unitsOf)) };
    expect({ job: story.job, ...(await this.usage(`?job_id=${story.job}`)) }).toEqual({
      job: story.job,
      ...bill,
    });
    expect(job.counts).toMatchObject({ total: rows.length, succeeded: bill.rows });
    if (story.kind === 'job') await this.judgeJob(story, job, rows);
    else await this.judgeResolve(story, rows);
    return bill;
  }

  /** Of all its stories together: no row or charge lost, none twice. */
  async judgeAccount(bills: readonly Bill[], account: number, stories: readonly Story[]): Promise<void> {
    const whole = { rows: sum(bills.map(({ rows }) => rows)), units: sum(bills.map(({ units }) => units)) };
    expect(await this.usage('')).toEqual(whole);
    const listed = await this.world.cli.lines<{ job_id: string; counts: Job['counts'] }>(
      ...['jobs', 'list', '--account', String(account)],
    );
    const told = new Set(stories.map(({ job }) => job));
    // A resolve whose process died may be there beside the one that its client got, delivered and billed never.
    const untold = listed.filter(({ job_id }) => !told.has(job_id));
    expect(untold.filter(({ counts }) => counts.succeeded !== 0 || counts.total !== 1)).toEqual([]);
    expect(listed.filter(({ job_id }) => told.has(job_id))).toHaveLength(told.size);
  }

  private async ended(id: string): Promise<Job> {
    for (;;) {
      const { status, body } = await this.client.ask(`/v1/enrich/jobs/${id}`);
      expect({ id, status }).toEqual({ id, status: 200 });
      const job = body as unknown as Job;
      if (job.results_ready) return job;
      await pause(POLL_MS);
    }
  }

  private async judgeJob(story: JobStory, job: Job, rows: readonly ServedRow[]): Promise<void> {
    expect(rows.map(({ ref }) => ref)).toEqual(story.rows.map(({ ref }) => ref));
    const now = rows.map((row) => JSON.stringify(row));
    for (const [index, json] of story.shown) expect(now[index]).toBe(json);
    const { counts } = job;
    const skipped = rows.filter(({ reason }) => reason === 'not_completed').length;
    expect(counts.processed).toBe(counts.succeeded + counts.not_found + counts.failed);
    expect(counts.total - counts.processed).toBe(skipped);
    expect(story.cancelAsked ? ['completed', 'cancelled'] : ['completed']).toContain(job.status);
    if (job.status === 'completed') expect(skipped).toBe(0);
    this.lostRows += rows.filter(({ reason }) => reason === 'worker_lost').length;
    const failed = rows.flatMap(({ ref, reason }, row) =>
      reason === undefined ? [] : [{ row, ref, reason }],
    );
    const errors = await errorsOf(this.client, story.job, () => this.chance.between(1, 1_000));
    expect(errors.map(({ row, ref, reason }) => ({ row, ref, reason }))).toEqual(failed);
    const replay = await this.client.ask('/v1/enrich/jobs', {
      method: 'POST',
      headers: { 'x-idempotency-key': story.idempotencyKey },
      body: { rows: story.rows, blocks: BLOCKS },
    });
    expectReplay(replay, story.job);
  }

  private async judgeResolve(story: ResolveStory, rows: readonly ServedRow[]): Promise<void> {
    expect(rows.map(({ ref }) => ref)).toEqual([story.ref]);
    const headers = { 'x-idempotency-key': story.idempotencyKey };
    expectReplay(await this.client.ask(`/v1/resolve?${story.query}`, { headers }), story.job);
  }

  private async usage(query: string): Promise<Bill> {
    const { status, body } = await this.client.ask(`/v1/usage${query}`);
    expect(status).toBe(200);
    const { rows, units } = (body as unknown as Usage).counts;
    return { rows, units };
  }
}

function expectReplay(
  answer: { status: number; headers: Headers; body: Record<string, unknown> },
  job: string,
): void {
  expect({
    status: answer.status,
    job: answer.body['job_id'],
    replayed: answer.headers.get('idempotent-replayed'),
  }).toEqual({ status: 200, job, replayed: 'true' });
}

/** Rows that were matched; one that was not carries no blocks, so no unit either. */
const delivered = (rows: readonly ServedRow[]): readonly ServedRow[] =>
  rows.filter(({ reason }) => reason === undefined);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
