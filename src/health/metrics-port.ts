/**
 * Opens the port for operators' machines (`METRICS_PORT`), which serves `/metrics`, `/healthz` and `/readyz`.
 * The port asks for no key, and its figures show how much is done for whom. So by default it listens on this
 * machine only.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { ConnectionRoom } from '../../packages/platform/src/http/connection-room.js';
import { listenNear, type PortChoice } from '../../packages/platform/src/http/listening.js';
import { dataFolderHeader } from './data-folder-mark.js';
import type { ProcessHealth } from './process-health.js';

export interface MetricsPortSettings {
  /** Null: the port isn't opened. */
  readonly metricsPort: PortChoice | null;
  readonly metricsHost: string;
  readonly dataDir: string;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const CONNECTION_LIMITS = { all: 100, ofPlace: 50, ofSite: 50 };
const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_SECONDS = '2';

export class MetricsPort {
  private constructor(
    private readonly server: Server | null,
    /** The address of the port; null where it isn't opened. */
    readonly url: string | null,
  ) {}

  static async open(
    { metricsPort, metricsHost: host, dataDir }: MetricsPortSettings,
    health: ProcessHealth,
  ): Promise<MetricsPort> {
    if (metricsPort === null) return new MetricsPort(null, null);
    const server = createServer((request, response) => {
      for (const header of Object.entries(dataFolderHeader('metrics', dataDir)))
        response.setHeader(...header);
      void answer(health, request, response);
    });
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    new ConnectionRoom(server, CONNECTION_LIMITS);
    const url = await listenNear(
      'METRICS_HOST or METRICS_PORT',
      { host, ...metricsPort },
      { server, listen: (port) => once(server.listen(port, host), 'listening') },
    );
    return new MetricsPort(server, url);
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

async function answer(
  health: ProcessHealth,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  const { status, type, body } = await pageOf(health, request).catch(() =>
    inJson(500, { error: 'this could not be told' }),
  );
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': RETRY_SECONDS }),
    ...(status === 405 && { Allow: 'GET, HEAD' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function pageOf(health: ProcessHealth, { method, url = '' }: IncomingMessage): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD') return inJson(405, { error: 'method_not_allowed' });
  switch (url.split('?', 1)[0]) {
    case '/metrics':
      return { status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: await health.metrics() };
    case '/healthz':
      return health.hasStarted ? inJson(200, { status: 'ok' }) : inJson(503, { status: 'starting' });
    case '/readyz': {
      const readiness = health.readiness();
      return inJson(readiness.ready ? 200 : 503, readiness);
    }
    default:
      return inJson(404, { error: 'not_found' });
  }
}

const inJson = (status: number, body: object): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
