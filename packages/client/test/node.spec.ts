import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileState, keepReceipts, ResultsFile } from '../src/node.js';

const STATE = { run: 'a', rows_per_job: 3, jobs: [], read: { row: 2, cursor: 'x' } };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'client-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of a state', () => {
  it('gives back what was saved last, and null before that', async () => {
    const state = fileState(join(folder, 'state.json'));
    expect(await state.load()).toBeNull();
    await state.save({ ...STATE, run: 'before' });
    await state.save(STATE);
    expect(await state.load()).toEqual(STATE);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('that can not be read is no missing one', async () => {
    await expect(fileState(folder).load()).rejects.toThrow('EISDIR');
  });
});

describe('the files of a list', () => {
  const modeOf = (name: string): number => lstatSync(join(folder, name)).mode & 0o777;

  it('are for nobody else, also where a wider file stood', async () => {
    writeFileSync(join(folder, 'state.json'), '', { mode: 0o644 });
    await fileState(join(folder, 'state.json')).save(STATE);
    await (await ResultsFile.open(join(folder, 'out.ndjson'))).close();
    expect([modeOf('state.json'), modeOf('out.ndjson')]).toEqual([0o600, 0o600]);
  });

  it('follow no link: what it leads to stays as it is', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'theirs');
    for (const name of ['state.json', 'state.json.draft', 'out.ndjson'])
      symlinkSync(other, join(folder, name));
    const state = fileState(join(folder, 'state.json'));
    await expect(state.load()).rejects.toThrow('ELOOP');
    await expect(ResultsFile.open(join(folder, 'out.ndjson'))).rejects.toThrow('ELOOP');
    await state.save(STATE);
    expect(await state.load()).toEqual(STATE);
    expect(readFileSync(other, 'utf8')).toBe('theirs');
  });

  it.each(['', '[]', '{"run":"a"}', '{"run":"a","rows_per_job":0,"jobs":[],"read":{"row":0,"cursor":null}}'])(
    'that hold no state (%j) begin nothing',
    async (text) => {
      writeFileSync(join(folder, 'state.json'), text);
      await expect(fileState(join(folder, 'state.json')).load()).rejects.toMatchObject({
        code: 'wrong_state',
      });
    },
  );
});

describe('a file of results', () => {
  const file = (): string => join(folder, 'out.ndjson');

  it('goes on after its last whole line', async () => {
    writeFileSync(file(), '{"row":0}\n{"row":1}\n{"ro');
    const results = await ResultsFile.open(file());
    expect(results.rows).toBe(2);
    await results.write({ row: 2, name: 'Zoë' });
    await results.close();
    expect(readFileSync(file(), 'utf8')).toBe('{"row":0}\n{"row":1}\n{"row":2,"name":"Zoë"}\n');
  });

  it('counts lines across pieces, of more bytes than characters', async () => {
    const results = await ResultsFile.open(file());
    for (let row = 0; row < 5_000; row++) await results.write({ row, name: 'ü'.repeat(row % 50) });
    await results.close();
    const again = await ResultsFile.open(file());
    expect(again.rows).toBe(5_000);
    await again.close();
    expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(5_001);
  });

  it('holds nothing whole where its first line was cut', async () => {
    writeFileSync(file(), '{"row":');
    const results = await ResultsFile.open(file());
    await results.close();
    expect([results.rows, readFileSync(file(), 'utf8')]).toEqual([0, '']);
  });
});

describe('the file of receipts', () => {
  const kept = (): string => readFileSync(join(folder, 'receipts'), 'utf8');

  it('has each on a line of its own, in the order in which they came', async () => {
    const keep = keepReceipts(join(folder, 'receipts'));
    const receipts = Array.from({ length: 20 }, (_, number) => `r${number}`.repeat(1 + 300 * (number % 2)));
    await Promise.all(receipts.map(keep));
    expect(kept().split('\n')).toEqual([...receipts, '']);
  });

  it.each([
    ['QUJD\nQU', 'QUJD\nnew\n'],
    ['QU', 'new\n'],
    [`QUJD\n${'Q'.repeat(20_000)}`, 'QUJD\nnew\n'],
    ['Q'.repeat(20_000), 'new\n'],
    ['QUJD\n', 'QUJD\nnew\n'],
  ])('loses a line that was half written (case %#)', async (before, after) => {
    writeFileSync(join(folder, 'receipts'), before);
    await keepReceipts(join(folder, 'receipts'))('new');
    expect(kept()).toBe(after);
  });

  it('takes the next receipt after one that it could not keep', async () => {
    const keep = keepReceipts(join(folder, 'later', 'receipts'));
    await expect(keep('lost')).rejects.toThrow('ENOENT');
    mkdirSync(join(folder, 'later'));
    await keep('new');
    expect(readFileSync(join(folder, 'later', 'receipts'), 'utf8')).toBe('new\n');
  });
});
