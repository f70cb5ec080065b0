/** Checks of the machine: Node version, disk, memory, files that other users can read, and ports. */
import { readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { freeBytes } from '../../../packages/platform/src/files/free-bytes.js';
import { SECRETS_FOLDER } from '../../../packages/platform/src/secrets/kept-secret.js';
import type { Settings } from '../../settings/settings.js';
import { errorMessage, errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { DISK_UNWRITABLE, probeDisk } from '../disk-probe.js';
import { doubtful, passed, failed, type Finding } from './finding.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { httpUrl } from '../../../packages/platform/src/http/listening.js';
import { DATA_FOLDER_HEADER, dataFolderMark, type ServerName } from '../data-folder-mark.js';

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

type PortSettings = Pick<
  Settings,
  'roles' | 'host' | 'port' | 'consoleHost' | 'consolePort' | 'metricsHost' | 'metricsPort' | 'dataDir'
>;

interface ServerPort {
  readonly server: ServerName;
  /** The setting of the port. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** True: if the port is taken, the service takes the next free one. */
  readonly elsewhere: boolean;
}

/** A server that doesn't answer within this time is frozen. A busy one answers. */
const ANSWER_TIMEOUT_MS = 10_000;
const NAMES_PROCESS = '`ss -ltnp` names the process.';

/** Checks the ports of the servers that the roles start. @param timeoutMs how long an answer may take */
export async function portChecks(settings: PortSettings, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Finding[]> {
  const { roles, host, port, consoleHost, consolePort, metricsHost, metricsPort, dataDir } = settings;
  const places: readonly (ServerPort | null)[] = [
    roles.includes('api') ? { server: 'api', name: 'PORT', host, port, elsewhere: false } : null,
    roles.includes('console')
      ? { server: 'console', name: 'CONSOLE_PORT', host: consoleHost, ...consolePort }
      : null,
    metricsPort === null
      ? null
      : { server: 'metrics', name: 'METRICS_PORT', host: metricsHost, ...metricsPort },
  ];
  const checkedPorts = places.flatMap((place) => (place === null || place.port === 0 ? [] : [place]));
  const ownMark = dataFolderMark(dataDir);
  return Promise.all(checkedPorts.map((place) => portCheck(place, ownMark, timeoutMs)));
}

/** The maximum number of ports behind a taken one at which the service is looked for. */
const MAX_TRIED_PORTS = 20;

const ownServiceAt = (place: string): string => `the service of this data folder listens at ${place}`;

/** Checks a port. If it is taken, also looks for the service of this data folder at the next ports. */
async function portCheck(place: ServerPort, ownMark: string | null, timeoutMs: number): Promise<Finding> {
  const finding = await givenPortCheck(place, ownMark, timeoutMs);
  const { server, name, host, port, elsewhere } = place;
  if (!elsewhere || finding.detail === ownServiceAt(`${name} ${port}`)) return finding;
  const nextPorts = Array.from({ length: MAX_TRIED_PORTS }, (_, index) => port + 1 + index);
  const listeners = await Promise.all(
    nextPorts.map((next) => identifyListener(httpUrl(host, next), timeoutMs)),
  );
  const ownIndex = listeners.findIndex(
    (listener) => typeof listener === 'object' && listener.mark === ownMark && listener.server === server,
  );
  return ownIndex === -1
    ? finding
    : passed('port', ownServiceAt(`${nextPorts[ownIndex]}, since ${name} ${port} was taken`));
}

async function givenPortCheck(
  place: ServerPort,
  ownMark: string | null,
  timeoutMs: number,
): Promise<Finding> {
  const { name, host, port } = place;
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return passed('port', `${name} ${port} is free`);
  } catch (error) {
    return errorCode(error) === 'EADDRINUSE'
      ? takenPort(place, await identifyListener(httpUrl(host, port), timeoutMs), ownMark)
      : failed('port', `${name} ${port} can't be used: ${errorMessage(error)}`, `Set ${name} or its host.`);
  } finally {
    server.close();
  }
}

type Listener =
  /** A server of this program, with the mark of its data folder. */
  { readonly server: string; readonly mark: string } | 'unnamed service' | 'other program' | 'silent';

async function identifyListener(url: string, timeoutMs: number): Promise<Listener> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}/healthz`, { signal, redirect: 'manual' });
    const text = await response.text();
    const [server = '', mark = ''] = response.headers.get(DATA_FOLDER_HEADER)?.split(' ') ?? [];
    if (mark !== '') return { server, mark };
    return /"status":"(?:ok|starting)"/.test(text) ? 'unnamed service' : 'other program';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'other program';
  }
}

function takenPort(place: ServerPort, listener: Listener, ownMark: string | null): Finding {
  const { server, name, port, elsewhere } = place;
  const at = `at ${name} ${port}`;
  /** A taken port is only doubtful for a server that may take another one. */
  const badFinding = (what: string, fix: string): Finding =>
    elsewhere
      ? doubtful('port', `${what} ${at}; a service that starts takes the next free port`, fix)
      : failed('port', `${what} ${at}`, fix);
  if (listener === 'silent')
    return badFinding(
      'a process accepts connections and does not answer',
      `Resume it (kill -CONT) or end it: ${NAMES_PROCESS}`,
    );
  if (listener === 'unnamed service')
    return passed(
      'port',
      `a service listens ${at}; it does not name its data folder, as older versions don't`,
    );
  if (listener === 'other program')
    return badFinding('another program listens', `Set ${name}, or end that program: ${NAMES_PROCESS}`);
  if (listener.mark !== ownMark)
    return badFinding(
      'a service of another data folder listens',
      `Set ${name}, or end that service: ${NAMES_PROCESS}`,
    );
  return listener.server === server
    ? passed('port', ownServiceAt(`${name} ${port}`))
    : badFinding(
        `the ${listener.server} of this data folder's service listens`,
        `Set ${name}: each server needs a port.`,
      );
}
