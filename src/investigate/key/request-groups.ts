/** Groups equal reads and refusals in a row into one line, counts all requests, and keeps the last lines. */
import type { RequestKind, RequestLine } from '../request-line.js';

/** A request, or several equal ones in a row. */
export interface RequestGroup extends RequestLine {
  readonly count: number;
  /** Time of the last request of the group; `time` and `request_id` are those of the first. */
  readonly until: string;
  readonly last_request_id: string;
}

export interface RequestTotals {
  /** Number of requests by kind, including those without a kept line. */
  readonly kinds: Readonly<Partial<Record<RequestKind, number>>>;
  /** Number of refusals by status and reason, such as `429 rate_limited`. */
  readonly refused: Readonly<Record<string, number>>;
}

export interface WantedRequests {
  /** The wanted kind; null: every kind. */
  readonly only: RequestKind | null;
  /** The wanted HTTP status, which the request log keeps for 30 days; null: every status. */
  readonly status?: number | null;
  /** The number of last groups to keep. */
  readonly limit: number;
}

/** Reads and refusals form groups; each submission, replay and cancel keeps its own line. */
const mayRepeat = ({ kind }: RequestLine): boolean => kind === 'answered' || kind === 'refused';

const isRepeat = (last: RequestGroup, line: RequestLine): boolean =>
  mayRepeat(line) &&
  last.kind === line.kind &&
  last.method === line.method &&
  last.path === line.path &&
  last.status === line.status &&
  last.detail === line.detail &&
  last.job_id === line.job_id &&
  JSON.stringify(last.conflict) === JSON.stringify(line.conflict);

export class RequestGroups {
  private readonly kinds = new Map<RequestKind, number>();
  private readonly refused = new Map<string, number>();
  private lines: RequestGroup[] = [];
  /** Number of earlier lines that are not kept. */
  private dropped = 0;

  /** Counts every line, and keeps the last ones that are wanted. */
  constructor(private readonly wanted: WantedRequests) {}

  add(line: RequestLine): void {
    const { kind, status, detail } = line;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (kind === 'refused') {
      const reason = `${status ?? ''} ${detail ?? ''}`.trim();
      this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
    }
    const { only, status: wantedStatus = null } = this.wanted;
    if ((only === null || kind === only) && (wantedStatus === null || status === wantedStatus))
      this.group(line);
  }

  private group(line: RequestLine): void {
    const last = this.lines.at(-1);
    if (last !== undefined && isRepeat(last, line)) {
      const { time: until, request_id: last_request_id } = line;
      this.lines[this.lines.length - 1] = { ...last, count: last.count + 1, until, last_request_id };
      return;
    }
    this.lines.push({ ...line, count: 1, until: line.time, last_request_id: line.request_id });
    if (this.lines.length < 2 * this.wanted.limit + 2) return;
    this.dropOldest();
  }

  private dropOldest(): void {
    const surplus = Math.max(0, this.lines.length - this.wanted.limit);
    this.dropped += surplus;
    this.lines = this.lines.slice(surplus);
  }

  get lastGroups(): { readonly lines: readonly RequestGroup[]; readonly earlier: number } {
    this.dropOldest();
    return { lines: this.lines, earlier: this.dropped };
  }

  get totals(): RequestTotals {
    return {
      kinds: Object.fromEntries(this.kinds),
      refused: Object.fromEntries([...this.refused].sort(([, a], [, b]) => b - a)),
    };
  }
}
