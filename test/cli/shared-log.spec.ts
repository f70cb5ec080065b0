/** A log that another program writes to as well, from the commands' side: embedded, and on EventStoreDB with a prefix. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EventStoreDbProcess } from '../../packages/eventstoredb-stand-in/src/index.js';
import type {
  EventMetadata,
  EventStore,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { openEventStoreDb } from '../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { STORE_FILES } from '../../packages/platform/src/stores/embedded-files.js';
import { CommandLineOn } from '../support/cli.js';
import { writeLog } from '../support/logs/cli-log.js';
import { ACCOUNT, JOB } from '../support/logs/job-builders.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const PREFIX = 'company_data.';
const SECRETS = {
  KEY_HASH_SECRET: 'the same wherever the log goes',
  CURSOR_SECRET: 'not a matter of the log at all',
};
const NEXT = ACCOUNT + 1;
const HOSTILE = 'job-\u001b[31m\n\u202ered';
const TAKEN = ['job-123', `account-${NEXT}`, `account-${ACCOUNT}`, `job-${JOB}`, 'service-all', HOSTILE];

const folder = forAllTests(() => new TemporaryFolder());
const source = forAllTests(() => new CommandLineOn('inside', SECRETS));
const server = forAllTests(() => EventStoreDbProcess.start());
const settings = () => ({ ...SECRETS, EVENT_STORE_URL: server.url, EVENT_STREAM_PREFIX: PREFIX });
const served = forAllTests(() => new CommandLineOn('inside', settings()));

/** Writes as another program does: beside us, without our metadata. */
async function disturb(store: EventStore, prefix: string): Promise<void> {
  for (const stream of [...TAKEN, `accounts_of_theirs-${NEXT}`]) {
    const metadata = { theirs: { toString: 1 } } as unknown as EventMetadata;
    const event = { id: randomUUID(), type: 'TheirsHappened', format: 'json' as const, metadata };
    await store.append(`${prefix}${stream}` as StreamName, 'any', [
      { ...event, data: Buffer.from('{"a":1}') },
    ]);
  }
  await store.close();
}

async function isSound(cli: CommandLineOn): Promise<void> {
  const report = await cli.json<{ ok: boolean; foreign_streams: string[] }>('verify');
  expect(report.ok).toBe(true);
  expect([...report.foreign_streams].sort()).toEqual([...TAKEN].sort());
  const { code, stdout } = await cli.run('verify');
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
  const lines = stdout.split('\n').filter((line) => line.includes('job-123'));
  expect(lines).toEqual([expect.stringContaining('passed over in 6 streams with names of ours')]);
  expect(await cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
}

const opened = (cli: CommandLineOn) =>
  cli.json('accounts', 'create', '--email', 'b@example.co.uk', '--name', 'B');

let key: string;

beforeAll(async () => {
  await writeLog(source.dataDir);
  await disturb(await openSqliteEventStore({ file: join(source.dataDir, STORE_FILES.eventStore) }), '');
  const { key_id } = await source.json<{ key_id: string }>(
    'keys',
    'issue',
    '--account',
    String(ACCOUNT),
    '--name',
    'k',
  );
  key = key_id;
});

it('events of another program are passed over and named, and a taken number is not given out', async () => {
  expect(await opened(source)).toMatchObject({ account_id: NEXT + 1 });
  await isSound(source);
  const listed = await source.lines<{ account_id: number }>('accounts', 'list');
  expect(listed.map(({ account_id }) => account_id)).toEqual([ACCOUNT, NEXT + 1]);
});

it('the log moves without them, under a prefix, and goes on among others of theirs', async () => {
  const file = folder.file('log.ndjson');
  const whole = await source.json<{ digest: string }>('events', 'export', file);
  expect(await served.json('events', 'import', file)).toMatchObject({ found: 0, digest: whole.digest });
  expect((await served.json('events', 'export', folder.file('served.ndjson')))['digest']).toBe(whole.digest);
  const streams = (await server.control.records()).map(({ stream }) => stream);
  expect(streams.filter((stream) => !stream.replace('$$', '').startsWith(PREFIX))).toEqual([]);
  await disturb(openEventStoreDb({ url: server.url }), PREFIX);
  expect(await opened(served)).toMatchObject({ account_id: NEXT + 2 });
  await served.json('keys', 'revoke', key, '--reason', 'lost');
  await isSound(served);
});

it('another prefix than the log was begun with is refused in one line', async () => {
  for (const [cli, prefix, begun] of [
    [served, 'other.', PREFIX],
    [served, '', PREFIX],
    [source, PREFIX, ''],
  ] as const) {
    const { EVENT_STREAM_PREFIX: _, ...given } =
      cli === served ? settings() : { ...SECRETS, EVENT_STREAM_PREFIX: '' };
    const wrong = new CommandLineOn(
      'inside',
      { ...given, ...(prefix && { EVENT_STREAM_PREFIX: prefix }) },
      cli.dataDir,
    );
    const { code, stdout, stderr } = await wrong.run('verify');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^company-data: [^\n]*\n$/);
    expect(stderr).toContain(`EVENT_STREAM_PREFIX is '${prefix}', but the log of`);
    expect(stderr).toContain(`was begun with '${begun}'`);
  }
});
