import { accountStream } from '../../src/streams/account/account.events.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, KEY, NOON } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { KEYS } from './keys.document.js';

const revoked = (reason: string) => ({ type: 'KeyRevoked', data: { key_id: KEY, reason } });

describe('a key', () => {
  it('is issued, and found by its account in the order of issue', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.openAccount();
    const { all, live } = await documentsOf(log.store);
    expect(await all(KEYS)).toEqual({
      [KEY]: {
        key_id: KEY,
        account_id: ACCOUNT,
        environment: 'live',
        scopes: ['read', 'enrich'],
        secret_hash: '00',
        max_rows: null,
        requests_per_minute: 600,
        resolve_per_minute: 60,
        issued_at: NOON,
        revoked_at: null,
        revoke_reason: null,
      },
    });
    expect(await live.range(KEYS.name, { index: 'by_account', equals: [ACCOUNT] })).toHaveLength(1);
  });

  it('is revoked once and for ever', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.openAccount();
    await log.append(accountStream(ACCOUNT), log.event(revoked('leaked')));
    log.time = '2026-12-01T00:00:00.000Z';
    await log.append(accountStream(ACCOUNT), log.event(revoked('again')));
    const { all } = await documentsOf(log.store);
    expect((await all(KEYS))[KEY]).toMatchObject({ revoked_at: NOON, revoke_reason: 'leaked' });
  });
});
