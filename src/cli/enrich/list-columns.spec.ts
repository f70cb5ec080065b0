import { columnsText, findColumns } from './list-columns.js';

describe('columns of a list', () => {
  it.each([
    [['Company Number', 'Name'], { company_number: 0, company_name: 1 }],
    [['CRN', 'website', 'Your Ref'], { company_number: 0, domain: 1, ref: 2 }],
    [['id', 'Companies House No.', 'Organisation'], { company_number: 1, company_name: 2, ref: 0 }],
    [
      [' company_registration_number '.trim(), 'company_name', 'url', 'reference'],
      { company_number: 0, company_name: 1, domain: 2, ref: 3 },
    ],
    [['Contact name', 'Company'], { company_name: 1 }],
    [['Name', 'Company name'], { company_name: 1 }],
    [['Customer name', 'Co. Reg. No.'], { company_number: 1, company_name: 0 }],
    [['Firm', 'Registered No'], { company_number: 1, company_name: 0 }],
  ])('%j are found by their headings', (headings, expected) => {
    expect(findColumns(headings, {})).toEqual(expected);
  });

  it('are taken as named, and then no other identifier is', () => {
    const headings = ['CRN', 'Trading as', 'Registered', 'Ref'];
    expect(findColumns(headings, { company_name: 'registered' })).toEqual({ company_name: 2, ref: 3 });
  });

  it('that are not there, or say nothing, are told with those that are', () => {
    expect(() => findColumns(['A', 'B'], { domain: 'C' })).toThrow("no column 'C'; it has 'A', 'B'");
    expect(() => findColumns(['A', 'B'], {})).toThrow("No column of 'A', 'B'");
  });

  it('are said, with those that are not sent', () => {
    const headings = ['CRN', ' Firm ', 'Ref', 'Note', ''];
    expect(columnsText(headings, { company_number: 0, company_name: 1, ref: 2 })).toBe(
      "Columns: 'CRN' is the company number, 'Firm' is the company name, 'Ref' is your reference. Not sent: 'Note', ''.",
    );
    expect(columnsText(['Site'], { domain: 0 })).toBe("Columns: 'Site' is the website.");
  });
});
