/**
 * A process for what reads strangers' bytes, by Node's permission model: it reads the program's own files and no others, so
 * neither the secrets nor anything else in the data directory; it writes nothing and starts nothing, and has none of our
 * environment. Sockets it may open where Node can't forbid them (before 25).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from './thread-file.js';

/** Node 20 calls it so. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** From Node 22 on there is a SQLite whose files the permission model doesn't ask about: it would open the log. */
const WITHOUT_SQLITE = process.allowedNodeEnvironmentFlags.has('--experimental-sqlite')
  ? ['--no-experimental-sqlite']
  : [];

export interface Confinement {
  /** The most that its objects may take; past it the process ends. */
  readonly heapMb?: number | undefined;
  /** It runs native code and threads of its own: what native code opens is not asked about. Default false. */
  readonly native?: boolean | undefined;
}

/** Where packages may lie that a file of the program asks for. */
function foldersOfPackages(root: string): string[] {
  const above = dirname(root);
  return [join(root, 'node_modules'), ...(above === root ? [] : foldersOfPackages(above))];
}

function readable(file: string): string[] {
  const root = packageRoot(dirname(file));
  const folders = [join(root, 'dist'), ...foldersOfPackages(root)].filter((folder) => existsSync(folder));
  return [file, ...folders.map((folder) => join(realpathSync(folder), '*')), join(root, 'package.json')];
}

/** @param file the compiled program */
export const confinedProcess = (file: string, { heapMb, native = false }: Confinement): ChildProcess =>
  fork(file, [], {
    serialization: 'advanced',
    env: {},
    execArgv: [
      PERMISSION,
      ...WITHOUT_SQLITE,
      ...readable(file).map((path) => `--allow-fs-read=${path}`),
      ...(native ? ['--allow-addons', '--allow-worker'] : []),
      ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
