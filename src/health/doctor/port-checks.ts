/** Checks who listens at the ports of the API, the console and the metrics. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { httpUrl } from '../../../packages/platform/src/http/listening.js';
import type { Settings } from '../../settings/settings.js';
import { DATA_FOLDER_HEADER, dataFolderMark, type ServerName } from '../data-folder-mark.js';
import { doubtful, passed, failed, type Finding } from './finding.js';

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
