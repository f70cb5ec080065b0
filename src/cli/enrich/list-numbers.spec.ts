import * as fc from 'fast-check';
import { parseCompanyNumber } from '../../../packages/words/src/company-number.js';
import { parseListedNumber } from './list-numbers.js';

describe('a company number in a list', () => {
  it.each(['12012363', 'sc311560', ' SC311560\u00a0', 'IP21926R', 'NO123456', 'SL00911A', '00000006'])(
    '%j is sent as it stands: the service reads it',
    (cell) => expect(parseListedNumber(cell)).toEqual({ kind: 'as_written' }),
  );

  it.each([
    ['12 012363', '12012363'],
    ['12\u00a0012\u2009363', '12012363'],
    ['12012363.0', '12012363'],
    ['12012363,00', '12012363'],
    ['12012363.000', '12012363'],
    ['12,012,363', '12012363'],
    ['12.012.363', '12012363'],
    ["12'012'363", '12012363'],
    ['1.2012363E+07', '12012363'],
    ['1,2012363e7', '12012363'],
    ["'01234567", '01234567'],
    ["01234567'", '01234567'],
    ['="01234567"', '01234567'],
    ['（１２０１２３６３）', '12012363'],
    ['\u200b12012363\u200e', '12012363'],
    ['12-012363', '12012363'],
    ['SC 311560', 'SC311560'],
    ['sc-311560', 'SC311560'],
    ['S\u00adC/311 560.0', 'SC311560'],
    ['ＳＣ３１１５６０', 'SC311560'],
    ['IP 21926R', 'IP21926R'],
    ['R0 000123', 'R0000123'],
    ['No. 12012363', '12012363'],
    ['№ 12012363', '12012363'],
    ['NO12012363', '12012363'],
    ['Company Reg. No: SC 311560', 'SC311560'],
    ['CRN12012363;', '12012363'],
    ['No SC311560', 'SC311560'],
  ])('%j has one reading and is mended', (cell, number) =>
    expect(parseListedNumber(cell)).toEqual({ kind: 'mended', number }),
  );

  it.each([
    ['3977902', '3977902', '03977902'],
    ['3977902.0', '3977902', '03977902'],
    ['3.977902E+06', '3977902', '03977902'],
    ['3,977,902', '3977902', '03977902'],
    ['SC 11560', 'SC11560', 'SC011560'],
    ['Company 6', '6', '00000006'],
  ])('%j has lost zeros', (cell, number, padded) =>
    expect(parseListedNumber(cell)).toEqual({ kind: 'short', number, padded }),
  );

  it.each([
    ['1.2E+07', 'has lost digits in a spreadsheet'],
    ['1E+07', 'has lost digits in a spreadsheet'],
    ['No. 123456', 'may be NO123456 or 00123456'],
    ['01-02-2019', 'may be a date'],
    ['2019 02 01', 'may be a date'],
    ['#N/A', 'is no company number'],
    ['01/02/2019', 'is no company number'],
    ['01234567 01234568', 'is no company number'],
    ['012345678', 'is no company number'],
    ['not 12012363', 'is no company number'],
    ['12012363.5', 'is no company number'],
    ['GB12012363', 'is no company number'],
    ['XX 123456', 'is no company number'],
    ['1201236³', 'is no company number'],
    ['12012363?', 'is no company number'],
    ['-', 'is no company number'],
    ['1'.repeat(101), 'is no company number'],
  ])('%j has no reading, or several', (cell, reason) =>
    expect(parseListedNumber(cell)).toEqual({ kind: 'unreadable', reason }),
  );

  it('is mended to what its own letters and digits spell, whatever the cell', () => {
    const sign = fc.constantFrom(..."0123456789SCNO E+.,-'#/\u00a0");
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 14 }), (cell) => {
        const read = parseListedNumber(cell);
        if (read.kind !== 'mended') return;
        expect(parseCompanyNumber(read.number)).toBe(read.number);
        const spelt = cell.replace(/[^0-9SCNOE]/g, '');
        expect(
          spelt.startsWith('NO') ||
            spelt.startsWith(read.number) ||
            spelt.includes('E') ||
            spelt.includes('CO'),
        ).toBe(true);
      }),
    );
  });
});
