/** Workbooks as lists and as results. The confined process runs from the build. */
import { readFileSync } from 'node:fs';
import { runCommand, failureOf, type Ran } from '../../../test/support/run-command.js';
import { StandInService } from '../../../test/support/stand-in-service.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { zipArchive } from '../../../test/support/basic-company-data.js';
import { enrichCommand } from '../enrich.commands.js';
import { openSource } from './list-source.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const service = forEachTest(() => StandInService.start(KEY));
const folder = forEachTest(() => new TemporaryFolder());

const enrich = (list: string, ...more: readonly string[]): Promise<Ran> =>
  runCommand(
    [enrichCommand],
    ['enrich', folder.file(list), '--url', service.url, '--blocks', 'industry', ...more, '--json'],
    { COMPANY_DATA_KEY: KEY },
  );

const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * A workbook as Excel saves it.
 * @param sheets the rows of each, as XML, by name; names that begin with - are hidden
 */
function workbook(sheets: Readonly<Record<string, string>>, strings: readonly string[] = []): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => {
    const state = name.startsWith('-') ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATED}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const styles = `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
  return zipArchive({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rIdS" Type="${RELATED}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
      ]),
    ),
  });
}

const LIST = [
  '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><t>Since</t></is></c></row>',
  '<row r="3"><c r="A3"><v>12012363</v></c><c r="D3" s="1"><v>46355</v></c></row>',
  '<row r="4"><c r="A4"><v>1.2012364E7</v></c><c r="B4" t="str"><f>1+1</f><v>Beta</v></c></row>',
  '<row r="5"><c r="A5" t="e"><f>NA()</f><v>#N/A</v></c><c r="B5" t="s"><v>2</v></c></row>',
  '<row r="7"><c r="C7"/></row>',
  '<row r="8"><c r="A8" t="s"><v>3</v></c></row>',
].join('');
const STRINGS = ['CRN', 'Company name', 'Gamma &amp; Söhne Ltd', 'SC 311560'];

describe('a workbook', () => {
  it('is read from its first shown sheet: numbers, days, results of formulas, errors, rows of the sheet', async () => {
    folder.write('list.xlsx', workbook({ '-notes': '', Companies: LIST, More: '' }, STRINGS));
    const ran = await enrich('list.xlsx', '--out', folder.file('out.csv'));
    expect(service.jobs[0]?.rows).toEqual([
      { company_number: '12012363' },
      { company_number: '12012364' },
      { company_name: 'Gamma & Söhne Ltd' },
      { company_number: 'SC311560' },
    ]);
    expect(ran.stderr).toContain(
      "Sheet 'Companies' is read; --sheet names another: 'More'. Columns: 'CRN' is the company number, 'Company name' is the company name. Not sent: '', 'Since'.",
    );
    expect(ran.stderr).toContain("Errors of a spreadsheet are ignored in 1 row (row 2 (line 5): '#N/A').");
    const lines = readFileSync(folder.file('out.csv'), 'utf8').split('\r\n');
    expect(lines.map((line) => line.split(',', 6).join('|')).slice(0, 5)).toEqual([
      'CRN|Company name||Since|row|line',
      '12012363|||2026-11-29|0|3',
      '12012364|Beta|||1|4',
      '#N/A|Gamma & Söhne Ltd|||2|5',
      'SC 311560||||3|8',
    ]);
  });

  it('that begins with a sheet without headings is refused with the names of the others', async () => {
    const cover = '<row r="1"><c r="A1" t="inlineStr"><is><t>Customer list</t></is></c></row>';
    folder.write('list.xlsx', workbook({ Cover: cover, Companies: LIST }, STRINGS));
    const ran = await enrich('list.xlsx', '--out', folder.file('out.csv'));
    expect(failureOf(ran).detail).toMatch(
      /^Sheet 'Cover' is read; --sheet names another: 'Companies'\. No column of 'Customer list'/,
    );
    expect(service.jobs).toEqual([]);
  });

  it('has another sheet read by its name, and says which it has', async () => {
    folder.write('list.xlsx', workbook({ A: '', B: LIST }, STRINGS));
    expect((await enrich('list.xlsx', '--preview', '--sheet', 'B')).code).toBe(0);
    const ran = await enrich('list.xlsx', '--preview', '--sheet', 'C');
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'unreadable_file']);
    expect(failureOf(ran).detail).toContain("it has no sheet 'C', but 'A', 'B'");
  });

  it('is written with text in every cell, none of it a formula, and read back as it was', async () => {
    const control = `a${String.fromCharCode(1)}b _x0041_`;
    folder.write('list.csv', `CRN,Note,Long\n01234567,=1+1,${'y'.repeat(40_000)}\n1,"${control}",\n`);
    expect((await enrich('list.csv', '--out', folder.file('out.xlsx'))).code).toBe(0);
    const rows: (readonly string[])[] = [];
    const results = await openSource(folder.file('out.xlsx'), 'utf-8', null);
    for await (const { cells } of results.rows()) rows.push(cells);
    expect(rows.map((cells) => cells.slice(0, 2))).toEqual([
      ['CRN', 'Note'],
      ['01234567', '=1+1'],
      ['1', control],
    ]);
    expect(rows[1]?.[2]).toHaveLength(32_767);
    const errors = await openSource(folder.file('out.errors.xlsx'), 'utf-8', null);
    const found: (readonly string[])[] = [];
    for await (const { cells } of errors.rows()) found.push(cells);
    expect(found[1]?.slice(0, 2)).toEqual(['1', control]);
  });

  const refused = async (bytes: Uint8Array): Promise<string> => {
    folder.write('list.xlsx', bytes);
    const ran = await enrich('list.xlsx', '--preview');
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'unreadable_file']);
    return failureOf(ran).detail;
  };

  it('is refused where it is none, is old, or has a password', async () => {
    expect(await refused(Buffer.from('PK\u0003\u0004 and so on'))).toContain('it is no workbook (XLSX)');
    expect(await refused(zipArchive({ mimetype: 'application/ods' }))).toContain('it is no workbook (XLSX)');
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain(
      'save it as .xlsx without a password',
    );
  });

  it.each([
    ['a row that is not closed', LIST.replace('</row><row r="4">', '<row r="4">')],
    ['a value that is not closed', LIST.replace('<v>12012363</v>', '<v>12012363')],
    ['an end that is missing', `${LIST}<row r="9">`],
  ])('is refused where it has %s, since rows would be lost', async (_fault, sheet) => {
    expect(await refused(workbook({ A: sheet }, STRINGS))).toContain(
      'its part xl/worksheets/sheet1.xml is damaged',
    );
    expect(await refused(workbook({ A: LIST }, ['<t>']))).toContain(
      'its part xl/sharedStrings.xml is damaged',
    );
    folder.write('list.xlsx', workbook({ A: LIST, B: sheet }, STRINGS));
    expect((await enrich('list.xlsx', '--preview')).code).toBe(0);
  });

  it('is refused where a digit has changed since it was saved', async () => {
    const saved = workbook({ A: LIST }, STRINGS);
    // The checksum of the sheet, the last part, in the archive's list of parts.
    const sum = saved.lastIndexOf('PK\u0001\u0002') + 16;
    saved.writeUInt32LE((saved.readUInt32LE(sum) ^ 1) >>> 0, sum);
    expect(await refused(saved)).toContain('its part xl/worksheets/sheet1.xml is damaged');
  });

  it('is refused where it unpacks too large, or has too many columns or too much text', async () => {
    const bomb = zipArchive({ 'xl/workbook.xml': '<a/>' });
    // The size that the archive's list of parts tells.
    bomb.writeUInt32LE(300 * 1_024 * 1_024, bomb.indexOf('PK\u0001\u0002') + 24);
    expect(await refused(bomb)).toContain('it is too large once unpacked');
    expect(await refused(workbook({ A: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }))).toContain(
      'row 1 has more than 2000 columns',
    );
    // Many cells share one text.
    const cells = '<c t="s"><v>0</v></c>'.repeat(1_900);
    const rows = Array.from({ length: 5 }, (_, row) => `<row r="${row + 1}">${cells}</row>`);
    expect(await refused(workbook({ A: rows.join('') }, ['z'.repeat(30_000)]))).toContain(
      'it has too much text',
    );
  });
});
