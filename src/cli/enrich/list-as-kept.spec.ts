/** Lists as people keep them: mended numbers, marks of encodings, and what is said before money is spent. */
import { readFileSync } from 'node:fs';
import { documentOf, runCommand, type Ran } from '../../../test/support/run-command.js';
import { StandInService } from '../../../test/support/stand-in-service.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { enrichCommand } from '../enrich.commands.js';
import { encodeText } from './byte-order-mark.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const service = forEachTest(() => StandInService.start(KEY));
const folder = forEachTest(() => new TemporaryFolder());

const enrich = (...more: readonly string[]): Promise<Ran> => {
  const out = more.includes('--out') ? [] : ['--out', folder.file('out.csv')];
  const words = ['enrich', folder.file('list.csv'), '--url', service.url, '--blocks', 'industry', ...out];
  return runCommand([enrichCommand], [...words, ...more, '--json'], { COMPANY_DATA_KEY: KEY });
};

describe('a list as people keep it', () => {
  it('has its numbers mended and told before it is sent; its own cells stay as they are', async () => {
    folder.write('list.csv', 'CRN,Note\n12 012363,a\nSC 311560,b\n12012363.0,c\n1.2E+07,d\n12012364,e\n');
    const ran = await enrich();
    expect(service.jobs[0]?.rows.map(({ company_number }) => company_number)).toEqual([
      ...['12012363', 'SC311560', '12012363', '1.2E+07', '12012364'],
    ]);
    expect(ran.stderr).toContain(
      "3 company numbers have been mended (row 0 (line 2): '12 012363' is sent as 12012363).",
    );
    expect(ran.stderr).toContain(
      "1 company number can't be read; such a row fails and costs nothing (row 3 (line 5): '1.2E+07' has lost digits in a spreadsheet).",
    );
    for (const told of [
      'been mended',
      "can't be read",
      "Columns: 'CRN' is the company number. Not sent: 'Note'.",
    ])
      expect(ran.stderr.indexOf(told)).toBeLessThan(ran.stderr.indexOf('accepted'));
    expect(ran.stderr).toContain("Columns: 'CRN'");
    expect(documentOf<object>(ran)).toMatchObject({ mended_numbers: 3 });
    expect(readFileSync(folder.file('out.csv'), 'utf8')).toContain('\r\nSC 311560,b,1,3,');
  });

  it('puts zeros back also after a prefix and before decimals, where asked', async () => {
    folder.write('list.csv', 'CRN\n3977902.0\nSC 11560\n');
    await enrich('--pad-numbers');
    expect(service.jobs[0]?.rows).toEqual([{ company_number: '03977902' }, { company_number: 'SC011560' }]);
  });

  it('may have a label that is longer than a number may be', async () => {
    folder.write('list.csv', 'CRN\nCompany registration number: 12012363\n');
    await enrich();
    expect(service.jobs[0]?.rows).toEqual([{ company_number: '12012363' }]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'marked as %s gets files with the same mark',
    async (mark) => {
      folder.write('list.csv', encodeText('\ufeffName;Note\nKäse Ltd;a,b\n', mark));
      await enrich();
      for (const name of ['out.csv', 'out.errors.csv']) {
        const bytes = readFileSync(folder.file(name));
        const text = new TextDecoder(mark, { ignoreBOM: true }).decode(bytes);
        expect(text).toMatch(/^\ufeffName,Note,row,/);
        if (name === 'out.csv') expect(text).toContain('\r\nKäse Ltd,"a,b",0,');
      }
      await enrich('--out', folder.file('out.ndjson'));
      expect(JSON.parse(readFileSync(folder.file('out.ndjson'), 'utf8'))).toMatchObject({
        list: { Note: 'a,b' },
      });
    },
  );

  it.each([
    ['a title above its headings', 'Customers at 31 March;;\n;;\nRef;CRN;Firm\na;01234567;A Ltd\n', 3],
    ['a line that tells its delimiter', 'sep=|\nRef|CRN\na|01234567\n', 2],
  ])('with %s is read from its headings on', async (_what, text, line) => {
    folder.write('list.csv', text);
    const ran = await enrich();
    expect(service.jobs[0]?.rows).toEqual([{ ref: 'a', company_number: '01234567' }]);
    expect(ran.stderr.includes(`The headings are in line ${line}; nothing above it is read.`)).toBe(
      line === 3,
    );
    expect(readFileSync(folder.file('out.csv'), 'utf8')).toMatch(
      new RegExp(`^Ref,CRN,.*\r\na,01234567,.*0,${line + 1},a,`),
    );
  });

  it('is read from the line with the headings that are named', async () => {
    folder.write('list.csv', 'Company,of the year\nTrading as,Town\nA Ltd,Ramsgate\n');
    await enrich('--name-column', 'trading as');
    expect(service.jobs[0]?.rows).toEqual([{ company_name: 'A Ltd' }]);
  });

  it('without headings is refused with its first row and the way out', async () => {
    folder.write('list.csv', 'x1,01234567,A Ltd\nx2,01234568,B Ltd\n');
    const { stderr } = await enrich();
    expect(stderr).toContain("No column of 'x1', '01234567', 'A Ltd' has a heading known");
    expect(stderr).toContain('A file without headings needs a first line with them.');
    expect(service.jobs).toEqual([]);
  });

  it('without a mark gets files without one', async () => {
    folder.write('list.csv', 'Name\nA Ltd\n');
    await enrich();
    expect(readFileSync(folder.file('out.csv'))[0]).toBe('N'.charCodeAt(0));
  });

  it('has the shares of its rows by kind of identifier told by a preview', async () => {
    folder.write('list.csv', 'CRN,Name,Site\n01234567,A,\n,B Ltd,\n,C Ltd,\n,,d.co.uk\n,,\n');
    expect(documentOf(await enrich('--preview'))).toMatchObject({
      rows: 4,
      asked_by: { company_number: 1, company_name: 2, domain: 1 },
    });
    const words = [
      'enrich',
      folder.file('list.csv'),
      '--url',
      service.url,
      '--blocks',
      'industry',
      '--preview',
    ];
    expect((await runCommand([enrichCommand], words, { COMPANY_DATA_KEY: KEY })).stdout).toMatch(
      /^asked by +company number 25\.0 %, company name 50\.0 %, domain 25\.0 %$/m,
    );
  });

  it('has its columns told by a preview too', async () => {
    folder.write('list.csv', 'Firm,Ref\nA Ltd,1\n');
    expect((await enrich('--preview', '--name-column', 'Firm')).stderr).toContain(
      "Columns: 'Firm' is the company name, 'Ref' is your reference.",
    );
  });
});
