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
import { SANDBOX_TABLE, FAILED_JOB, FAILED_JOB_ID, REFUSED_NUMBERS } from '../../sandbox/magic-companies.js';
import { SANDBOX_GUIDE } from '../../sandbox/sandbox-guide.js';
import { SANDBOX_KEYS, type SandboxKey } from '../../sandbox/sandbox-keys.js';
import { SANDBOX_PREFIX, SANDBOX_SETTINGS } from '../../sandbox/sandbox-settings.js';
import { TableEngine } from '../../sandbox/table-engine.js';
import { settingsFrom, type Settings } from '../../settings/settings.js';
import { LOG_FORMAT } from '../../streams/index.js';
import { createProjectorRole } from '../projector-role.js';
import { openAccounts } from './open-accounts.js';
import type { FastifyRequest } from 'fastify';
import { loggedCaller } from '../../access/gate/api-operation.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import type { RefusalCode } from '../../../packages/contract/src/refusal-code.js';
import { refuse, ok, type Answer } from '../../../packages/platform/src/http/answer.js';
import { Gate, type Admission, type Target } from '../../../packages/platform/src/http/gate.js';
import { pathOf, queryOf } from '../../../packages/platform/src/http/request-target.js';
import { pause } from '../../../packages/platform/src/time/pause.js';

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

const RETRY_SECONDS = '1';
const PAGE_OPERATIONS: ReadonlySet<string> = new Set(['getResults', 'getErrors']);
/** The maximum number of addresses whose calls are counted for the key `again`. With more, counts restart. */
const MAX_ADDRESSES = 1_000;

const refusalAnswer = (code: RefusalCode): Answer =>
  code === 'error' ? refuse(code) : refuse(code, {}, { 'Retry-After': RETRY_SECONDS });

/**
 * Delays or refuses calls that the service's own gate admits, if their key, company number or job id stands
 * for such an answer. A healthy service gives these answers to no request.
 */
class SandboxGate extends Gate {
  private readonly keyById = new Map<KeyId, SandboxKey>(SANDBOX_KEYS.map((key) => [key.id, key]));
  private readonly usedKeys = new Set<KeyId>();
  private readonly callsByAddress = new Map<string, number>();

  /** @param onFirstCall called once for each key of the sandbox, at its first call */
  constructor(
    private readonly serviceGate: Gate,
    private readonly onFirstCall: (key: SandboxKey) => void,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, target: Target): Promise<Admission> {
    const admission = await this.serviceGate.admit(request, target);
    const caller = loggedCaller(request);
    if (admission.refusal !== null || caller === null || target.kind !== 'operation') return admission;
    const key = this.keyById.get(caller.key_id);
    if (key === undefined) return admission;
    if (!this.usedKeys.has(key.id)) this.onFirstCall(key);
    this.usedKeys.add(key.id);
    const { id } = target.operation;
    if (PAGE_OPERATIONS.has(id) && key.pagesAfter !== undefined) await pause(key.pagesAfter * 1_000);
    return { ...admission, refusal: this.refusalOf(request, key, id) };
  }

  private refusalOf(request: FastifyRequest, key: SandboxKey, operation: string): Answer | null {
    const code = key.refused?.[operation] ?? key.refused?.['any'] ?? this.alternateRefusal(request, key);
    if (code !== null) return refusalAnswer(code);
    if (operation === 'getJob' && pathOf(request.url).endsWith(`/${FAILED_JOB_ID}`)) return ok(FAILED_JOB);
    if (operation !== 'resolve') return null;
    const number = new URLSearchParams(queryOf(request.url)).get('company_number')?.trim() ?? '';
    const codeOfNumber = REFUSED_NUMBERS.get(number);
    return codeOfNumber === undefined ? null : refusalAnswer(codeOfNumber);
  }

  private alternateRefusal(
    { method, url }: FastifyRequest,
    { everyOther = [] }: SandboxKey,
  ): RefusalCode | null {
    if (everyOther.length === 0) return null;
    if (this.callsByAddress.size > MAX_ADDRESSES) this.callsByAddress.clear();
    const address = `${method} ${url}`;
    const calls = this.callsByAddress.get(address) ?? 0;
    this.callsByAddress.set(address, calls + 1);
    return calls % 2 === 1 ? null : (everyOther[(calls / 2) % everyOther.length] ?? null);
  }
}
