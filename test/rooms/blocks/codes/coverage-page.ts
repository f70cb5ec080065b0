/** docs/blocks-coverage.md: each code of each block, with the case that makes it happen and the data that it is made of. */
import { join } from 'node:path';
import { BLOCK_KEYS } from '../../../../packages/contract/src/block-key.js';
import { AREAS } from './areas/index.js';
import { BY_RULE } from './by-rule.js';
import type { Cell } from './cell.js';
import { nameOfCell, requiredCells, type RequiredCell } from './codes-table.js';
import { EXEMPT } from './without-a-case.js';

export const BLOCKS_COVERAGE_PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'blocks-coverage.md');

const INTRODUCTION = `# Every code of every block, and the case that makes it happen

Made by \`npm run docs\` from \`test/rooms/blocks/codes\`. Each row is a test of \`test/rooms/blocks/codes/blocks.spec.ts\`: files in their publishers'
form are imported, a row is asked for over them, and the code must stand in the served envelope at that level. The rows are
those of [spec/codes.md](spec/codes.md); one without a case fails the run. A code that is reserved for every block has no
row here. Codes of errors: [coverage.md](coverage.md).
`;

interface Shown {
  readonly cell: Cell;
  readonly area: string;
}
const cases = (): Map<string, Shown> => {
  const all = AREAS.flatMap(({ name, cells }) => cells.map((cell) => ({ cell, area: name })));
  // The first of several stands for them.
  return new Map(all.reverse().map((shown) => [nameOfCell(shown.cell), shown]));
};

function rowOf(required: RequiredCell, known: ReadonlyMap<string, Shown>): string | null {
  const name = nameOfCell(required);
  const shown = known.get(name);
  const { code, level, reserved } = required;
  const cell = (what: string, from: string): string => `| \`${code}\` | ${level} | ${what} | ${from} |`;
  if (shown !== undefined) return cell(shown.cell.when, shown.area);
  if (BY_RULE.some((one) => nameOfCell(one) === name))
    return cell('no record of the company is given', 'the rule');
  return reserved === null ? null : cell(`reserved: ${reserved}`, '');
}

const sectionOf = (block: string, rows: readonly string[]): string =>
  `## ${block}\n\n| code | level | where | from |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;

const sourcesOf = (): string => {
  const rows = AREAS.map(({ name, data, cells }) => `| ${name} | ${data} | ${cells.length} |`);
  return `## What the cases are made of\n\n| from | data | cases |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
};

const exemptOf = (): string => {
  const rows = Object.entries(EXEMPT).flatMap(([code, all]) =>
    all.map(
      ({ blocks, why }) => `| \`${code}\` | ${blocks.map((key) => `\`${key}\``).join(', ')} | ${why} |`,
    ),
  );
  return `## What every block may answer, and some do not\n\n| code | blocks | why |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
};

const counted = (all: readonly RequiredCell[], known: ReadonlyMap<string, Shown>): string => {
  const reserved = all.filter((cell) => cell.reserved !== null).length;
  const shown = all.filter((cell) => known.has(nameOfCell(cell))).length;
  return (
    `${all.length - reserved} cells are open: ${shown} by data, ${BY_RULE.length} by the rule alone. ` +
    `${reserved} are reserved.\n`
  );
};

/** The page as it should stand. */
export function blocksCoveragePage(): string {
  const known = cases();
  const exempt = new Set(
    Object.entries(EXEMPT).flatMap(([code, all]) =>
      all.flatMap(({ blocks }) => blocks.map((key) => `${key} ${code}`)),
    ),
  );
  const all = requiredCells().filter(
    ({ block, code, any, reserved }) => !exempt.has(`${block} ${code}`) && !(any && reserved !== null),
  );
  const sections = BLOCK_KEYS.map((block) =>
    sectionOf(
      block,
      all.filter((cell) => cell.block === block).flatMap((cell) => rowOf(cell, known) ?? []),
    ),
  );
  return [INTRODUCTION, counted(all, known), sourcesOf(), exemptOf(), ...sections].join('\n');
}
