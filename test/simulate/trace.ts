/** What happened in a life, in words, and its digest. */
import { createHash } from 'node:crypto';

export class Trace {
  private readonly hash = createHash('sha256');
  private readonly names = new Map<string, string>();
  private readonly kinds = new Map<string, number>();
  readonly lines: string[] = [];

  /** @param isKept whether the lines are kept; the digest is always made */
  constructor(private readonly isKept: boolean) {}

  tell(milliseconds: number, who: string, what: string): void {
    const line = `${(milliseconds / 1_000).toFixed(6)} s  ${who}: ${what}`;
    this.hash.update(line);
    if (this.isKept) this.lines.push(line);
  }

  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }

  /** A short name for an id, in the order in which ids are met: `job 1`. */
  name(kind: string, id: string): string {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    const count = (this.kinds.get(kind) ?? 0) + 1;
    this.kinds.set(kind, count);
    this.names.set(id, `${kind} ${count}`);
    return `${kind} ${count}`;
  }

  /** A stream's name with short names for its ids. */
  stream(stream: string): string {
    const dash = stream.indexOf('-');
    const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
    const job = /^(job_)?[0-9A-HJKMNP-TV-Z]{26}/.exec(id)?.[0];
    if (job === undefined) return `${category} ${this.name('', id).trim()}`;
    const rest = id.slice(job.length);
    return `${category} of ${this.name('job', job)}${rest === '' ? '' : ` chunk ${rest.slice(1)}`}`;
  }
}
