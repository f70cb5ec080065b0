/**
 * The whole service in one process, over real HTTP: the stores under test, the projector and the API, and a worker
 * where a test wants work done. Accounts and keys come from the operator's own commands.
 */
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { PROJECTIONS } from '../../../projections/index.js';
import type { AccessOutcome, KeyRequest } from '../../../src/access/commands.js';
import {
  AgreePrices,
  ChangeBlocks,
  ChangeOption,
  IssueKey,
  OpenAccount,
  RevokeKey,
} from '../../../src/access/commands.js';
import type { ApiRole } from '../../../src/api/api-role.js';
import { createApiRole } from '../../../src/api/api-role.js';
import { LOG_FORMAT, decode } from '../../../src/streams/index.js';
import type { LoggedEvent } from '../../../src/streams/index.js';
import type { ReplacementParts } from '../../../packages/enrichment/src/pipeline/enricher-setup.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Settings } from '../../../src/settings/settings.js';
import { settingsFrom } from '../../../src/settings/settings.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import type { MetricsPort } from '../../../src/health/metrics-port.js';
import { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import type { ProjectorRole } from '../../../src/processes/projector-role.js';
import { createProjectorRole } from '../../../src/processes/projector-role.js';
import type { PriceAgreement } from '../../../src/streams/account/account.state.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../../packages/contract/src/options.js';
import type { WorkerRole } from '../../../src/jobs/worker/worker-role.js';
import type { WorkerChoice } from './api-world-parts.js';
import { accessContext, importCompanies, metricsPortOf, workerOf } from './api-world-parts.js';
import type { Description } from '../description-judge.js';
import { DescriptionJudge } from '../description-judge.js';
import { eventually } from '../eventually.js';
import { observe } from '../proofs/observe.js';
import { startStores } from '../stores/stores-under-test.js';
import { TemporaryFolder } from '../system/temporary-folder.js';

const OPERATOR = { requestId: 'cli-test', actor: 'operator' } as const;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined where nothing was sent. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is where it is text or bytes. */
  readonly body?: unknown;
}

/** A key and whose it is. */
export interface IssuedKey {
  readonly account: AccountId;
  readonly key: string;
  readonly keyId: KeyId;
}

export interface WorldOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly projector?: boolean; // default true
  /** Default true: every answer is judged by the description. A fake enricher's rows are not as described. */
  readonly judged?: boolean;
  /** In place of the product's own blocks, sources and readings. */
  readonly replacements?: ReplacementParts;
  /** A published file of companies to import; default with `worker: 'register'`: the one that ships. Null: none. */
  readonly companies?: string | null;
  /** `register`: over the register that was imported; else what answers in its place. Default: nobody works. */
  readonly worker?: WorkerChoice;
}

/** A log that others wrote before may be long, and a machine busy: only a hang should end a wait. */
const PATIENCE_MS = 100_000;

async function passed(live: LiveReadModels, head: Position): Promise<void> {
  await Promise.all(PROJECTIONS.lanes.map(({ name }) => live.waitFor(name, head, PATIENCE_MS)));
}

const SAMPLE = join(__dirname, '..', '..', '..', 'samples', 'BasicCompanyData-2020-05-01-sample.csv');

export class ApiWorld {
  private description: Promise<DescriptionJudge> | undefined;

  private constructor(
    readonly settings: Settings,
    readonly stores: Stores,
    readonly live: LiveReadModels,
    readonly api: ApiRole,
    private readonly metricsPort: MetricsPort,
    readonly projector: ProjectorRole | null,
    private readonly worker: Pick<WorkerRole, 'start' | 'stop'> | undefined,
    private readonly access: INestApplicationContext,
    private readonly judged: boolean,
    private readonly remove: () => Promise<void>,
  ) {}

  static async start({
    settings: more = {},
    clock = systemClock,
    projector = true,
    worker,
    judged = true,
    replacements = {},
    companies = worker === 'register' ? SAMPLE : null,
  }: WorldOptions = {}): Promise<ApiWorld> {
    const folder = new TemporaryFolder();
    const under = await startStores();
    const own = { DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'silent' };
    const settings = settingsFrom({ ...own, ...under.settings, ...more });
    const stores = await openStores({ ...settings, ...LOG_FORMAT, hosting: 'direct' });
    const logger = createLogger(settings);
    const live = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
    await live.start();
    const role = projector ? createProjectorRole(stores, logger) : null;
    await role?.start();
    if (role !== null) await passed(live, await stores.eventStore.head());
    if (companies !== null) await importCompanies(companies, folder.path);
    const works = worker && workerOf(worker, settings, stores, { models: live, replacements });
    await works?.start();
    const metrics = new RoleMetrics('api');
    const api = createApiRole(settings, stores, { logger, clock, replacements, metrics });
    await api.start();
    const metricsPort = await metricsPortOf(api, metrics, settings.dataDir);
    const access = await accessContext(settings, stores, live, clock);
    const remove = async (): Promise<void> => {
      await under.stop();
      folder.remove();
    };
    return new ApiWorld(settings, stores, live, api, metricsPort, role, works, access, judged, remove);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.metricsPort.close();
    await this.worker?.stop();
    await this.projector?.stop();
    await this.access.close();
    await this.stores.close();
    await this.remove();
  }

  async account(options: { blocks?: readonly BlockKey[]; email?: string } = {}): Promise<AccountId> {
    const contact = { name: 'Test', email: options.email ?? 'test@example.com' };
    const opened = await this.bus.execute(new OpenAccount(OPERATOR, contact, options.blocks ?? BLOCK_KEYS));
    await this.seen(opened.position);
    return opened.account_id;
  }

  async key(account: AccountId, request: Partial<KeyRequest> = {}): Promise<IssuedKey> {
    const issued = await this.bus.execute(
      new IssueKey(OPERATOR, account, {
        name: 'test key',
        environment: 'live',
        scopes: ['read', 'enrich'],
        max_rows: null,
        requests_per_minute: 100_000,
        resolve_per_minute: 100_000,
        ...request,
      }),
    );
    if (issued.outcome !== 'issued') throw new Error(`no key: ${issued.code}`);
    await this.seen(issued.position);
    return { account, key: issued.key, keyId: issued.key_id };
  }

  /** A new account with one key. */
  async customer(
    options: { blocks?: readonly BlockKey[]; email?: string; key?: Partial<KeyRequest> } = {},
  ): Promise<IssuedKey> {
    return this.key(await this.account(options), options.key);
  }

  async revoke({ account, keyId }: IssuedKey): Promise<void> {
    await this.bus.execute(new RevokeKey(OPERATOR, account, { keyId, reason: 'test' }));
  }

  disable(account: AccountId, blocks: readonly BlockKey[]): Promise<void> {
    return this.change(new ChangeBlocks(OPERATOR, account, { enable: [], disable: blocks }));
  }

  agreePrices(account: AccountId, agreement: PriceAgreement): Promise<void> {
    return this.change(new AgreePrices(OPERATOR, account, agreement));
  }

  enableOption(account: AccountId, option: PremiumOption): Promise<void> {
    return this.change(new ChangeOption(OPERATOR, account, { option, action: 'enable' }));
  }

  async call(
    path: string,
    { method = 'GET', headers = {}, body }: Call = {},
    key?: IssuedKey,
  ): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.api.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key.key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const reply = { status: response.status, headers: response.headers, body: parsed, text };
    await this.judge(method, path, reply);
    return reply;
  }

  /** What the metrics port tells of the API. */
  async told(path: '/metrics' | '/readyz' | '/healthz'): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.metricsPort.url}${path}`);
    return { status: response.status, text: await response.text() };
  }

  /** Every answer that a test gets must be as the published description promises. */
  private async judge(method: string, path: string, reply: Reply): Promise<void> {
    if (!this.judged) return;
    this.description ??= fetch(`http://127.0.0.1:${this.api.port}/openapi.json`)
      .then((response) => response.json())
      .then((description) => new DescriptionJudge(description as Description));
    const judge = await this.description;
    const request = { method, path: path.split('?', 1)[0] ?? path };
    const faults = judge.faults(request, reply);
    observe(judge.nameOf(request), reply.status, reply.text);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Waits until every lane has passed what is in the log now. */
  async caughtUp(): Promise<void> {
    const head = await this.stores.eventStore.head();
    for (const { name } of PROJECTIONS.lanes) await this.live.waitFor(name, head, PATIENCE_MS);
  }

  /** Submits these rows and waits until the job is shown as ended. */
  async ranJob(key: IssuedKey, rows: readonly object[], blocks: readonly BlockKey[]): Promise<string> {
    const accepted = await this.call('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks } }, key);
    if (accepted.status !== 202) throw new Error(accepted.text);
    const job = String(accepted.body['job_id']);
    await this.ended(key, job);
    return job;
  }

  /** Polls the job until its results are ready. */
  async ended(key: IssuedKey, job: string): Promise<Reply> {
    return eventually(`the end of ${job}`, async () => {
      const reply = await this.call(`/v1/enrich/jobs/${job}`, {}, key);
      return reply.body['results_ready'] === true ? reply : undefined;
    });
  }

  /** Every logical event, in the order of the log. */
  async events(): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (let after = LOG_START; ;) {
      const page = await this.stores.eventStore.readAll({ after });
      events.push(...page.events.flatMap(decode));
      if (page.atHead) return events;
      after = page.position;
    }
  }

  async change(command: Command<AccessOutcome>): Promise<void> {
    const outcome = await this.bus.execute(command);
    if (outcome.outcome === 'refused') throw new Error(`${outcome.code}: ${outcome.detail}`);
    await this.seen(outcome.position);
  }

  private async seen(position: Position): Promise<void> {
    if (this.projector !== null) await this.live.waitFor('access', position, PATIENCE_MS);
  }

  private get bus(): CommandBus {
    return this.access.get(CommandBus);
  }
}
