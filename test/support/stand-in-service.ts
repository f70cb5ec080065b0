/**
 * A service on HTTP for tests of its client: it keeps jobs in memory, bills each accepted job once, and misbehaves as
 * it is told to. It knows only what `enrich` calls, in the form of the specification.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface SubmittedRow {
  readonly ref?: string;
  readonly company_number?: string;
  readonly company_name?: string;
  readonly domain?: string;
}

interface StoredJob {
  readonly id: string;
  readonly rows: readonly SubmittedRow[];
  readonly blocks: readonly string[];
  polls: number;
}

export type Misbehaviour = 'drop_after' | 'drop_before' | 429 | 503 | 500;

export class StandInService {
  readonly jobs: StoredJob[] = [];
  /** What to do wrong with the next requests, by their order; undefined: nothing. */
  faults: (Misbehaviour | undefined)[] = [];
  /** How each call looked. */
  readonly calls: string[] = [];
  scopes = ['read', 'enrich'];
  maxRows = 250_000;
  catalogue: object = {
    blocks: ['industry', 'domain'].map((key) => ({
      key,
      availability: 'available',
      unit_price: '0.01',
      currency: 'GBP',
    })),
    matched_share: null,
  };
  /** What other paths answer. */
  readonly answers = new Map<string, object>();
  /** Whether the rows of all jobs have expired. */
  expired = false;
  /** Company numbers that it doesn't know at present: a job that it accepts now fails their rows. */
  missing = new Set<string>();
  /** Once it has so many jobs, it answers nothing any more. */
  diesAtJobs = Infinity;
  private readonly byKey = new Map<string, StoredJob>();
  private readonly server: Server;

  private constructor(private readonly key: string) {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(key: string): Promise<StandInService> {
    const service = new StandInService(key);
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    // An address with a port: it listens on one.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Rows accepted, and so paid for where they are delivered. */
  get rowsAccepted(): number {
    return this.jobs.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** Under which the jobs were asked for. */
  get idempotencyKeys(): readonly string[] {
    return [...this.byKey.keys()];
  }

  /** Has accepted these jobs before, under these keys. */
  accepted(
    jobs: readonly {
      readonly key: string;
      readonly rows: readonly SubmittedRow[];
      readonly blocks: readonly string[];
    }[],
  ): void {
    for (const { key, rows, blocks } of jobs) {
      const job = { id: `job_${this.jobs.length + 1}`, rows, blocks, polls: 0 };
      this.jobs.push(job);
      this.byKey.set(key, job);
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    this.calls.push(`${request.method} ${request.url}`);
    const fault = this.jobs.length < this.diesAtJobs ? this.faults.shift() : 'drop_before';
    if (fault === 'drop_before') return void request.socket.destroy();
    if (typeof fault === 'number')
      return answer(response, fault, { detail: 'unavailable' }, { 'retry-after': '0' });
    const [status, body, headers] = this.answerTo(request, Buffer.concat(pieces));
    if (fault === 'drop_after') return void request.socket.destroy();
    answer(response, status, body, headers);
  }

  private answerTo(request: IncomingMessage, body: Buffer): [number, object, Record<string, string>?] {
    if (request.headers.authorization !== `Bearer ${this.key}`) return [401, { detail: 'Invalid API key' }];
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const [, id = '', list] = /^\/v1\/enrich\/jobs\/([^/]+)(?:\/(results|errors))?$/.exec(url.pathname) ?? [];
    if (url.pathname === '/v1/whoami')
      return [200, { scopes: this.scopes, limits: { max_rows_per_job: this.maxRows } }];
    if (url.pathname === '/v1/blocks') return [200, this.catalogue];
    const other = this.answers.get(url.pathname);
    if (other !== undefined) return [200, other];
    if (url.pathname === '/v1/usage') return [200, this.usage(url.searchParams.get('job_id'))];
    if (request.method === 'POST') return this.submit(request, body);
    const job = this.jobs.find((candidate) => candidate.id === id);
    if (job === undefined) return [404, { detail: 'job_not_found' }];
    if (list !== undefined && this.expired) return [410, { detail: 'rows_expired' }];
    if (list !== undefined) return [200, page(job, list, url.searchParams)];
    job.polls += 1;
    return [200, view(job)];
  }

  /** A penny for each block of a known row. */
  private usage(id: string | null): object {
    const jobs = this.jobs.filter((job) => id === null || job.id === id);
    const rows = jobs.reduce((sum, job) => sum + job.rows.filter(isKnown).length, 0);
    const units = jobs.reduce((sum, job) => sum + job.rows.filter(isKnown).length * job.blocks.length, 0);
    return { counts: { rows, units }, currency: 'GBP', amount: (units / 100).toFixed(2), items: [] };
  }

  private submit(request: IncomingMessage, body: Buffer): [number, object, Record<string, string>?] {
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const { rows, blocks } = JSON.parse(text.toString()) as Pick<StoredJob, 'rows' | 'blocks'>;
    const key = String(request.headers['x-idempotency-key']);
    const known = this.byKey.get(key);
    if (known !== undefined) return [200, view(known), { 'idempotent-replayed': 'true' }];
    if (rows.length > this.maxRows)
      return [413, { detail: 'too_many_rows', errors: { rows: ['Too many.'] } }];
    for (const row of rows) if (this.missing.has(row.company_number ?? '')) missed.add(row);
    const job = { id: `job_${this.jobs.length + 1}`, rows, blocks, polls: 0 };
    this.jobs.push(job);
    this.byKey.set(key, job);
    return [202, view(job)];
  }
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
  response.end(JSON.stringify(body));
}

/** Rows whose company was missing when they were submitted. */
const missed = new WeakSet<SubmittedRow>();

const isKnown = (row: SubmittedRow): boolean =>
  !missed.has(row) && (row.company_number?.length === 8 || (row.company_name ?? row.domain ?? '') !== '');

const view = (job: StoredJob): object => {
  const ready = job.polls > 1;
  const found = ready ? job.rows.filter(isKnown).length : 0;
  const processed = ready ? job.rows.length : 0;
  return {
    job_id: job.id,
    status: ready ? 'completed' : 'running',
    counts: {
      total: job.rows.length,
      processed,
      succeeded: found,
      not_found: 0,
      failed: processed - found,
      site_unreachable: 0,
    },
    results_ready: ready,
    ...(ready ? {} : { retry_after_ms: 1 }),
  };
};

/** Fewer than a client asks for, so that small lists take several pages. */
const MAX_ENTRIES = 3;

function page(job: StoredJob, list: string, query: URLSearchParams): object {
  const all = list === 'results' ? job.rows.map((row) => result(job, row)) : errorsOf(job);
  const limit = Math.min(Number(query.get('limit') ?? 100), MAX_ENTRIES);
  const from = Number(query.get('cursor') ?? 0);
  const next = from + limit < all.length ? String(from + limit) : null;
  return { [list]: all.slice(from, from + limit), next_cursor: next, results_ready: true };
}

const result = (job: StoredJob, row: SubmittedRow): object => ({
  ref: row.ref ?? '',
  status: 'done',
  ...(isKnown(row)
    ? {
        matched: {
          company_number: row.company_number ?? '00000001',
          company_name: 'A LTD',
          match_confidence: 1,
        },
        blocks: Object.fromEntries(
          job.blocks.map((block) => [block, { status: 'available', value: { answer: `of, "${block}"` } }]),
        ),
      }
    : { reason: 'invalid_company_number', blocks: {} }),
});

const errorsOf = (job: StoredJob): object[] =>
  job.rows.flatMap((row, index) =>
    isKnown(row)
      ? []
      : [{ row: index, ...row, reason: 'invalid_company_number', retry_suggested: false, detail: 'A zero?' }],
  );
