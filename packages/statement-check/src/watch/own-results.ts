/** What the customer has, row by row: results that `enrich` and the clients wrote. Pure. */
import { isObject, parsedJson, type JsonFields } from '../check/shapes.js';
import { parseStatementLine } from '../check/parse-line.js';
import type { ChargeFact } from '../format/facts.js';
import { SyncFault, WrongInputError } from './faults.js';
import { wholeLines } from './kept-folder.js';
import { utf8Text } from './notes.js';

interface OwnRow {
  readonly company: string | null;
  /** Those that may be charged. */
  readonly blocks: ReadonlySet<string>;
}

export class OwnResults {
  private readonly jobs = new Map<string, Map<number, OwnRow>>();

  /** @param name is told in errors. @throws WrongInputError */
  addFile(name: string, bytes: Uint8Array): void {
    wholeLines(bytes).forEach((line, index) => {
      const text = utf8Text(line) ?? '-';
      if (text.trim() === '') return;
      const result = parsedJson(text);
      if (!isObject(result))
        throw new WrongInputError('no_results', `Line ${index + 1} of ${name} is no result in JSON.`);
      this.addResult(result);
    });
  }

  /** Takes a result with `job_id` and `job_row`. Errors, and lines of older clients, name no row. */
  addResult(result: JsonFields): void {
    const { job_id: job, matched, blocks } = result;
    const row = result['job_row'] ?? (Object.hasOwn(result, 'row') ? null : 0);
    if (typeof job !== 'string' || typeof row !== 'number') return;
    const rows = this.jobs.get(job) ?? new Map<number, OwnRow>();
    this.jobs.set(job, rows);
    const before = rows.get(row);
    const company = isObject(matched) ? matched['company_number'] : null;
    rows.set(row, {
      company: typeof company === 'string' ? company : (before?.company ?? null),
      blocks: new Set([...(before?.blocks ?? []), ...chargeable(blocks)]),
    });
  }

  /** Holds every charge of a statement against its row. @throws SyncFault */
  check(statement: Uint8Array, month: string, needsAll: boolean): void {
    wholeLines(statement).forEach((bytes, index) => {
      const line = parseStatementLine(utf8Text(bytes) ?? '');
      if (line?.kind === 'charge') this.checkCharge(line.fact, `${month}, line ${index + 1}`, needsAll);
    });
  }

  private checkCharge(charge: ChargeFact, where: string, needsAll: boolean): void {
    const row = this.jobs.get(charge.job_id)?.get(charge.row);
    if (row === undefined) {
      if (needsAll) throw new SyncFault('charge_unknown', where);
      return;
    }
    const isOther = charge.company_number !== null && charge.company_number !== row.company;
    if (isOther || !Object.keys(charge.units).every((block) => row.blocks.has(block)))
      throw new SyncFault('row_differs', where);
  }
}

const chargeable = (blocks: unknown): readonly string[] =>
  isObject(blocks)
    ? Object.entries(blocks).flatMap(([key, told]) =>
        isObject(told) && (told['status'] === 'available' || told['status'] === 'pending') ? [key] : [],
      )
    : [];
