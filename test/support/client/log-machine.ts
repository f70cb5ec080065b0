/** A service on a log in memory: it issues statements, keeps the log of heads, and answers customers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ReadingStore } from '../../../packages/platform/src/readings/reading-store.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { entryJson } from '../../../src/heads/entries.js';
import { headLogger } from '../../../src/heads/head-logger.js';
import { PublishedHeads } from '../../../src/heads/published-heads.js';
import { Witnesses, withCosignatures } from '../../../src/heads/witnesses.js';
import { creditAccount } from '../../../src/operator/adjustments/adjust-charges.js';
import { OperatorServicesFactory } from '../../../src/operator/operator.js';
import { issueStatement } from '../../../src/operator/statements/issue-statements.js';
import { witnesses as witnessSetting } from '../../../src/settings/signing-settings.js';
import { loadSettings } from '../../../src/settings/settings.js';
import { completeOf } from '../../../src/streams/statement/statement.decider.js';
import { statementsOf } from '../../../src/billing/statements/recorded-statements.js';
import { verifyLog, type VerifyReport } from '../../../src/verify/verify-log.js';
import type { KeptSeal } from '../../../src/verify/sealed-log.js';
import { checkpointKey } from '../../../src/streams/heads/heads.decider.js';
import type { StatementHead } from '../../../src/streams/statement/statement.events.js';
import { HEADS_CONTEXT } from '../heads/logs-of-heads.js';
import { ACCOUNT } from '../logs/job-builders.js';
import { LogBuilder } from '../logs/log-builder.js';
import { rewritten } from '../seals/sealed-logs.js';
import { PRIVATE_KEY } from '../statements/statements.js';
import { MemoryCoordination } from '../stores/memory-coordination.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';
import { MemoryReadModels } from '../stores/memory-read-models.js';
import { TemporaryFolder } from '../system/temporary-folder.js';
import { afterThisTest } from '../worlds/for-each-test.js';

/** Nothing that is billed is read from sources. */
const NO_READINGS: ReadingStore = {
  find: async () => [],
  keep: async () => undefined,
  sweep: async () => 0,
  close: async () => undefined,
};
/** Each command is a request of its own. */
let requests = 0;
type Rewriting = Parameters<typeof rewritten>[1];

export class LogMachine {
  readonly coordination = new MemoryCoordination();
  readonly log: LogBuilder;
  /** The files that customers get, by month. */
  readonly files = new Map<string, string>();
  private readonly folder = new TemporaryFolder();
  private readonly settings;
  private readonly heads: PublishedHeads;

  constructor(
    readonly store = new MemoryEventStore(),
    private readonly checkpointPem = PRIVATE_KEY,
  ) {
    this.log = new LogBuilder(store);
    this.settings = loadSettings({
      ...{ DATA_DIR: this.folder.path, STATEMENT_KEY: PRIVATE_KEY, RECEIPT_KEY: PRIVATE_KEY },
      ...{ CHECKPOINT_KEY: checkpointPem, PUBLIC_URL: 'https://api.example.com' },
    });
    this.heads = new PublishedHeads(store, this.settings);
    afterThisTest(() => this.folder.remove());
  }

  /** The same machine on a log that somebody rewrote; it serves the same files. */
  async rewritten(change: Rewriting, pem = this.checkpointPem): Promise<LogMachine> {
    const other = new LogMachine(await rewritten(this.store, change), pem);
    for (const [month, text] of this.files) other.files.set(month, text);
    return other;
  }

  private async asOperator<T>(
    work: (operator: ReturnType<OperatorServicesFactory['servicesFor']>) => Promise<T>,
  ): Promise<T> {
    const stores = {
      ...{
        eventStore: this.store,
        readModels: new MemoryReadModels(),
        coordination: new MemoryCoordination(),
      },
      ...{ readings: NO_READINGS, close: async () => undefined, outdated: async () => [] },
    };
    const operators = await OperatorServicesFactory.open(this.settings, stores);
    try {
      return await work(operators.servicesFor({ actor: 'operator', requestId: `req_${requests++}` }));
    } finally {
      await operators.close();
    }
  }

  /** Issues the statement of a month, with its seal and its entry in the log of heads. */
  async issue(month: string): Promise<void> {
    const file = this.folder.file(`${month}.ndjson`);
    const wish = { account: ACCOUNT, month, file, now: new Date(), onProgress: () => undefined };
    await this.asOperator((operator) => issueStatement(operator, wish));
    this.files.set(month, readFileSync(file, 'utf8'));
    await this.logHeads();
  }

  async logHeads(): Promise<void> {
    const ports = { store: this.store, clock: systemClock, entropy: systemEntropy() };
    await headLogger(this.settings, ports).catchUp(HEADS_CONTEXT);
  }

  /** Credits the account at a time. @returns the note for the customer */
  async credit(time: string): Promise<string> {
    const clock = jest.spyOn(systemClock, 'now').mockReturnValue(new Date(time));
    const words = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
    const target = { amount: '1.50', currency: 'GBP' };
    try {
      return (
        (await this.asOperator((operator) => creditAccount(operator, ACCOUNT, { target, ...words })))
          .promise ?? ''
      );
    } finally {
      clock.mockRestore();
    }
  }

  verify(keptSeal: KeptSeal | null = null): Promise<VerifyReport> {
    return verifyLog({ eventStore: this.store, readModels: null, keptSeal });
  }

  async vkey(): Promise<string> {
    return checkpointKey((await this.heads.view.follow()).state) ?? '';
  }

  /** Shows the checkpoint to a witness. @returns what it refused */
  async show(setting: string): Promise<readonly object[]> {
    const refused: object[] = [];
    const log = { warn: (fields: object) => void refused.push(fields) };
    const ports = { heads: this.heads, coordination: this.coordination, log };
    await new Witnesses(witnessSetting.parse(setting), ports).show(new AbortController().signal);
    return refused;
  }

  readonly fetch = async (input: Parameters<typeof fetch>[0]): Promise<Response> => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    const body = await this.bodyOf(pathname);
    return body === null ? Response.json({ detail: 'not_found' }, { status: 404 }) : new Response(body);
  };

  private async bodyOf(path: string): Promise<string | Uint8Array<ArrayBuffer> | null> {
    const view = await this.heads.view.follow();
    const [, month = '', proof] = /^\/statements\/([^/]+)(\/proof)?$/.exec(path) ?? [];
    if (path === '/v1/whoami') return JSON.stringify({ account: { id: ACCOUNT } });
    if (path === '/log/vkey') return `${await this.vkey()}\n`;
    if (path === '/log/checkpoint') return withCosignatures(this.coordination, this.heads.checkpoint() ?? '');
    if (path === '/statements') return JSON.stringify({ statements: await this.list() });
    if (path.startsWith('/log/tile/entries/')) {
      const entries = (await view.bundle(0, view.tree.size)) ?? [];
      const texts = entries.map(({ entry }) => Buffer.from(entryJson(entry)));
      return new Uint8Array(
        Buffer.concat(texts.flatMap((text) => [Buffer.of(text.length >> 8, text.length & 255), text])),
      );
    }
    if (proof === undefined) return this.files.get(month) ?? null;
    const head = await this.headOf(month);
    return head === null ? null : JSON.stringify(await this.heads.proofOfStatement(head));
  }

  private async headOf(month: string): Promise<StatementHead | null> {
    return completeOf(await statementsOf(this.store, ACCOUNT), month)?.head ?? null;
  }

  private async list(): Promise<readonly object[]> {
    const listed = [...this.files].map(async ([month, text]) => ({
      ...{
        month,
        state: 'complete',
        issued_at: (await this.headOf(month))?.issued_at ?? new Date().toISOString(),
      },
      sha256: createHash('sha256').update(text).digest('hex'),
    }));
    return Promise.all(listed);
  }
}
