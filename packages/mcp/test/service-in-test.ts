/** A service that answers as a test tells it to, and bills a unit for each block of a resolve or row. */

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
}

type Answer = Response | 'no answer';

const PRICES: Readonly<Record<string, string>> = {
  company_identity: '0.1',
  industry: '0.2',
  officers: '0.015',
};

export class ServiceInTest {
  readonly calls: Call[] = [];
  /** In place of the next answers to this path; `null`: as usual. */
  readonly instead: Record<string, (((usual: Response) => Answer) | null)[]> = {};
  /** What a page of the company's website says. */
  page = 'We make widgets.';
  currency: string | null = null;
  pending: readonly string[] = [];
  jobIsOver = false;
  private readonly units = new Map<string, number>();
  private readonly jobs = new Map<string, string>();

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const key = new Headers(init?.headers).get('x-idempotency-key');
    const call = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, key };
    this.calls.push(call);
    const usual = await this.usual(call, init?.body ?? null);
    const answer = this.instead[call.path]?.shift()?.(usual) ?? usual;
    if (answer === 'no answer') throw new TypeError('fetch failed');
    return answer;
  };

  /** Paths of calls, but for the catalogue's. */
  get paths(): readonly string[] {
    return this.calls.map(({ path }) => path).filter((path) => path !== '/v1/blocks');
  }

  get billed(): number {
    return [...this.units.values()].reduce((sum, units) => sum + units, 0);
  }

  private async usual(call: Call, body: unknown): Promise<Response> {
    const { path, query, key } = call;
    if (path === '/v1/blocks') return Response.json({ blocks: this.catalogue(), matched_share: null });
    if (path === '/v1/resolve') return this.resolve((query.get('blocks') ?? '').split(','), key ?? '');
    if (path === '/v1/usage') return Response.json(this.usage(query.get('job_id') ?? ''));
    if (path === '/v1/enrich/jobs') return this.submit(await textOf(body), key ?? '');
    const [, job = ''] = /^\/v1\/enrich\/jobs\/(\w+)/.exec(path) ?? [];
    if (this.units.has(job)) return Response.json(this.job(job));
    return Response.json({ detail: 'job_not_found' }, { status: 404 });
  }

  private catalogue(): object[] {
    return ['company_identity', 'industry', 'officers', 'nature_of_business'].map((key) => ({
      ...{ key, availability: 'available', coverage_share: 0.5, description: key },
      ...(this.currency === null || PRICES[key] === undefined
        ? {}
        : { unit_price: PRICES[key], currency: this.currency }),
    }));
  }

  private jobFor(key: string, units: number): { job: string; replayed: boolean } {
    const known = this.jobs.get(key);
    if (known !== undefined) return { job: known, replayed: true };
    const job = `job_${this.jobs.size + 1}`;
    this.jobs.set(key, job);
    this.units.set(job, units);
    return { job, replayed: false };
  }

  private resolve(blocks: readonly string[], key: string): Response {
    const available = blocks.filter((block) => !this.pending.includes(block));
    const { job, replayed } = this.jobFor(key, available.length);
    const envelopes = blocks.map((block) => [
      block,
      available.includes(block) ? { status: 'available', value: { text: this.page } } : { status: 'pending' },
    ]);
    const body = {
      ...{
        ref: '',
        status: 'done',
        blocks: Object.fromEntries(envelopes) as unknown,
        job_id: job,
        complete: true,
      },
      matched: { company_number: '01234567', company_name: 'A LTD', match_confidence: 1 },
      pending_blocks: this.pending,
    };
    const headers = { 'x-billed-units': replayed ? '0' : String(available.length) };
    return Response.json(body, {
      headers: { ...headers, ...(replayed ? { 'idempotent-replayed': 'true' } : {}) },
    });
  }

  private submit(text: string, key: string): Response {
    const { rows, blocks } = JSON.parse(text) as { rows: unknown[]; blocks: unknown[] };
    const { job, replayed } = this.jobFor(key, rows.length * blocks.length);
    return Response.json(this.job(job), { status: replayed ? 200 : 202 });
  }

  private job(job_id: string): object {
    const counts = { total: 2, processed: 2, succeeded: 2, not_found: 0, failed: 0, site_unreachable: 0 };
    const status = this.jobIsOver ? 'completed' : 'running';
    return {
      job_id,
      status,
      results_ready: this.jobIsOver,
      counts,
      created_at: '2026-11-30T00:00:00Z',
      finished_at: null,
    };
  }

  private usage(job: string): object {
    const units = this.units.get(job) ?? 0;
    const money = this.currency === null ? {} : { currency: this.currency, amount: (units / 10).toFixed(2) };
    return { counts: { rows: 1, units }, ...money, items: [] };
  }
}

const textOf = async (body: unknown): Promise<string> => {
  if (typeof body === 'string') return body;
  const stream = new Blob([body as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
};

export const refusal =
  (status: number, detail: string, headers: Record<string, string> = {}) =>
  (): Response =>
    Response.json({ detail, request_id: 'req_1', message: 'As the service says.' }, { status, headers });
