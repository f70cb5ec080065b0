import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { lineBytesOf } from '../../../../platform/src/files/lines-of-file.js';
import { Spool } from './spool.js';

const lineOf = (timepoint: number): string => JSON.stringify({ event: { timepoint } });

async function linesIn(files: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files) for await (const line of lineBytesOf(file)) lines.push(line.toString('utf8'));
  return lines;
}

describe('events that wait through many tries to lay them', () => {
  const folder = new TemporaryFolder();
  afterAll(() => folder.remove());
  const TIMEPOINTS = Array.from({ length: 24 }, (_, place) => 100 + place);

  it('stand in as many files, and are read back and handed over in their order', async () => {
    const spool = await Spool.open(folder.path, 'charges', 0);
    for (const timepoint of TIMEPOINTS) {
      expect(spool.add(timepoint, lineOf(timepoint))).toBe(true);
      if (timepoint % 2 === 1) spool.close();
    }
    const again = await Spool.open(folder.path, 'charges', 0);
    expect([again.timepoint, again.waiting]).toEqual([123, 24]);
    expect(TIMEPOINTS.some((timepoint) => again.add(timepoint, lineOf(timepoint)))).toBe(false);
    const files = again.close();
    expect(files).toHaveLength(12);
    expect(await linesIn(files)).toEqual(TIMEPOINTS.map(lineOf));
  });

  it('are gone once they are in an edition, and the next follow on them', async () => {
    const spool = await Spool.open(folder.path, 'charges', 0);
    await spool.markApplied(spool.close(), 1);
    expect(spool.waiting).toBe(0);
    appendFileSync(join(folder.path, 'register-follow', 'charges', 'events.ndjson'), lineOf(124).slice(0, 9));
    const again = await Spool.open(folder.path, 'charges', 2);
    expect([again.timepoint, again.waiting, again.appliedAt]).toEqual([123, 0, 1]);
    expect([again.add(123, lineOf(123)), again.add(124, lineOf(124))]).toEqual([false, true]);
    expect(await linesIn(again.close())).toEqual([lineOf(124)]);
  });
});
