/**
 * Makes the missing files of issued statements again from the log, in the background, one file at a time. Its
 * callers name only issued statements, so no statement is issued here.
 */
import { dirname } from 'node:path';
import { keptStatementPath } from '../../billing/statements/kept-file.js';
import { privateFolder } from '../../../packages/platform/src/secrets/private-files.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { unasked } from '../../../packages/platform/src/tasks/asker.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { Settings } from '../../settings/settings.js';

/** Milliseconds after a failure before the same file is tried again. */
const RETRY_MS = 60_000;

export interface StatementFileMakerParts {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly logger: Logger;
  readonly clock: Clock;
}

export class StatementFileMaker {
  private readonly slots = new FairSlots(1);
  /** The work on files that are being made or that failed less than `RETRY_MS` ago. */
  private readonly workByFile = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly parts: StatementFileMakerParts) {}

  /** Begins to make the file, unless this work is under way or has just failed. */
  begin(account: AccountId, month: string): void {
    const fileKey = `${account}/${month}`;
    if (this.workByFile.has(fileKey) || this.stopping.signal.aborted) return;
    const work = unasked(() => this.slots.run(String(account), () => this.make(account, month))).then(
      () => void this.workByFile.delete(fileKey),
      (error: unknown) => this.handleFailure(fileKey, error),
    );
    this.workByFile.set(fileKey, work);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.workByFile.values());
  }

  private async make(account: AccountId, month: string): Promise<void> {
    const { settings, stores, clock } = this.parts;
    const { signal } = this.stopping;
    signal.throwIfAborted();
    // These modules are loaded here, because most API processes never make a statement.
    const [{ OperatorServicesFactory }, { issueStatement }] = await Promise.all([
      import('../../operator/operator.js'),
      import('../../operator/statements/issue-statements.js'),
    ]);
    const services = await OperatorServicesFactory.open(settings, stores);
    try {
      const operator = services.servicesFor({ actor: 'worker', requestId: `statement_${account}_${month}` });
      const file = keptStatementPath(settings.dataDir, account, month);
      privateFolder(dirname(file));
      const onProgress = (): void => signal.throwIfAborted();
      await issueStatement(operator, { account, month, file, now: clock.now(), onProgress });
    } finally {
      await services.close();
    }
  }

  private handleFailure(fileKey: string, error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const reason = errorMessage(error);
    this.parts.logger.error({ statement: fileKey, reason }, 'a statement could not be made again');
    setTimeout(() => this.workByFile.delete(fileKey), RETRY_MS).unref();
  }
}
