/** Runs the API role: the HTTP server with the given stores, from its start to a graceful end. */
import type { AddressInfo } from 'node:net';
import type { DynamicModule, InjectionToken } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loggedCaller } from '../access/gate/api-operation.js';
import { KeyGate } from '../access/gate/key-gate.js';
import { measureReadiness } from '../health/readiness-gauges.js';
import { ReadinessWatch } from '../health/readiness-watch.js';
import type { Readiness } from '../health/readiness.js';
import {
  EditionFiles,
  LiveSources,
  type Enrichment,
  type ReplacementParts,
} from '../../packages/enrichment/src/index.js';
import { ENGINE, LOOKUP_CACHE_METRICS, REPLACEMENT_PARTS } from '../jobs/job-ports.js';
import { systemClock, type Clock } from '../../packages/platform/src/time/clock.js';
import { systemEntropy, type Entropy } from '../../packages/platform/src/secrets/entropy.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { Connections } from '../../packages/platform/src/http/connections.js';
import { ClockCheck } from '../../packages/platform/src/coordination/clock-check.js';
import { EdgeAdapter } from '../../packages/platform/src/http/edge-adapter.js';
import { httpMetrics } from '../../packages/platform/src/http/http-metrics.js';
import type { Gate } from '../../packages/platform/src/http/gate.js';
import { listening } from '../../packages/platform/src/http/listening.js';
import { PublicAddress } from '../../packages/platform/src/http/public-address.js';
import { requestLines } from '../../packages/platform/src/http/request-lines.js';
import { RequestLog } from '../investigate/request-log/request-log.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { openLiveReadModels } from '../../projections/read-side.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import { NestLogger, type Logger } from '../../packages/platform/src/telemetry/logger.js';
import { RoleMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import { rootOf, traceCommands } from '../../packages/platform/src/nest/context.js';
import * as tokens from '../../packages/platform/src/nest/tokens.js';
import { ApiModule } from './api.module.js';
import { ServiceMetrics } from './service-metrics.js';
import { GUIDE, type Guide } from './documentation/guide-page.js';
import { StatementFileMaker } from './statements/statement-file-maker.js';

/** Milliseconds that requests in flight may still take when the role stops. */
const DRAIN_MS = 10_000;
/** Milliseconds between two deletions of expired coordination entries and old readings. */
const SWEEP_EVERY_MS = 600_000;

export interface ApiParts {
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly entropy?: Entropy;
  /** The registry for the role's metrics. Default: a private registry that is never scraped. */
  readonly metrics?: RoleMetrics;
  /** The blocks, facts and sources that replace those of the product, for tests. */
  readonly replacements?: ReplacementParts;
  /** An engine that answers rows in place of the register. */
  readonly engine?: Enrichment;
  readonly wrapGate?: (keyGate: Gate) => Gate;
  /** A page of the documentation in addition to those of the product. */
  readonly guide?: Guide;
  /** Default: `DRAIN_MS`. */
  readonly drainMs?: number;
}

export class ApiRole {
  private readonly address: PublicAddress;
  private readonly clockCheck: ClockCheck;
  private readonly stopping = new AbortController();
  private app: NestFastifyApplication | undefined;
  private connections: Connections | undefined;
  private readonly statementFileMaker: StatementFileMaker;
  private requestLog: RequestLog | undefined;
  private watch: ReadinessWatch | undefined;
  private sweepTimer: NodeJS.Timeout | undefined;
  private boundPort = 0;

  constructor(
    private readonly settings: Settings,
    private readonly stores: Stores,
    private readonly parts: ApiParts & Required<Pick<ApiParts, 'clock' | 'entropy' | 'metrics'>>,
  ) {
    this.address = new PublicAddress(settings);
    const { coordination } = stores;
    const { clock, logger: log, entropy } = parts;
    this.statementFileMaker = new StatementFileMaker({
      settings,
      stores,
      logger: parts.logger,
      clock: parts.clock,
    });
    const meanwhile = 'resolves are answered 503';
    this.clockCheck = new ClockCheck({ coordination, clock, log, name: entropy.ulid(), meanwhile });
  }

  /** The port that the server listens on; 0 before it listens. */
  get port(): number {
    return this.boundPort;
  }

  /** The base URL that clients use; known once the role has started. */
  get url(): string {
    return this.address.base;
  }

  async start(): Promise<void> {
    const { settings, stores, parts } = this;
    const { clock, entropy, logger } = parts;
    await this.clockCheck.check();
    const readModels = await openLiveReadModels(stores, true);
    const watch = new ReadinessWatch(
      stores,
      readModels,
      () => EditionFiles.unreadInWords(settings.dataDir),
      settings,
    );
    this.watch = watch;
    measureReadiness(parts.metrics.registry, watch.now, clock);
    const { maxBodyBytes, trustedProxies } = settings;
    const adapter = new EdgeAdapter({
      clock,
      entropy,
      logger,
      maxBodyBytes,
      trustedProxies,
      address: this.address,
    });
    const app = await NestFactory.create<NestFastifyApplication>(
      this.rootModule(readModels, adapter, watch),
      adapter,
      {
        logger: new NestLogger(logger),
        abortOnError: false,
        bodyParser: false,
      },
    );
    this.app = app;
    traceCommands(app);
    this.connections = new Connections(app.getHttpServer());
    const gate = app.get(KeyGate);
    adapter.useGate(parts.wrapGate?.(gate) ?? gate);
    this.addObservers(adapter, app);
    const { port, host } = settings;
    await listening('HOST or PORT', `${host}:${port}`, () => app.listen(port, host));
    this.boundPort = (app.getHttpServer().address() as AddressInfo).port;
    this.address.listensAt(this.boundPort);
    await watch.start();
    void this.clockCheck.watch(this.stopping.signal);
    this.sweep();
    this.sweepTimer = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Returns the readiness as it was observed in the last seconds. Throws before the start. */
  readiness(): Readiness {
    if (this.watch === undefined) throw new Error('the API has not started');
    return this.watch.now();
  }

  /** Reports "not ready" from now on, but still serves requests. */
  reportNotReady(): void {
    this.watch?.reportNotReady();
  }

  /** Takes no new requests, waits for those in flight, and flushes the request log. The stores stay open. */
  async stop(): Promise<void> {
    clearInterval(this.sweepTimer);
    this.stopping.abort();
    this.watch?.stop();
    this.parts.metrics.close();
    const { app } = this;
    if (app === undefined) return;
    this.app = undefined;
    await this.connections?.drain(() => app.close(), this.parts.drainMs ?? DRAIN_MS);
    await this.statementFileMaker.stop();
    await this.requestLog?.flush();
  }

  private addObservers(adapter: EdgeAdapter, app: NestFastifyApplication): void {
    const { logger } = this.parts;
    this.requestLog = new RequestLog(this.stores.coordination, logger, loggedCaller);
    const metrics = app.get(ServiceMetrics);
    adapter.observe(httpMetrics(metrics.registry));
    adapter.observe(metrics.observe);
    adapter.observe(requestLines(logger, loggedCaller));
    adapter.observe(this.requestLog.observe);
  }

  private sweep(): void {
    const { stores, settings, parts } = this;
    const { clock, logger } = parts;
    stores.coordination.sweep().catch((error: unknown) => {
      logger.warn({ reason: errorMessage(error) }, 'expired coordination entries were not swept');
    });
    stores.readings
      .sweep(LiveSources.oldestKept({ clock, days: settings.readingsDays }))
      .catch((error: unknown) => {
        logger.warn({ reason: errorMessage(error) }, 'old readings were not swept');
      });
  }

  private rootModule(readModels: LiveReadModels, adapter: EdgeAdapter, watch: ReadinessWatch): DynamicModule {
    const { settings, stores, parts, address } = this;
    const { metrics } = parts;
    return rootOf(
      [ApiModule],
      new Map<InjectionToken, unknown>([
        [tokens.SETTINGS, settings],
        ...tokens.storeValues(stores, readModels),
        [tokens.CLOCK, parts.clock],
        [tokens.ENTROPY, parts.entropy],
        [tokens.LOGGER, parts.logger],
        [tokens.ROLE_METRICS, metrics],
        [LOOKUP_CACHE_METRICS, LiveSources.readingCounters(metrics.registry)],
        [PublicAddress, address],
        [StatementFileMaker, this.statementFileMaker],
        [EdgeAdapter, adapter],
        [ClockCheck, this.clockCheck],
        [ReadinessWatch, watch],
        ...(parts.replacements === undefined ? [] : [[REPLACEMENT_PARTS, parts.replacements] as const]),
        ...(parts.engine === undefined ? [] : [[ENGINE, parts.engine] as const]),
        ...(parts.guide === undefined ? [] : [[GUIDE, parts.guide] as const]),
      ]),
    );
  }
}

/** Creates the role without starting it. */
export const createApiRole = (settings: Settings, stores: Stores, parts: ApiParts): ApiRole =>
  new ApiRole(settings, stores, {
    ...parts,
    clock: parts.clock ?? systemClock,
    entropy: parts.entropy ?? systemEntropy(),
    metrics: parts.metrics ?? new RoleMetrics('api'),
  });
