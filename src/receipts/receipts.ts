/** Signs the receipts of a process. The last seal and the keys are read in the background. */
import { EMPTY_ROOT } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { RECEIPTS, loadSigningKey } from '../billing/statements/signing-keys.js';
import { receiptKeysIn, receiptVkey } from '../heads/entries.js';
import type { PublishedHeads } from '../heads/published-heads.js';
import type { ReceiptEvent } from '../seals/sealed-tree.js';
import type { Settings } from '../settings/settings.js';
import type { KeyOfSet } from '../streams/heads/heads.events.js';
import { sealStream, sealStreams } from '../streams/seals/seals.events.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { lastEvent } from '../../packages/platform/src/event-store/stored-events.js';
import { inTime, inTimeOrThrow } from '../../packages/platform/src/time/in-time.js';
import { timeOfJobId, type JobId } from '../../packages/contract/src/ids.js';
import { timeOfId } from '../streams/derived-id.js';
import type { Answer } from '../../packages/platform/src/http/answer.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { receiptNote, type Receipt, type LastSeal } from './notes.js';

/** The answers that have a receipt (`docs/statements.md`, "Receipts"). */
const RECEIPT_STATUSES: ReadonlySet<number> = new Set([200, 202, 404, 409]);
/** Milliseconds after which the last seal and the key set are read again. */
const REFRESH_AFTER_MS = 5_000;
/** Milliseconds that an answer waits for its receipt at most. */
const MAX_WAIT_MS = 500;

export interface ReceiptFacts extends Pick<Receipt, 'request_sha256'> {
  readonly job_id?: string;
  /** Units billed so far, or a function that reads them; left out: 0. */
  readonly units?: number | (() => Promise<number>);
  /** Left out: nothing was recorded. */
  readonly event?: ReceiptEvent;
}

/** Version 1.0.0 gave events ids without a time, by which a proof would not find them. */
const isOfEarlierRelease = (event: Receipt['event'], job: string | undefined): boolean =>
  event !== null && job !== undefined && timeOfId(event.event_id) !== timeOfJobId(job as JobId);

/**
 * Returns true if this key signs receipts: the key set names it last, or there is no key set yet. A key set
 * that names no key of receipts may never name one.
 */
function maySign(key: SigningKey, keys: readonly KeyOfSet[]): boolean {
  const namedKey = receiptKeysIn(keys).at(-1);
  return namedKey === undefined ? keys.length === 0 : namedKey === receiptVkey(key);
}

/**
 * Loads the key of this machine that signs receipts and promises.
 * @param keys those that the log of heads names now
 * @throws NotDone where this machine has no key; Error where the log of heads names another
 */
export function receiptKeyUnder(
  keys: readonly KeyOfSet[],
  settings: Pick<Settings, 'receiptKey'>,
): SigningKey {
  const key = loadSigningKey(settings.receiptKey, RECEIPTS);
  if (maySign(key, keys)) return key;
  const namedKey = receiptKeysIn(keys).at(-1) ?? 'no key of receipts';
  throw new Error(`the log of heads names ${namedKey}, and this machine has ${receiptVkey(key)}`);
}

export class Receipts {
  /** The key that signs; null: there is none. It is loaded again once the key set names another. */
  private key: SigningKey | null = null;
  /** The last fault that was logged. */
  private loggedFault: string | null = null;
  private lastSeal: LastSeal = { leaves: 0, root: EMPTY_ROOT };
  private refreshedAtMs = -Infinity;
  private currentRefresh: Promise<void> | null = null;

  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    private readonly settings: Pick<Settings, 'receiptKey'>,
    private readonly clock: Clock,
    private readonly logger: { warn(fields: object, message: string): void },
    private readonly heads: Pick<PublishedHeads, 'view'>,
  ) {}

  onApplicationBootstrap(): void {
    void this.refresh();
  }

  /** Returns the answer with its receipt. Without a key it goes out without: it may be charged already. */
  async withReceipt(
    answer: Answer,
    { job_id, units = 0, event = null, request_sha256 }: ReceiptFacts,
  ): Promise<Answer> {
    if (!RECEIPT_STATUSES.has(answer.status)) return answer;
    if (event === 'unread' || isOfEarlierRelease(event, job_id)) return answer;
    const refresh = performance.now() - this.refreshedAtMs > REFRESH_AFTER_MS ? this.refresh() : null;
    // Only the first answers of a process wait, and not for long: they may be charged already.
    if (this.refreshedAtMs === -Infinity && refresh !== null)
      await inTime(refresh, MAX_WAIT_MS, () => undefined);
    if (this.key === null) return answer;
    try {
      const note = receiptNote(this.key, {
        job_id: job_id ?? null,
        request_sha256,
        units: typeof units === 'number' ? units : await inTimeOrThrow(units(), MAX_WAIT_MS),
        event,
        seal: this.lastSeal,
        time: this.clock.now().toISOString(),
      });
      return answer.with({ 'X-Receipt': Buffer.from(note).toString('base64') });
    } catch (error) {
      this.logger.warn({ reason: errorMessage(error) }, 'an answer has no receipt');
      return answer;
    }
  }

  /** Reads the last seal, the key set and the key again, one read at a time. Never rejects. */
  private refresh(): Promise<void> {
    this.currentRefresh ??= this.readLog()
      .catch((error: unknown) => this.logFault(errorMessage(error)))
      .finally(() => {
        this.currentRefresh = null;
        this.refreshedAtMs = performance.now();
      });
    return this.currentRefresh;
  }

  private async readLog(): Promise<void> {
    const { state } = await this.heads.view.follow();
    const last = await lastEvent(this.log, sealStream);
    if (last !== undefined) {
      const { leaves, root } = sealStreams.decode(last).event.data;
      this.lastSeal = { leaves, root: Buffer.from(root, 'hex') };
    }
    if (this.key === null || !maySign(this.key, state.keys)) {
      this.key = null;
      this.key = receiptKeyUnder(state.keys, this.settings);
    }
    this.loggedFault = null;
  }

  /** Logs a fault once. A known key still signs while a store can't be reached. */
  private logFault(reason: string): void {
    const message =
      this.key === null ? 'receipts are not signed' : 'receipts are signed without a look at the log';
    if (this.loggedFault !== reason) this.logger.warn({ reason }, message);
    this.loggedFault = reason;
  }
}
