/**
 * A result as one line of a spreadsheet. Columns: the row's own, then for each block its status and, where any row has
 * one, its reason, source, date, confidence and each field of its value. What is nested deeper stays JSON in its cell.
 */
import type { JsonObject, JsonValue } from '../../shared/json.js';

export type Line = Readonly<Record<string, string>>;

const ENVELOPE_FIELDS = ['status', 'reason', 'source', 'as_of', 'confidence', 'flagged_for_review'] as const;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cell = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** `row`: from 0, as in the interface. `line`: of the customer's file, from 1. */
export function resultLine(result: JsonObject): Line {
  const matched = isObject(result['matched']) ? result['matched'] : {};
  const line: Record<string, string> = {
    row: cell(result['row']),
    line: cell(result['line']),
    ref: cell(result['ref']),
    status: cell(result['status']),
    reason: cell(result['reason']),
    company_number: cell(matched['company_number']),
    company_name: cell(matched['company_name']),
    match_confidence: cell(matched['match_confidence']),
    matched_on: cell(matched['matched_on']),
  };
  const blocks = isObject(result['blocks']) ? result['blocks'] : {};
  for (const [block, envelope] of Object.entries(blocks)) {
    if (isObject(envelope)) Object.assign(line, blockCells(block, envelope));
  }
  return line;
}

function blockCells(block: string, envelope: JsonObject): Line {
  const cells: Record<string, string> = {};
  for (const field of ENVELOPE_FIELDS) {
    if (envelope[field] !== undefined) cells[`${block}_${field}`] = cell(envelope[field]);
  }
  const { value } = envelope;
  if (!isObject(value)) return value === undefined ? cells : { ...cells, [block]: cell(value) };
  for (const [field, content] of Object.entries(value)) cells[`${block}.${field}`] = cell(content);
  return cells;
}

export const errorLine = (entry: JsonObject): Line => ({
  row: cell(entry['row']),
  line: cell(entry['line']),
  ref: cell(entry['ref']),
  company_number: cell(entry['company_number']),
  company_name: cell(entry['company_name']),
  domain: cell(entry['domain']),
  reason: cell(entry['reason']),
  retry_suggested: cell(entry['retry_suggested']),
  detail: cell(entry['detail']),
  candidates: cell(entry['candidates']),
});

/** The headings of all lines seen, the columns of a block side by side. */
export class Headings {
  private readonly seen = new Map<string, number>();
  private readonly blocks: string[] = [];

  add(line: Line): void {
    for (const heading of Object.keys(line)) {
      if (this.seen.has(heading)) continue;
      this.seen.set(heading, this.seen.size);
      const status = /^(.+)_status$/.exec(heading)?.[1];
      if (status !== undefined) this.blocks.push(status);
    }
  }

  /** In the order first seen, but every column of a block stands with its status. */
  all(): string[] {
    const place = (heading: string): number => {
      const block = this.blockOf(heading);
      return (
        (block === undefined ? undefined : this.seen.get(`${block}_status`)) ?? this.seen.get(heading) ?? 0
      );
    };
    return [...this.seen.keys()].sort(
      (a, b) => place(a) - place(b) || (this.seen.get(a) ?? 0) - (this.seen.get(b) ?? 0),
    );
  }

  /** `domain_validation_status` belongs to `domain_validation`, not to `domain`: the longest name wins. */
  private blockOf(heading: string): string | undefined {
    return this.blocks
      .filter(
        (block) => heading === block || heading.startsWith(`${block}.`) || heading.startsWith(`${block}_`),
      )
      .sort((a, b) => b.length - a.length)[0];
  }
}
