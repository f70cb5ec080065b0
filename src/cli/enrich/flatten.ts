/**
 * Turns a result into one line of a spreadsheet. The first columns are those of the row. Then each block has
 * columns for its status and for each further field that any row has, such as its source or a field of its
 * value. Deeper values stay JSON in a cell.
 */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';

export type FlatLine = Readonly<Record<string, string>>;

const ENVELOPE_FIELDS = ['status', 'reason', 'source', 'as_of', 'confidence', 'flagged_for_review'] as const;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cellText = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const cellTexts = (fields: JsonObject, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, cellText(fields[name])]));

/** Flattens a result. `row` counts from 0, as in the API; `line` is the line in the list, from 1. */
export function resultLine(result: JsonObject): FlatLine {
  const matched = isObject(result['matched']) ? result['matched'] : {};
  const line: Record<string, string> = {
    ...cellTexts(result, ['row', 'line', 'ref', 'status', 'reason']),
    ...cellTexts(matched, ['company_number', 'company_name', 'match_confidence', 'matched_on']),
  };
  const blocks = isObject(result['blocks']) ? result['blocks'] : {};
  for (const [block, envelope] of Object.entries(blocks)) {
    if (isObject(envelope)) Object.assign(line, blockCells(block, envelope));
  }
  return line;
}

function blockCells(block: string, envelope: JsonObject): FlatLine {
  const cells: Record<string, string> = {};
  for (const field of ENVELOPE_FIELDS) {
    if (envelope[field] !== undefined) cells[`${block}_${field}`] = cellText(envelope[field]);
  }
  const { value } = envelope;
  if (!isObject(value)) return value === undefined ? cells : { ...cells, [block]: cellText(value) };
  for (const [field, content] of Object.entries(value)) cells[`${block}.${field}`] = cellText(content);
  return cells;
}

export const errorLine = (entry: JsonObject): FlatLine =>
  cellTexts(entry, [
    ...['row', 'line', 'ref', 'company_number', 'company_name', 'domain'],
    ...['reason', 'retry_suggested', 'detail', 'candidates'],
  ]);

/** Collects the headings of all lines; the columns of a block stand side by side. */
export class Headings {
  private readonly positions = new Map<string, number>();
  private readonly blocks: string[] = [];

  add(line: FlatLine): void {
    for (const heading of Object.keys(line)) {
      if (this.positions.has(heading)) continue;
      this.positions.set(heading, this.positions.size);
      const block = /^(.+)_status$/.exec(heading)?.[1];
      if (block !== undefined) this.blocks.push(block);
    }
  }

  /** Returns the headings in the order of their first use; a block's columns stand beside its status. */
  all(): string[] {
    const positionOf = (heading: string): number => {
      const block = this.blockOf(heading);
      return (
        (block === undefined ? undefined : this.positions.get(`${block}_status`)) ??
        this.positions.get(heading) ??
        0
      );
    };
    return [...this.positions.keys()].sort(
      (a, b) => positionOf(a) - positionOf(b) || (this.positions.get(a) ?? 0) - (this.positions.get(b) ?? 0),
    );
  }

  /** Returns a heading's block. The longest wins: `domain_validation_status` isn't a column of `domain`. */
  private blockOf(heading: string): string | undefined {
    return this.blocks
      .filter(
        (block) => heading === block || heading.startsWith(`${block}.`) || heading.startsWith(`${block}_`),
      )
      .sort((a, b) => b.length - a.length)[0];
  }
}
