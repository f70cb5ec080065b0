/** `docs/spec/codes.md`: which block may give which code, at which level. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCK_KEYS, isBlockKey, type BlockKey } from '../../../../packages/contract/src/block-key.js';
import { isReasonCode, type ReasonCode } from '../../../../packages/contract/src/reason-code.js';

/** Where a code stands in an envelope (Blocks 2.1). */
export const LEVELS = ['reason', 'advisory', 'withheld'] as const;
export type Level = (typeof LEVELS)[number];

/** One cell of the coverage table. */
export interface CellName {
  readonly block: BlockKey;
  readonly code: ReasonCode;
  readonly level: Level;
}

export const nameOfCell = ({ block, code, level }: CellName): string => `${block} ${level} ${code}`;

export interface CodeRow {
  readonly code: ReasonCode;
  /** It may stand on a whole row. */
  readonly row: boolean;
  readonly blocks: Readonly<Record<Level, readonly BlockKey[]>>;
  /** Every block may give it, and none declares it (Blocks 1.12). */
  readonly any: boolean;
  /** Why it is never sent; null: it is. */
  readonly reserved: string | null;
}

const PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'spec', 'codes.md');
const ANY = 'any';
const RESERVED = /^reserved: (.+)$/;

function blocksIn(cell: string): readonly BlockKey[] {
  if (cell === ANY) return BLOCK_KEYS;
  const keys = [...cell.matchAll(/`(\w+)`/g)].map(([, key = '']) => key);
  const unknown = keys.filter((key) => !isBlockKey(key));
  if (unknown.length > 0) throw new Error(`no blocks: ${unknown.join(', ')}`);
  return keys.filter(isBlockKey);
}

function rowOf(cells: readonly string[]): CodeRow {
  const [name = '', row = '', , reason = '', advisory = '', withheld = '', today = ''] = cells;
  const code = name.replaceAll('`', '');
  if (!isReasonCode(code)) throw new Error(`${code} is no reason code`);
  return {
    code,
    row: row === 'yes',
    blocks: { reason: blocksIn(reason), advisory: blocksIn(advisory), withheld: blocksIn(withheld) },
    any: reason === ANY,
    reserved: RESERVED.exec(today)?.[1] ?? null,
  };
}

/** In the order of the page. */
export const codeRows = (): readonly CodeRow[] =>
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      rowOf(
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
    );

export interface RequiredCell extends CellName {
  readonly any: boolean;
  readonly reserved: string | null;
}

/** Every cell of the table, block by block. */
export function requiredCells(rows = codeRows()): readonly RequiredCell[] {
  return BLOCK_KEYS.flatMap((block) =>
    LEVELS.flatMap((level) =>
      rows
        .filter(({ blocks }) => blocks[level].includes(block))
        .map(({ code, any, reserved }) => ({ block, code, level, any, reserved })),
    ),
  );
}
