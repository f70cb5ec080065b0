/**
 * Starts a sandbox: the service's own API, worker and projector in one thread. The engine is a table, and the
 * data folder is deleted at the end. No setting of a service is read, so the sandbox can't reach its data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Enrichment } from '../../../packages/enrichment/src/index.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { openLiveReadModels } from '../../../projections/read-side.js';
import { createApiRole } from '../../api/api-role.js';
import { WorkerRole } from '../../jobs/worker/worker-role.js';
import { SANDBOX_TABLE } from '../../sandbox/magic-companies.js';
import { SANDBOX_GUIDE } from '../../sandbox/sandbox-guide.js';
import { SANDBOX_KEYS, type SandboxKey } from '../../sandbox/sandbox-keys.js';
import { SANDBOX_PREFIX, SANDBOX_SETTINGS } from '../../sandbox/sandbox-settings.js';
import { TableEngine } from '../../sandbox/table-engine.js';
import { settingsFrom, type Settings } from '../../settings/settings.js';
import { LOG_FORMAT } from '../../streams/index.js';
import { createProjectorRole } from '../projector-role.js';
import { openAccounts } from './open-accounts.js';
import { SandboxGate } from './sandbox-gate.js';

export interface Sandbox {
  readonly url: string;
  /** Null: no console was asked for. */
  readonly consoleUrl: string | null;
  /** A link by which its only user chooses a password. */
  readonly consoleLink: string | null;
  readonly dataDir: string;
  /** Stops the sandbox and deletes its folder. */
  stop(): Promise<void>;
}

export interface SandboxOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly withConsole: boolean;
}

function openEngine(): Enrichment {
  const rows = new TableEngine(SANDBOX_TABLE);
  return { rows, start: async () => undefined, close: async () => rows.close() };
}

const RETENTION_DAYS_BY_KEY = Object.fromEntries(
  SANDBOX_KEYS.flatMap(({ id, retentionDays }) => (retentionDays === undefined ? [] : [[id, retentionDays]])),
);

const settingsOf = (dataDir: string, { host, port }: SandboxOptions): Settings => ({
  ...settingsFrom({
    ...SANDBOX_SETTINGS,
    DATA_DIR: dataDir,
    HOST: host,
    PORT: String(port),
    EVENT_STREAM_PREFIX: SANDBOX_PREFIX,
  }),
  retentionDaysByKey: RETENTION_DAYS_BY_KEY,
});

export async function startSandbox(choices: SandboxOptions, logger: Logger): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-sandbox-'));
  const cleanups: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  /** Starts a part. Its end is noted first, so that the part is also ended if a later step fails. */
  const begin = async <T>(part: T, start: () => Promise<unknown>, end: () => unknown): Promise<T> => {
    cleanups.push(end);
    await start();
    return part;
  };
  try {
    const settings = settingsOf(dataDir, choices);
    const stores = await openStores({ ...settings, ...LOG_FORMAT, hosting: 'direct' });
    cleanups.push(() => stores.close());
    const models = await openLiveReadModels(stores, true);
    const access = await openAccounts(settings, stores, models);
    cleanups.push(() => access.close());
    const projector = createProjectorRole(stores, logger);
    await begin(
      projector,
      () => projector.start(),
      () => projector.stop(),
    );
    const engine = openEngine();
    const worker = new WorkerRole(settings, stores, { log: logger, models, engine });
    await begin(
      worker,
      () => worker.start(),
      () => worker.stop(),
    );
    const onFirstCall = (key: SandboxKey): void => {
      const { revokedAfter } = key;
      if (revokedAfter !== undefined)
        setTimeout(() => void access.revoke(key).catch(() => undefined), revokedAfter * 1_000).unref();
    };
    const api = createApiRole(settings, stores, {
      logger,
      engine,
      guide: SANDBOX_GUIDE,
      wrapGate: (own) => new SandboxGate(own, onFirstCall),
      drainMs: 1_000,
    });
    await begin(
      api,
      () => api.start(),
      () => api.stop(),
    );
    cleanups.push(() => engine.close());
    const openedConsole = choices.withConsole
      ? await import('./open-console.js').then(({ openConsole }) => openConsole(settings, stores, logger))
      : null;
    if (openedConsole !== null) cleanups.push(() => openedConsole.stop());
    return {
      url: api.url,
      consoleUrl: openedConsole?.url ?? null,
      consoleLink: openedConsole?.link ?? null,
      dataDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
