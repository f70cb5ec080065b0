/** Checks of the machine: Node version, disk, memory, and files that other users can read. */
import { readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { freeBytes } from '../../../packages/platform/src/files/free-bytes.js';
import { SECRETS_FOLDER } from '../../../packages/platform/src/secrets/kept-secret.js';
import type { Settings } from '../../settings/settings.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { DISK_UNWRITABLE, probeDisk } from '../disk-probe.js';
import { doubtful, passed, failed, type Finding } from './finding.js';
import { portChecks } from './port-checks.js';

/** Returns true if `engines` in package.json allows the version. */
export function isKnownNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

export const versionsCheck = (program: string, node: string): Finding =>
  isKnownNode(node)
    ? passed('versions', `company-data ${program} on Node ${node}`)
    : failed(
        'versions',
        `company-data ${program} is not tested on Node ${node}`,
        'Run it on Node 20.19 or 22.12, or newer.',
      );

const GIGABYTE = 1_000_000_000;
export const MIN_FREE_BYTES = GIGABYTE;
/** Room for a new edition beside the old one, until the new one is in force. */
const AMPLE_FREE_BYTES = 10 * GIGABYTE;

export function freeSpaceCheck(freeBytesLeft: number): Finding {
  const detail = `${(freeBytesLeft / GIGABYTE).toFixed(1)} GB are free on the disk of DATA_DIR`;
  const fix = 'Make room: company-data register prune --keep 1 drops old editions; or name a larger disk.';
  if (freeBytesLeft < MIN_FREE_BYTES) return failed('disk', detail, fix);
  return freeBytesLeft < AMPLE_FREE_BYTES
    ? doubtful('disk', `${detail}: large files may not fit`, fix)
    : passed('disk', detail);
}

export const diskCheck = ({ dataDir }: Pick<Settings, 'dataDir'>): Finding =>
  freeSpaceCheck(freeBytes(dataDir));

/** Checks that the disk takes a write. A folder that isn't there yet has no finding: it is made later. */
export async function writeChecks({ dataDir }: Pick<Settings, 'dataDir'>): Promise<Finding[]> {
  if (!isThere(dataDir)) return [];
  return probeDisk(dataDir).then(
    () => [],
    (error: unknown) => [
      failed(
        'disk',
        `${DISK_UNWRITABLE}: ${errorMessage(error)}`,
        'Look at the disk and at how it is mounted.',
      ),
    ],
  );
}

/** Enough for the service and an import of a national file at the same time. */
const AMPLE_MEMORY_BYTES = 2 * GIGABYTE;

export function memoryCheck(bytes: number): Finding {
  const detail = `${(bytes / GIGABYTE).toFixed(1)} GB of memory`;
  return bytes < AMPLE_MEMORY_BYTES
    ? doubtful(
        'memory',
        `${detail}: an import of national files may not fit beside the service`,
        'Give it 2 GB.',
      )
    : passed('memory', detail);
}

/** The machine's memory, or the part that the container may use. */
const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

const OTHERS_MODE_BITS = 0o077;

/** Finds secrets and a file of settings that other users of the machine may read. */
function secretsCheck(
  {
    dataDir,
    statementKey,
    checkpointKey,
    receiptKey,
  }: Pick<Settings, 'dataDir' | 'statementKey' | 'checkpointKey' | 'receiptKey'>,
  workingDir: string,
): Finding {
  const folder = join(dataDir, SECRETS_FOLDER);
  const files = [
    ...(isThere(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
    ...[statementKey, checkpointKey, receiptKey].flatMap((key) => (key.from === 'file' ? [key.file] : [])),
    join(workingDir, '.env'),
  ].filter(isThere);
  const exposedFiles = [...new Set(files)].filter((path) => (statSync(path).mode & OTHERS_MODE_BITS) !== 0);
  return exposedFiles.length === 0
    ? passed('secrets', 'other users of this machine can read none')
    : failed(
        'secrets',
        `other users of this machine may read ${exposedFiles.join(', ')}`,
        `chmod 600 ${exposedFiles.join(' ')}`,
      );
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

export async function machineChecks(settings: Settings): Promise<Finding[]> {
  return [
    secretsCheck(settings, process.cwd()),
    diskCheck(settings),
    ...(await writeChecks(settings)),
    memoryCheck(usableMemory()),
    ...(await portChecks(settings)),
  ];
}
