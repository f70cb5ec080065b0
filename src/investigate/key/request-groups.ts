/** Groups equal reads and refusals in a row into one line, counts all requests, and keeps the last lines. */
import type { RequestKind, RequestLine } from '../request-line.js';

/** A request, or several equal ones in a row. */
export interface RequestGroup extends RequestLine {
  readonly count: number;
  /** Time of the last request of the group; `time` and `request_id` are those of the first. */
  readonly until: string;
  readonly last_request_id: string;
}

export interface RequestFilter {
  /** The wanted kind; null: every kind. */
  readonly only: RequestKind | null;
  /** The wanted HTTP status, which the request log keeps for 30 days; null: every status. */
  readonly status?: number | null;
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
  private readonly requestsByKind = new Map<RequestKind, number>();
  private readonly refusalsByReason = new Map<string, number>();
  private groups: RequestGroup[] = [];
  /** Number of earlier groups that are not kept. */
  private droppedGroups = 0;

  /** Counts every line, and keeps the last groups that the filter chooses. */
  constructor(private readonly filter: RequestFilter) {}

  add(line: RequestLine): void {
    const { kind, status, detail } = line;
    this.requestsByKind.set(kind, (this.requestsByKind.get(kind) ?? 0) + 1);
    if (kind === 'refused') {
      const reason = `${status ?? ''} ${detail ?? ''}`.trim();
      this.refusalsByReason.set(reason, (this.refusalsByReason.get(reason) ?? 0) + 1);
    }
    const { only, status: wantedStatus = null } = this.filter;
    if ((only === null || kind === only) && (wantedStatus === null || status === wantedStatus))
      this.group(line);
  }

  private group(line: RequestLine): void {
    const last = this.groups.at(-1);
    if (last !== undefined && isRepeat(last, line)) {
      const { time: until, request_id: last_request_id } = line;
      this.groups[this.groups.length - 1] = { ...last, count: last.count + 1, until, last_request_id };
      return;
    }
    this.groups.push({ ...line, count: 1, until: line.time, last_request_id: line.request_id });
    if (this.groups.length < 2 * this.filter.limit + 2) return;
    this.dropOldest();
  }

  private dropOldest(): void {
    const surplus = Math.max(0, this.groups.length - this.filter.limit);
    this.droppedGroups += surplus;
    this.groups = this.groups.slice(surplus);
  }

  get lastGroups(): { readonly groups: readonly RequestGroup[]; readonly earlier: number } {
    this.dropOldest();
    return { groups: this.groups, earlier: this.droppedGroups };
  }

  /** The requests by kind, also those without a kept line, and refusals such as `429 rate_limited`. */
  get totals() {
    return {
      kinds: Object.fromEntries(this.requestsByKind),
      refused: Object.fromEntries([...this.refusalsByReason].sort(([, a], [, b]) => b - a)),
    };
  }
}
