/** A cell of the coverage table as a test: a request over published data, and the code that must come of it. */
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../../../packages/contract/src/reason-code.js';
import type { Level, CellName } from './codes-table.js';
import type { Asked, CodesWorld, Envelope, WorldData } from './codes-world.js';

export interface Cell extends CellName {
  /** What is so, in words that follow "where". */
  readonly when: string;
  readonly asked: Asked;
}

/** Cells over the same data. */
export interface Area {
  readonly name: string;
  /** Which data, for the page. */
  readonly data: string;
  readonly world: () => WorldData;
  readonly cells: readonly Cell[];
  /** Numbers of companies that are asked about beside those of the cells: what they answer has values. */
  readonly others?: readonly string[];
}

/** A row by its number, or all of a request. */
type Asking = string | Asked;
const askedOf = (asking: Asking): Asked =>
  typeof asking === 'string' ? { row: { company_number: asking } } : asking;

/** Cells of one code at one level, for blocks that answer alike. */
const cellsAt =
  (level: Level) =>
  (blocks: BlockKey | readonly BlockKey[], code: ReasonCode, when: string, asking: Asking): Cell[] =>
    [blocks].flat().map((block) => ({ block, code, level, when, asked: askedOf(asking) }));

export const reason = cellsAt('reason');
export const advisory = cellsAt('advisory');
export const withheld = cellsAt('withheld');

export const titleOf = ({ block, level, code, when }: Cell): string => `${block} ${level} ${code}: ${when}`;

/** Codes in every list `withheld` of a value, wherever it stands. */
function withheldIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(withheldIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'withheld' && Array.isArray(inner)
      ? inner.map(({ reason: code }: { reason: string }) => code)
      : withheldIn(inner),
  );
}

/** The codes that the envelope gives at this level. */
function codesAt(level: Level, { status, reason: code, value, detail }: Envelope): readonly string[] {
  if (level === 'withheld' && status === 'not_found') return withheldIn(detail);
  if (level === 'reason') return code === undefined || status === 'available' ? [] : [code];
  if (status !== 'available') return [`${status} ${code ?? ''}`];
  return level === 'advisory' ? (detail?.advisories ?? []) : withheldIn(value);
}

/** The codes that the world gives for the cell's request, at its level. */
export async function codesOf({ block, level, asked }: Cell, world: CodesWorld): Promise<readonly string[]> {
  return codesAt(level, await world.envelope(asked, block));
}
