/**
 * A process that reads strangers' bytes, under Node's permission model. It can read only the program's own
 * files: neither the secrets nor anything else in the data directory. It can't write or start anything, and
 * has none of our environment. It may open sockets where Node can't forbid them (before 25).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot, threadFile } from './thread-file.js';

/** Node 20's name for it. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Since Node 22 there is a SQLite that the permission model doesn't check: it would open the log. */
const WITHOUT_SQLITE = process.allowedNodeEnvironmentFlags.has('--experimental-sqlite')
  ? ['--no-experimental-sqlite']
  : [];

/** The folders in which the program's packages may lie. */
function foldersOfPackages(root: string): string[] {
  const above = dirname(root);
  return [join(root, 'node_modules'), ...(above === root ? [] : foldersOfPackages(above))];
}

function readable(file: string): string[] {
  const root = packageRoot(dirname(file));
  const folders = [join(root, 'dist'), ...foldersOfPackages(root)].filter((folder) => existsSync(folder));
  return [file, ...folders.map((folder) => join(realpathSync(folder), '*')), join(root, 'package.json')];
}

/**
 * @param file the compiled program
 * @param heapMb the most megabytes of its objects; beyond that the process ends
 * @param native it draws by native code, and runs threads; other native code is locked
 */
export const confinedProcess = (file: string, heapMb?: number, native = false): ChildProcess =>
  fork(file, [], {
    serialization: 'advanced',
    env: {},
    execArgv: [
      PERMISSION,
      ...WITHOUT_SQLITE,
      ...readable(file).map((path) => `--allow-fs-read=${path}`),
      ...(native
        ? ['--allow-addons', '--allow-worker', `--require=${threadFile(__dirname, 'native-lock.program')}`]
        : []),
      ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
