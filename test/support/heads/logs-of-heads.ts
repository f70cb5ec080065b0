/** Event logs with statements and seals, and their log of heads, for tests. */
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { EventStore, StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { signingKey } from '../../../packages/statement-check/src/format/signature.js';
import { HeadLogger, type HeadLoggerPorts } from '../../../src/heads/head-logger.js';
import type { HeadState } from '../../../src/streams/heads/heads.decider.js';
import { headStream, type HeadEntry, type HeadLogged } from '../../../src/streams/heads/heads.events.js';
import { serviceStream } from '../../../src/streams/service/service.events.js';
import { statementStream, type StatementHead } from '../../../src/streams/statement/statement.events.js';
import type { LogBuilder } from '../logs/log-builder.js';
import { KEY_OF_TESTS } from '../statements/statements.js';

/** The private key of RFC 8032, 7.1, test 2: known to everybody. */
export const CHECKPOINT_KEY = signingKey(`-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bigGfNaumJNqM9u1BuKb7
-----END PRIVATE KEY-----
`);
export const ORIGIN = 'api.example.com/log';
export const HEADS_CONTEXT = { requestId: 'heads_1', actor: 'worker' };

/** A process of its own: it remembers nothing of other writers. */
export const loggerOn = (store: EventStore, ports: Partial<HeadLoggerPorts> = {}): HeadLogger =>
  new HeadLogger({
    store,
    clock: systemClock,
    entropy: systemEntropy(),
    key: () => CHECKPOINT_KEY,
    receiptKey: () => null,
    origin: ORIGIN,
    ...ports,
  });

export const logged = (store: EventStore): Promise<HeadState> => loggerOn(store).catchUp(HEADS_CONTEXT);

export async function headsIn(store: EventStore): Promise<HeadLogged[]> {
  const slice = await store.readStream(headStream, { limit: 5_000 });
  return slice.status === 'found'
    ? slice.events.map(({ data }) => JSON.parse(Buffer.from(data).toString()) as HeadLogged)
    : [];
}

export const entriesIn = async (store: EventStore): Promise<HeadEntry[]> =>
  (await headsIn(store)).map(({ entry }) => entry);

/** The head of a statement; the parts that the log of heads looks at. */
export const headOf = (account: number, month: string, partial = false): StatementHead =>
  ({
    format: 'company-data-statement-3',
    account_id: account,
    month,
    partial,
    issued_at: `${month}-28T00:00:00.000Z`,
    key_id: KEY_OF_TESTS.key_id,
    root: '00'.repeat(32),
  }) as unknown as StatementHead;

export async function introduceKey(log: LogBuilder, key = KEY_OF_TESTS): Promise<void> {
  const { key_id, public_key } = key;
  await log.append(
    serviceStream(),
    log.event({ type: 'StatementKeyIntroduced', data: { key_id, public_key } }),
  );
}

/** Records a statement as issued. Its signature is never looked at here. */
export async function issued(
  log: LogBuilder,
  account: number,
  month: string,
  partial = false,
): Promise<void> {
  const head = headOf(account, month, partial);
  const data = { head, signature: '00'.repeat(64), agreements: 0, frontier: [], totals: {} };
  const stream: StreamName = statementStream(account as AccountId);
  await log.append(stream, log.event({ type: 'StatementIssued', data }, { account: account as AccountId }));
}
