/** Runs the role `console`: the operator's console, on its own port and in its own thread. */
import { signInRecords } from '../operator/staff/sign-in-records.js';
import { OpenIdIssuer } from '../operator/staff/openid-issuer.js';
import { pruneConsoleFiles } from '../operator/statements/console-files.js';
import { OperatorServicesFactory } from '../operator/operator.js';
import { Connections } from '../../packages/platform/src/http/connections.js';
import { listenNear } from '../../packages/platform/src/http/listening.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import type { Settings } from '../settings/settings.js';
import { ConsoleServer } from './server.js';

const DRAIN_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;

export class ConsoleRole {
  private server: ConsoleServer | undefined;
  private servicesFactory: OperatorServicesFactory | undefined;
  private connections: Connections | undefined;
  private pruneTimer: NodeJS.Timeout | undefined;
  private address = '';

  constructor(
    private readonly settings: Settings,
    private readonly stores: Stores,
    private readonly logger: Logger,
  ) {}

  /** The console's address; empty until it has started. */
  get url(): string {
    return this.address;
  }

  /** Resolves when the server listens. */
  async start(): Promise<void> {
    const { settings, stores, logger } = this;
    this.servicesFactory = await OperatorServicesFactory.open(settings, stores);
    const issuer = settings.openId === null ? null : new OpenIdIssuer(settings.openId, logger);
    const server = new ConsoleServer({
      settings,
      servicesFactory: this.servicesFactory,
      logger,
      clock: systemClock,
      entropy: systemEntropy(),
      issuer,
    });
    this.server = server;
    this.connections = new Connections(server.app.server);
    const { consoleHost: host, consolePort } = settings;
    const { app } = server;
    const listensAt = await listenNear(
      'CONSOLE_HOST or CONSOLE_PORT',
      { host, ...consolePort },
      { server: app.server, listen: (port) => app.listen({ port, host }) },
    );
    this.address = settings.consoleUrl ?? listensAt;
    this.prune();
    this.pruneTimer = setInterval(() => this.prune(), PRUNE_EVERY_MS);
    this.pruneTimer.unref();
    await signInRecords({ stores }).keepAddress(this.address);
    logger.info({ console_url: this.address }, 'the console listens');
  }

  /** Removes old statement files. A file that can't be removed now is tried again an hour later. */
  private prune(): void {
    try {
      pruneConsoleFiles(this.settings.dataDir, new Date());
    } catch (err) {
      this.logger.warn({ err }, 'old statement files could not be removed');
    }
  }

  /** Takes no new requests and waits for the running ones. The caller closes the stores. */
  async stop(): Promise<void> {
    clearInterval(this.pruneTimer);
    const { server, connections, servicesFactory } = this;
    if (server !== undefined) await connections?.drain(() => server.app.close(), DRAIN_MS);
    await servicesFactory?.close();
  }
}
