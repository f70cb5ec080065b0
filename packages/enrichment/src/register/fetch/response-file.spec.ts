import { readFileSync, truncateSync } from 'node:fs';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { ResponseFile } from './response-file.js';

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const AT = '2026-11-01T09:00:00Z';
const charges = (count: number, total: number) => ({
  total_count: total,
  items: Array.from({ length: count }, (_, item) => ({ charge_number: item })),
});
/** A list in three answers. */
const LONG = [charges(100, 230), charges(100, 230), charges(30, 230)];

async function fetched(name: string): Promise<{ path: string; ends: number[] }> {
  const path = folder.file(name);
  const file = await ResponseFile.open(path, ['charges']);
  file.add('00000001', [{ resource: 'charges', fetched_at: AT, answers: [charges(1, 1)] }]);
  file.add('00000002', [{ resource: 'charges', fetched_at: AT, answers: LONG }]);
  file.close();
  const text = readFileSync(path, 'utf8');
  return { path, ends: [...text.matchAll(/\n/g)].map(({ index }) => index + 1) };
}

describe('a list in several answers', () => {
  it('is there once its last answer is', async () => {
    const { path } = await fetched('whole.ndjson');
    const file = await ResponseFile.open(path, ['charges']);
    file.close();
    expect([file.count, file.has('00000002')]).toEqual([2, true]);
  });

  it.each([1, 2])('is asked for anew where the fetch broke off behind answer %d of 3', async (answers) => {
    const { path, ends } = await fetched(`broken-${answers}.ndjson`);
    truncateSync(path, ends[answers] ?? 0);
    const file = await ResponseFile.open(path, ['charges']);
    file.close();
    expect([file.count, file.has('00000001'), file.has('00000002')]).toEqual([1, true, false]);
    expect(readFileSync(path, 'utf8')).toHaveLength(ends[0] ?? 0);
  });

  it("is no reason to write into somebody else's file", async () => {
    const path = folder.write('letters.txt', 'Dear Sir,\n');
    await expect(ResponseFile.open(path, ['charges'])).rejects.toMatchObject({ code: 'wrong_out_file' });
    expect(readFileSync(path, 'utf8')).toBe('Dear Sir,\n');
  });
});
