import { readdirSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { probeDisk, type ProbedFiles } from './disk-probe.js';

const folder = forEachTest(() => new TemporaryFolder());

const failing = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(`${code}: it failed`), { code });
};
/** A disk on which one step fails. */
const disk = (step: 'open' | 'unlink' | 'writeFile' | 'sync', code: string): ProbedFiles => ({
  open: async (...args: Parameters<typeof open>) => {
    if (step === 'open') return failing(code)();
    const file = await open(...args);
    if (step !== 'unlink') jest.spyOn(file, step).mockImplementation(failing(code));
    return file;
  },
  unlink: step === 'unlink' ? failing(code) : unlink,
});

it('a probe of a disk that takes writes is silent, and leaves nothing behind', async () => {
  await expect(probeDisk(folder.path)).resolves.toBeUndefined();
  expect(readdirSync(folder.path)).toEqual([]);
});

it.each([
  ['open', 'EROFS', 'it is read-only (EROFS)'],
  ['open', 'EACCES', 'this user may not (EACCES)'],
  ['open', 'ENOSPC', 'it is full (ENOSPC)'],
  ['writeFile', 'ENOSPC', 'it is full (ENOSPC)'],
  ['writeFile', 'EDQUOT', "the user's quota is used up (EDQUOT)"],
  ['writeFile', 'EIO', 'it reports an error (EIO)'],
  ['sync', 'EIO', 'it reports an error (EIO)'],
  ['unlink', 'EROFS', 'it is read-only (EROFS)'],
  ['sync', 'ESTALE', 'it fails (ESTALE)'],
] as const)('a disk whose %s fails with %s is said to be unwritable: %s', async (step, code, reason) => {
  await expect(probeDisk(folder.path, disk(step, code))).rejects.toThrow(new Error(reason));
});

it('a folder that is gone is no disk that takes writes', async () => {
  await expect(probeDisk(folder.file('gone'))).rejects.toThrow('the folder is gone (ENOENT)');
});
