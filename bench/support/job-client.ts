/**
 * A client of the service that times what it is told: submissions, polling while a job runs, pages
 * afterwards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './figures.js';
import type { BenchService } from './service-process.js';

export interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly results_ready: boolean;
}

/** What is asked of each row; options are lists of words. */
export interface Asked {
  readonly blocks: readonly string[];
  readonly options?: Readonly<Record<string, readonly string[]>>;
}

interface Page {
  readonly results: readonly unknown[];
  readonly next_cursor: string | null;
}

export type Latencies = Record<'whoami' | 'job' | 'page', number[]>;

export interface PageFigures {
  /** Rows read in all, and how fast, in pages of 1,000. */
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Medians in milliseconds, by the length of the page. */
  readonly first: Readonly<Record<number, number>>;
  readonly deepest: Readonly<Record<number, number>>;
}

const POLL_MS = 50;
const LOOKS = 40;

export class JobClient {
  constructor(
    private readonly service: BenchService,
    private readonly key: string = service.key,
  ) {}

  /** Milliseconds until the 202, and the job. The body is made before the clock starts. */
  async submit(rows: readonly object[], asked: Asked): Promise<{ job: Job; milliseconds: number }> {
    const body = Buffer.from(JSON.stringify({ rows, ...asked }));
    const started = performance.now();
    const response = await fetch(`${this.service.url}/v1/enrich/jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body,
    });
    const job = (await response.json()) as Job;
    if (response.status !== 202) throw new Error(`submit: ${response.status} ${JSON.stringify(job)}`);
    return { job, milliseconds: performance.now() - started };
  }

  /** Polls like an eager client until the job ends; each of three operations every 50 ms. */
  async follow(jobId: string): Promise<Latencies> {
    const seen: Latencies = { whoami: [], job: [], page: [] };
    for (;;) {
      await timed(seen.whoami, () => this.get('/v1/whoami'));
      await timed(seen.page, () => this.page(jobId, 100, null));
      const job = await timed(seen.job, () => this.get<Job>(`/v1/enrich/jobs/${jobId}`));
      if (job.results_ready) return seen;
      await pause(POLL_MS);
    }
  }

  /** Milliseconds until the job is shown as ended; asks seldom, as a client with one small job does. */
  async ended(jobId: string): Promise<number> {
    const started = performance.now();
    while (!(await this.get<Job>(`/v1/enrich/jobs/${jobId}`)).results_ready) await pause(POLL_MS);
    return performance.now() - started;
  }

  /** Every page, then the first and the deepest in turns. */
  async readPages(jobId: string): Promise<PageFigures> {
    const started = performance.now();
    let cursor: string | null = null;
    let deepest: string | null = null;
    let rows = 0;
    do {
      const page: Page = await this.page(jobId, 1_000, cursor);
      rows += page.results.length;
      deepest = cursor;
      cursor = page.next_cursor;
    } while (cursor !== null);
    const rowsPerSecond = (rows * 1_000) / (performance.now() - started);
    const figures = {
      rows,
      rowsPerSecond,
      first: {} as Record<number, number>,
      deepest: {} as Record<number, number>,
    };
    for (const limit of [100, 1_000]) {
      const [near, far]: [number[], number[]] = [[], []];
      for (let look = 0; look < LOOKS; look += 1) {
        await timed(near, () => this.page(jobId, limit, null));
        await timed(far, () => this.page(jobId, limit, deepest));
      }
      figures.first[limit] = quantile(near, 0.5);
      figures.deepest[limit] = quantile(far, 0.5);
    }
    return figures;
  }

  /** Milliseconds of each of so many answers, one after the other. */
  async looks(path: string, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let look = 0; look < count; look += 1) await timed(times, () => this.get(path));
    return times;
  }

  /** Milliseconds of each resolve, one after the other. */
  async resolves(numbers: readonly string[], { blocks, options = {} }: Asked): Promise<number[]> {
    const terms = Object.entries({ blocks, ...options }).map(([name, list]) => `${name}=${list.join(',')}`);
    const times: number[] = [];
    for (const number of numbers) {
      await timed(times, () => this.get(`/v1/resolve?company_number=${number}&${terms.join('&')}`));
    }
    return times;
  }

  private page(jobId: string, limit: number, cursor: string | null): Promise<Page> {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.get<Page>(`/v1/enrich/jobs/${jobId}/results?limit=${limit}${from}`);
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.service.url}${path}`, {
      headers: { authorization: `Bearer ${this.key}` },
    });
    const body = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  }
}

async function timed<T>(into: number[], call: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const answer = await call();
  into.push(performance.now() - from);
  return answer;
}
