import fc from 'fast-check';
import { cells, FILES } from '../../../../../test/support/basic-company-data.js';
import { readFileSync } from 'node:fs';
import { decodeCompany, encodeCompany, numberOfLine } from './company-record.js';
import { readCompanyRow } from './company-row.js';
import { CsvRecordReader } from '../kit/editions/csv-records.js';

it('keeps every field of every published row', () => {
  const records = Object.values(FILES).flatMap((file) => {
    const rows: (readonly string[])[] = [];
    const reader = new CsvRecordReader((csv) => {
      if ('cells' in csv) rows.push(csv.cells);
    });
    reader.push(readFileSync(file, 'utf8'));
    reader.end();
    return rows
      .slice(1)
      .map(readCompanyRow)
      .flatMap((row) => (row.ok ? [row.record] : []));
  });
  expect(records.length).toBeGreaterThan(250);
  for (const record of records) expect(decodeCompany(encodeCompany(record))).toEqual(record);
});

it('leaves out of a cell what would turn the direction of writing, or is no text', () => {
  const row = readCompanyRow(cells({ CompanyName: '\u202eACME\u202c\u0085LTD\ufeff' }));
  expect(row.ok && row.record.name).toBe('ACME LTD');
});

it('keeps what a cell holds, whatever it holds, on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, previous) => {
      const row = readCompanyRow(
        cells({
          CompanyName: `A${name}`,
          'PreviousName_1.CompanyName': previous,
          'PreviousName_2.CompanyName': 'B',
        }),
      );
      if (!row.ok) throw new Error(row.reason);
      const line = encodeCompany(row.record);
      expect(line).not.toContain('\n');
      expect(numberOfLine(line)).toBe(row.record.number);
      expect(decodeCompany(line)).toEqual(row.record);
    }),
  );
});
