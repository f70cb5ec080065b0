/**
 * A list as the jobs it becomes: parts of at most so many rows, each with an idempotency key that follows from its place,
 * its content and the name of the run. The same list sent again is the same jobs, whenever it broke off.
 */
import type { AskedRow, EnrichJobRequest } from './types.js';

export interface Part {
  /** Of the list's rows, from 0. */
  readonly firstRow: number;
  readonly rows: readonly AskedRow[];
}

export type Asked = Pick<EnrichJobRequest, 'blocks' | 'options'>;

/** The parts of a list, one after another; no more of it is held at once. */
export async function* partsOf(
  rows: AsyncIterable<AskedRow> | Iterable<AskedRow>,
  rowsPerJob: number,
): AsyncGenerator<Part, void, undefined> {
  let part: AskedRow[] = [];
  let firstRow = 0;
  for await (const row of rows) {
    part.push(row);
    if (part.length < rowsPerJob) continue;
    yield { firstRow, rows: part };
    [firstRow, part] = [firstRow + part.length, []];
  }
  if (part.length > 0) yield { firstRow, rows: part };
}

/** The body of a part's submission: the same text for the same rows, blocks and options, however their fields are ordered. */
export function bodyOf({ rows }: Part, { blocks, options }: Asked): string {
  const sorted = rows.map(({ company_name, company_number, domain, ref }) => ({
    company_name,
    company_number,
    domain,
    ref,
  }));
  return JSON.stringify({ blocks, options: options ? inOrder(options) : undefined, rows: sorted });
}

const inOrder = (options: object): object =>
  Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Of a part's submission in this run. */
export async function idempotencyKeyOf(run: string, { firstRow }: Part, body: string): Promise<string> {
  const text = new TextEncoder().encode(`${run}\u0000${firstRow}\u0000${body}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `enrich-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
