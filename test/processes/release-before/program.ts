/**
 * The release before this one, built from the history of this repository with the packages of the present one, once for a
 * machine. With a release, name its commit here and make its data anew (`npm run release-before`).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
/** Release 1.0.0. */
const RELEASE_BEFORE = 'ea932c423c145da2da962ec8c044d2563775289c';

/** Null where the history doesn't reach so far back (a shallow copy, or none). */
export function programBefore(): string | null {
  if (!isInHistory()) return null;
  const home = join(tmpdir(), `company-data-program-${RELEASE_BEFORE.slice(0, 12)}`);
  if (!existsSync(home)) build(home);
  return join(home, 'bin', 'company-data.js');
}

function isInHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${RELEASE_BEFORE}^{tree}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function build(home: string): void {
  const work = mkdtempSync(`${home}-`);
  const archive = execFileSync(
    'git',
    ['archive', RELEASE_BEFORE, 'src', 'projections', 'bench', 'bin', ...BUILT_BY],
    {
      cwd: ROOT,
      maxBuffer: 2 ** 28,
    },
  );
  execFileSync('tar', ['x'], { cwd: work, input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  execFileSync(
    process.execPath,
    [join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js'), 'build', '--path', 'tsconfig.unchecked.json'],
    {
      cwd: work,
    },
  );
  try {
    renameSync(work, home);
  } catch (error) {
    rmSync(work, { recursive: true });
    // Another run was faster.
    if (!existsSync(home)) throw error;
  }
}

const BUILT_BY = [
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.unchecked.json',
];
