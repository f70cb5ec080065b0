/** The page of codes, the code's table of them, and what each block declares say the same. */
import { BLOCKS } from '../../../../packages/enrichment/src/blocks/index.js';
import { REASON_CODES } from '../../../../packages/contract/src/reason-code.js';
import { codeRows, nameOfCell, requiredCells, type CellName } from './codes-table.js';

it('the page names every published code once, in the order of the code', () => {
  expect(codeRows().map(({ code }) => code)).toEqual(REASON_CODES);
});

it('the page gives each block the codes that it declares, and no other', () => {
  const declared = BLOCKS.flatMap(({ key: block, reasons, advisories, withheld }): CellName[] => [
    ...reasons.map((code) => ({ block, code, level: 'reason' as const })),
    ...advisories.map((code) => ({ block, code, level: 'advisory' as const })),
    ...withheld.map((code) => ({ block, code, level: 'withheld' as const })),
  ]);
  const given = requiredCells().filter(({ any }) => !any);
  expect(given.map(nameOfCell).sort()).toEqual(declared.map(nameOfCell).sort());
});
