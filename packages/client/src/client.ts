/** The Company Data API. One client for a key: it knows what is left of the key's allowance. */
import { Http, type BilledCallOptions, type CallOptions, type ClientOptions } from './http.js';
import { Jobs } from './jobs.js';
import { Queue } from './queue.js';
import { Receipts, Statements } from './statements.js';
import type {
  AcceptedResolve,
  AskedRow,
  Catalogue,
  ResolveRequest,
  ResolveResponse,
  Row,
  Usage,
  UsageRequest,
  Whoami,
} from './types.js';
import { Watch, type WatchOptions } from './watch.js';

const RESOLVES_AT_ONCE = 6;

export class CompanyData {
  /** Lists of companies, as jobs in the background. */
  readonly jobs: Jobs;
  /** The account's signed statements. */
  readonly statements: Statements;
  /** Receipts of answers, as `onReceipt` was given them. */
  readonly receipts: Receipts;
  private readonly http: Http;
  private readonly resolves: Queue;

  constructor(options: ClientOptions) {
    this.http = new Http(options);
    this.jobs = new Jobs(this.http);
    this.statements = new Statements(this.http);
    this.receipts = new Receipts(this.http);
    this.resolves = new Queue(options.resolvesAtOnce ?? RESOLVES_AT_ONCE, this.http.pause);
  }

  /**
   * One company. Any number of calls may be made at once: they wait for each other and for the key's
   * allowance. Billed.
   * @throws NotMatchedError, AmbiguousMatchError and other ApiErrors
   */
  resolve(
    request: ResolveRequest & { readonly wait: false },
    options?: BilledCallOptions,
  ): Promise<AcceptedResolve>;
  resolve(
    request: ResolveRequest & { readonly wait?: true },
    options?: BilledCallOptions,
  ): Promise<ResolveResponse>;
  async resolve(
    request: ResolveRequest,
    options: BilledCallOptions = {},
  ): Promise<AcceptedResolve | ResolveResponse> {
    const { idempotencyKey = crypto.randomUUID() } = options;
    const asked = { query: request, idempotencyKey, queue: this.resolves };
    return (await this.http.call<AcceptedResolve | ResolveResponse>('/resolve', asked, options)).body;
  }

  /** The row of a resolve of which something was `pending`, once it is whole. */
  async completed(
    { job_id }: Pick<ResolveResponse | AcceptedResolve, 'job_id'>,
    options: CallOptions = {},
  ): Promise<Row> {
    await this.jobs.wait(job_id, options);
    const { results } = await this.jobs.resultsPage(job_id, options);
    const [row] = results;
    if (row === undefined) throw new Error(`Job ${job_id} has no row.`);
    return row;
  }

  /** Whose key this is, what it may do, and its limits. */
  async whoami(options: CallOptions = {}): Promise<Whoami> {
    return (await this.http.call<Whoami>('/whoami', {}, options)).body;
  }

  /**
   * Asks a list for what may have changed since the last run with this state, and pays for nothing else. The
   * whole list is held in memory. Billed.
   */
  watch(rows: readonly AskedRow[], options: WatchOptions): Watch {
    return new Watch(this.http, this.jobs, rows, options);
  }

  /** What each block says, with its source, coverage and tier; options; reason codes. */
  async blocks(options: CallOptions = {}): Promise<Catalogue> {
    return (await this.http.call<Catalogue>('/blocks', {}, options)).body;
  }

  /** What was used and, where prices are agreed, what it comes to. */
  async usage(request: UsageRequest = {}, options: CallOptions = {}): Promise<Usage> {
    return (await this.http.call<Usage>('/usage', { query: request }, options)).body;
  }
}
