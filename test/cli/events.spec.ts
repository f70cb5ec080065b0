/** The log as a file: from the embedded store to EventStoreDB and back, and what is refused on the way. */
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { contactStream } from '../../src/streams/contact/contact.events.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { logFileStamp } from '../../packages/platform/src/stores/embedded-files.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { EventStoreDbProcess } from '../../packages/eventstoredb-stand-in/src/index.js';
import { CommandLineOn } from '../support/cli.js';
import { writeLog } from '../support/logs/cli-log.js';
import { ACCOUNT, JOB } from '../support/logs/job-builders.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const SECRETS = {
  KEY_HASH_SECRET: 'the same wherever the log goes',
  CURSOR_SECRET: 'not a matter of the log at all',
};
const ERASED = [rowDataStream(JOB, 0), contactStream(ACCOUNT)];

interface Export {
  readonly events: number;
  readonly deletions: number;
  readonly position: string;
  readonly digest: string;
}

const folder = forAllTests(() => new TemporaryFolder());
let others: CommandLineOn[] = [];
const source = forAllTests(() => new CommandLineOn('inside', SECRETS));
let file: string;
let whole: Export;

beforeAll(async () => {
  file = folder.file('log.ndjson');
  await writeLog(source.dataDir);
  await source.json('accounts', 'contact', String(ACCOUNT), '--email', 'a@example.co.uk', '--name', 'A Ltd');
  await source.json('jobs', 'erase', JOB, '--reason', 'asked');
  const stores = await openStores({ dataDir: source.dataDir, hosting: 'direct' });
  await stores.eventStore.deleteStream(contactStream(ACCOUNT));
  await stores.close();
  whole = await source.json<Export>('events', 'export', file);
});
afterEach(() => {
  for (const other of others) other.remove();
  others = [];
});

function another(settings: Readonly<Record<string, string>> = SECRETS): CommandLineOn {
  const cli = new CommandLineOn('inside', settings);
  others.push(cli);
  return cli;
}
const exportOf = (cli: CommandLineOn, name: string): Promise<Export> =>
  cli.json<Export>('events', 'export', folder.file(name));

async function statusOf(dataDir: string, stream: StreamName, url?: string): Promise<string> {
  const stores = await openStores({ dataDir, hosting: 'direct', eventStoreUrl: url ?? null });
  const { status } = await stores.eventStore.readStream(stream);
  await stores.close();
  return status;
}
const leastOf = async (dataDir: string): Promise<number | undefined> =>
  (await logFileStamp(dataDir).read())?.least;
async function isSound(cli: CommandLineOn): Promise<void> {
  expect(await cli.json('verify')).toMatchObject({ ok: true });
  expect(await cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
}

describe('a log on its way to EventStoreDB and back', () => {
  it('arrives as it left: events, order, deletions, usage, proofs', async () => {
    const server = await EventStoreDbProcess.start();
    const served = another({ ...SECRETS, EVENT_STORE_URL: server.url });
    const items = whole.events + whole.deletions;
    expect(await served.json('events', 'import', file)).toMatchObject({
      found: 0,
      written: items,
      digest: whole.digest,
      same_key_hash_secret: true,
    });
    for (const stream of ERASED) expect(await statusOf(served.dataDir, stream, server.url)).toBe('deleted');
    expect(await exportOf(served, 'served.ndjson')).toMatchObject({
      events: whole.events,
      deletions: whole.deletions,
      digest: whole.digest,
    });
    // Only now: a rebuild is an act that the log holds.
    await isSound(served);

    const back = another();
    await back.json('events', 'import', folder.file('served.ndjson'));
    for (const stream of ERASED) expect(await statusOf(back.dataDir, stream)).toBe('deleted');
    expect((await exportOf(back, 'back.ndjson')).digest).toBe(whole.digest);
    await isSound(back);
    const usage = [
      'usage',
      'show',
      '--account',
      String(ACCOUNT),
      '--from',
      '2026-11-01',
      '--to',
      '2026-11-30',
    ];
    const shown = async (cli: CommandLineOn): Promise<object> => {
      const { as_of, ...rest } = await cli.json<{ as_of: { time: string } }>(...usage);
      return { ...rest, time: as_of.time };
    };
    expect(await shown(served)).toEqual(await shown(source));
    expect(await shown(back)).toEqual(await shown(source));
    await server.stop();
  });
});

describe('an exported file', () => {
  it('has a head, a line an event in order, an end; of what was erased only that it was', () => {
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(0)).toMatchObject({ export: 'company-data log', version: 1, after: null });
    expect(lines.at(-1)).toMatchObject({ end: true, events: whole.events, digest: whole.digest });
    expect(lines.find(({ type }) => type === 'AccountOpened')).toMatchObject({
      stream: `account-${ACCOUNT}`,
      revision: 0,
      format: 'json',
      data: { account_id: ACCOUNT },
      metadata: { actor: 'operator', v: '1' },
    });
    expect(lines.flatMap(({ deleted }) => deleted ?? [])).toEqual(ERASED);
    expect(lines.filter(({ stream }) => ERASED.some((erased) => erased === stream))).toEqual([]);
    expect(readFileSync(file, 'utf8')).not.toContain('a@example.co.uk');
    // The name of an older key, which the log holds in a stream that lives for ever.
    expect(lines.find(({ type }) => type === 'KeyIssued')).toMatchObject({ data: { name: '' } });
    expect(readFileSync(file, 'utf8')).not.toContain('production');
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('never takes the place of another', async () => {
    expect(await source.refusal('events', 'export', file)).toMatchObject({ code: 2, error: 'file_exists' });
    const nowhere = folder.file('a/b.ndjson');
    expect(await source.refusal('events', 'export', nowhere)).toMatchObject({ code: 2, error: 'no_folder' });
    const elsewhere = folder.file('from.ndjson');
    for (const position of ['x', '9000000000000000'])
      expect(await source.refusal('events', 'export', '--from', position, elsewhere)).toMatchObject({
        code: 2,
        error: 'unknown_position',
      });
    expect(existsSync(elsewhere)).toBe(false);
  });
});

describe('an import', () => {
  it('done twice writes nothing the second time', async () => {
    const other = another();
    await other.json('events', 'import', file);
    const items = whole.events + whole.deletions;
    expect(await other.json('events', 'import', file)).toMatchObject({ found: items, written: 0 });
  });

  it('adds what came later, where the file goes on from what is there', async () => {
    const [first, other] = [another(), another()];
    await writeLog(first.dataDir);
    const { position } = await exportOf(first, 'first.ndjson');
    await other.json('events', 'import', folder.file('first.ndjson'));
    await first.json('accounts', 'suspend', String(ACCOUNT), '--reason', 'unpaid');
    const later = folder.file('later.ndjson');
    await first.json('events', 'export', '--from', position, later);
    expect(await another().refusal('events', 'import', later)).toMatchObject({ code: 2, error: 'other_log' });
    expect(await other.json('events', 'import', later)).toMatchObject({ written: 1 });
    const [one, two] = [await exportOf(first, 'one.ndjson'), await exportOf(other, 'two.ndjson')];
    expect(two.digest).toBe(one.digest);
  });

  it('goes on in a store with names of keys that the file has no longer, and takes a file that still has them', async () => {
    const [first, early, late] = [another(), another(), another()];
    await writeLog(first.dataDir);
    const whole = await exportOf(first, 'with names.ndjson');
    expect(readFileSync(folder.file('with names.ndjson'), 'utf8')).toContain('"name":"production"');
    await early.json('events', 'import', folder.file('with names.ndjson'));
    await first.json('accounts', 'forget', String(ACCOUNT), '--confirm', String(ACCOUNT));
    const { digest } = await exportOf(first, 'without.ndjson');
    expect(readFileSync(folder.file('without.ndjson'), 'utf8')).not.toContain('production');
    // The fact, and the deletion of the stream that was made for it.
    const told = { written: 2, digest };
    expect(await early.json('events', 'import', folder.file('without.ndjson'))).toMatchObject(told);
    expect(await early.json('events', 'import', folder.file('without.ndjson'))).toMatchObject({ written: 0 });
    expect((await exportOf(early, 'early.ndjson')).digest).toBe(digest);

    await late.json('events', 'import', folder.file('with names.ndjson'));
    expect((await exportOf(late, 'late.ndjson')).digest).toBe(whole.digest);
    await late.json('events', 'import', folder.file('without.ndjson'));
    const [key] = await late.lines('keys', 'list', '--account', String(ACCOUNT));
    expect(key).toMatchObject({ name: '' });
    const refused = await late.refusal('events', 'import', folder.file('with names.ndjson'));
    expect(refused).toMatchObject({ error: 'other_log' });
  });

  it('raises the stamp of the new log as far as the file needs it, and refuses what only newer programs read', async () => {
    const [linked, other] = [another(), another()];
    await writeLog(linked.dataDir);
    await linked.json('accounts', 'link', String(ACCOUNT));
    await exportOf(linked, 'linked.ndjson');
    const text = readFileSync(folder.file('linked.ndjson'), 'utf8');
    expect(text).toMatch(/"data_version":2\}\n$/);
    expect(readFileSync(file, 'utf8')).toMatch(/"data_version":1\}\n$/);
    await other.json('events', 'import', folder.file('linked.ndjson'));
    expect(await leastOf(other.dataDir)).toBe(2);

    const newer = folder.file('newer.ndjson');
    writeFileSync(newer, text.replace(/"data_version":2\}\n$/, '"data_version":99}\n'));
    const [empty, before] = [another(), folder.file('before stamps.ndjson')];
    const { code, error, detail } = await empty.refusal('events', 'import', newer);
    expect([code, error]).toEqual([1, 'bad_export']);
    expect(detail).toMatch(
      /newer\.ndjson has data version 99, this program reads versions up to \d+: use a newer/,
    );
    // As programs wrote it that knew no versions.
    writeFileSync(before, text.replace(/,"data_version":2\}\n$/, '}\n'));
    await empty.json('events', 'import', before);
    expect(await leastOf(empty.dataDir)).toBe(2);
  });

  it('refuses a store that holds anything else, and writes nothing', async () => {
    const other = another();
    await other.json('accounts', 'create', '--email', 'b@example.co.uk', '--name', 'B Ltd');
    const before = (await exportOf(other, 'before.ndjson')).digest;
    const { code, error, detail } = await other.refusal('events', 'import', file);
    expect([code, error]).toEqual([2, 'other_log']);
    expect(detail).toMatch(
      /^Nothing was written: it holds AccountOpened .* where the file has AccountOpened /,
    );
    expect((await exportOf(other, 'after.ndjson')).digest).toBe(before);
  });

  it('refuses a store that went on after the file', async () => {
    const other = another();
    await other.json('events', 'import', file);
    await other.json('accounts', 'suspend', String(ACCOUNT), '--reason', 'unpaid');
    const { detail } = await other.refusal('events', 'import', file);
    expect(detail).toMatch(/it holds AccountSuspended .* where the file ends\.$/);
  });

  it('refuses read models that were computed from another log', async () => {
    const server = await EventStoreDbProcess.start();
    const moved = another({ ...SECRETS, EVENT_STORE_URL: server.url });
    await writeLog(moved.dataDir); // the embedded log of before
    const before = new CommandLineOn('inside', SECRETS, moved.dataDir);
    await before.json('accounts', 'list');
    expect(await moved.refusal('events', 'import', file)).toMatchObject({
      code: 2,
      error: 'other_read_models',
    });
    await server.stop();
  });

  it.each<[string, (text: string) => string]>([
    ['cut off', (text) => text.slice(0, text.lastIndexOf('{'))],
    ['cut off within a line', (text) => text.slice(0, -40)],
    ['changed', (text) => text.replace('"units":{"company_identity":1', '"units":{"company_identity":9')],
    ['in another order', (text) => swapped(text, 2)],
    ['without one of its events', (text) => text.split('\n').toSpliced(3, 1).join('\n')],
    ['of another program', () => '{"hello":"world"}\n'],
    ['of a later version', (text) => text.replace('"version":1', '"version":2')],
    ['empty', () => ''],
  ])('refuses a file that is %s before it writes anything', async (_, change) => {
    const [other, bad] = [another(), folder.file('bad.ndjson')];
    const text = readFileSync(file, 'utf8');
    writeFileSync(bad, change(text));
    expect(readFileSync(bad, 'utf8')).not.toBe(text);
    expect(await other.refusal('events', 'import', bad)).toMatchObject({ code: 1, error: 'bad_export' });
    expect(existsSync(`${other.dataDir}/events.db`)).toBe(false);
  });

  it('refuses what stands behind the end of a file, and a file that is not there', async () => {
    const [other, long] = [another(), folder.file('long.ndjson')];
    writeFileSync(long, readFileSync(file));
    appendFileSync(long, readFileSync(file));
    expect(await other.refusal('events', 'import', long)).toMatchObject({ code: 1, error: 'bad_export' });
    const missing = folder.file('missing.ndjson');
    expect(await other.refusal('events', 'import', missing)).toMatchObject({ code: 2, error: 'no_file' });
  });

  it('says that keys of another secret do not work here, and shows neither secret', async () => {
    const other = another({ ...SECRETS, KEY_HASH_SECRET: 'another one than it was there' });
    const { code, stdout, stderr } = await other.run('events', 'import', file, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ same_key_hash_secret: false });
    expect(stderr).toContain('Its keys do not work here');
    expect(stdout + stderr + readFileSync(file, 'utf8')).not.toMatch(/the same wherever|another one than/);
  });
});

function swapped(text: string, line: number): string {
  const lines = text.split('\n');
  const [one = '', two = ''] = lines.slice(line, line + 2);
  return lines.toSpliced(line, 2, two, one).join('\n');
}
