/**
 * One client of the campaign: submits jobs of several sizes (at times several equal requests at once), resolves single
 * companies, cancels, reads pages, jobs and usage, all under idempotency keys, whatever happens to the processes. Where
 * two things that it was told contradict each other it throws.
 */
import type { Answer, PatientClient } from '../support/patient-client.js';
import { companyNumbers } from '../support/sample-register.js';
import type { Seeded } from '../../bench/support/seeded.js';
import { rowsOf } from './reading.js';
import type { AskedRow, JobStory, Story } from './story.js';
import { BLOCKS } from './story.js';

const SIZES = [1, 7, 60, 600, 2_500] as const;
/** A client has no more jobs under way than this. */
const AT_ONCE = 4;

export class CampaignClient {
  readonly stories: Story[] = [];
  private usedRows = 0;
  private turn = 0;

  constructor(
    private readonly name: string,
    private readonly client: PatientClient,
    private readonly chance: Seeded,
    /** Nor more than so many in all: what is there to be read and judged has an end. */
    private readonly most: number,
    private readonly numbers = companyNumbers(),
  ) {}

  /** One thing that clients do; resolves when it was answered. */
  async act(): Promise<void> {
    this.turn++;
    const roll = this.chance.next();
    const full = this.stories.length >= this.most;
    if (roll < 0.35 && !full && (await this.unfinished()) < AT_ONCE) return this.submit();
    if (roll < 0.6 && !full) return this.resolve();
    if (roll < 0.68) return this.cancel();
    if (roll < 0.95) return this.read();
    return this.usage();
  }

  private get jobs(): readonly JobStory[] {
    return this.stories.filter((story) => story.kind === 'job');
  }

  private async unfinished(): Promise<number> {
    const recent = this.jobs.slice(-AT_ONCE);
    const told = await Promise.all(recent.map(({ job }) => this.job(job)));
    return told.filter(({ results_ready }) => results_ready !== true).length;
  }

  private async job(id: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.client.ask(`/v1/enrich/jobs/${id}`);
    if (status !== 200) throw new Error(`${id} was accepted and answers ${status}`);
    return body;
  }

  private async submit(): Promise<void> {
    const rows = this.rows(this.chance.one(SIZES));
    const idempotencyKey = `${this.name}-${this.turn}`;
    const copies = this.chance.chance(0.3) ? 3 : 1;
    const send = (): Promise<Answer> =>
      this.client.ask('/v1/enrich/jobs', {
        method: 'POST',
        headers: { 'x-idempotency-key': idempotencyKey },
        body: { rows, blocks: BLOCKS },
      });
    const answers = await Promise.all(Array.from({ length: copies }, send));
    const ids = new Set(answers.map(({ body }) => body['job_id']));
    if (ids.size !== 1) throw new Error(`one key, several jobs: ${[...ids].join(' ')}`);
    const created = answers.filter(({ status }) => status === 202).length;
    if (created > 1 || answers.some(({ status }) => status !== 202 && status !== 200))
      throw new Error(`${idempotencyKey}: ${answers.map(({ status }) => status).join(' ')}`);
    const [job] = ids;
    this.stories.push({
      kind: 'job',
      job: String(job),
      idempotencyKey,
      rows,
      cancelAsked: false,
      shown: new Map(),
    });
  }

  private async resolve(): Promise<void> {
    const idempotencyKey = `${this.name}-${this.turn}`;
    const ref = `single-${this.turn}`;
    const query = `company_number=${this.chance.one(this.numbers)}&blocks=${BLOCKS.join(',')}&ref=${ref}`;
    for (;;) {
      const { status, body } = await this.client.ask(`/v1/resolve?${query}`, {
        headers: { 'x-idempotency-key': idempotencyKey },
      });
      // Its process died in the middle and nobody could finish it: the key is free again, so asking again works.
      if (status === 502) continue;
      if (status !== 200 || body['ref'] !== ref)
        throw new Error(`resolve: ${status} ${JSON.stringify(body)}`);
      this.stories.push({ kind: 'resolve', job: String(body['job_id']), idempotencyKey, query, ref });
      return;
    }
  }

  private async cancel(): Promise<void> {
    const story = this.jobs.at(-1);
    if (story === undefined) return;
    story.cancelAsked = true;
    const { status, body } = await this.client.ask(`/v1/enrich/jobs/${story.job}/cancel`, { method: 'POST' });
    const { total, processed } = body['counts'] as { total: number; processed: number };
    // One that is finished stays so, and is shown as ended once its pages and its bill are there.
    const goesOn = ['queued', 'running'].includes(String(body['status'])) && processed < total;
    if (status !== 200 || goesOn)
      throw new Error(`cancel of ${story.job}: ${status} ${JSON.stringify(body)}`);
  }

  /** What was once shown as done stays as it was. */
  private async read(): Promise<void> {
    if (this.jobs.length === 0) return;
    const story = this.chance.one(this.jobs);
    const rows = await rowsOf(this.client, story.job, () => this.chance.between(1, 1_000));
    for (const [index, row] of rows.entries()) {
      if (row.status !== 'done') continue;
      const json = JSON.stringify(row);
      const before = story.shown.get(index) ?? json;
      if (before !== json) throw new Error(`row ${index} of ${story.job} was ${before} and is ${json}`);
      story.shown.set(index, json);
    }
  }

  /** The bill never shrinks. */
  private async usage(): Promise<void> {
    const { status, body } = await this.client.ask('/v1/usage');
    const rows = (body['counts'] as { rows?: number } | undefined)?.rows ?? -1;
    if (status !== 200 || rows < this.usedRows)
      throw new Error(`usage: ${status}, ${rows} rows after ${this.usedRows}`);
    this.usedRows = rows;
  }

  /** Companies of the register by number and by name, and now and then a number that nobody has. */
  private rows(count: number): AskedRow[] {
    return Array.from({ length: count }, (_, index) => {
      const ref = `${this.name}-${this.turn}-${index}`;
      if (index % 9 === 8) return { ref, company_number: '99999999' };
      return { ref, company_number: this.chance.one(this.numbers) };
    });
  }
}
