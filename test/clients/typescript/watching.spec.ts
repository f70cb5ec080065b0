/** What a sync refuses: one lie of the service for each code of `docs/statements.md`, "Failures". */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CompanyData, type SyncOptions, type Synced } from '../../../packages/client/src/index.js';
import { SENTENCES } from '../../../packages/statement-check/src/watch/faults.js';
import { statementsCommands } from '../../../src/cli/statements.commands.js';
import { receiptsCommands } from '../../../src/cli/watch/receipts.commands.js';
import { documentOf, failureOf, runCommand, type Ran } from '../../support/run-command.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { vkeyOf } from '../../../src/heads/signed-note.js';
import { charge, credit, jobId, statements } from '../../support/statements/made-statements.js';
import { CHECKPOINT_KEY, ORIGIN } from '../../support/heads/logs-of-heads.js';
import { KEY_OF_TESTS } from '../../support/statements/statements.js';
import {
  MemoryFolder,
  OTHER_KEY,
  TIME,
  WatchedService,
  noteOf,
  receipt,
  sealOf,
  LEAVES,
  EVENT,
} from '../../support/client/watched-service.js';

const [ONE, TWO] = ['2026-01', '2026-02'] as const;
const CHARGE = charge({ id: 1, row: 3, day: '2026-01-10', blocks: { industry: '0.02' } });
const CREDIT = credit({ id: 9, amount: '-1.5', day: '2026-02-11' });
const [JANUARY, FEBRUARY] = statements([
  { month: ONE, entries: [CHARGE] },
  {
    month: TWO,
    entries: [charge({ id: 2, row: 0, job: 2, day: '2026-02-10', blocks: { industry: '0.02' } }), CREDIT],
  },
]) as [string, string];
const FORKED = statements([
  { month: TWO, entries: [charge({ id: 7, day: '2026-02-10', blocks: { industry: '0.02' } })] },
])[0] as string;

const VKEY = vkeyOf(ORIGIN, CHECKPOINT_KEY.public_key);
const NEW_ORIGIN = 'api.example.com/log2';

interface World {
  readonly service: WatchedService;
  readonly folder: MemoryFolder;
}
const world = (): World => ({ service: new WatchedService([JANUARY, FEBRUARY]), folder: new MemoryFolder() });

const clientOf = (service: Pick<WatchedService, 'fetch'>, patience = 0): CompanyData =>
  new CompanyData({
    ...{ url: 'http://service.test', key: 'k', patience },
    fetch: service.fetch,
    pause: () => Promise.resolve(),
  });
const sync = ({ service, folder }: World, options: SyncOptions = {}): Promise<Synced> =>
  clientOf(service).statements.sync(folder, options);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );

const file = (name: string, lines: readonly (object | string)[]) => ({
  name,
  bytes: Buffer.from(
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  ),
});
const result = (change: object = {}): object => ({
  ...{ row: 12, job_id: jobId(1), job_row: 3, ref: '', status: 'done' },
  ...{ matched: { company_number: '01234567' }, blocks: { industry: { status: 'available' } } },
  ...change,
});
const second = { row: 13, job_id: jobId(2), job_row: 0 };
const RESULTS = [file('results.ndjson', [result(), result(second)])];
const receipts = (...lines: string[]) => ({ receipts: [file('r', lines)] });

const PROMISED = ['company-data promise v1', 1001, `adj_${'0'.repeat(25)}9`, EVENT, 'ab'.repeat(32)];
const promise = (
  rest: readonly (string | number)[] = [0, '-1.50', 'GBP', '2026-02-11T14:00:00.000Z'],
  key = KEY_OF_TESTS,
  entry = PROMISED[2] ?? '',
): string => noteOf([...PROMISED.slice(0, 2), entry, ...PROMISED.slice(3), ...rest], key);

describe('a sync of what is right', () => {
  it('keeps statements, proofs, the log and the key, and finds nothing new the second time', async () => {
    const at = world();
    at.folder.put('promises/credit.txt', promise());
    const more = { results: RESULTS, allResults: true, ...receipts(receipt(), receipt({ 5: '-', 6: '-' })) };
    const first = await sync(at, more);
    expect(first).toEqual({
      ...{ entries: 7, checkpoint_key: VKEY, months: [ONE, TWO], new: [ONE, TWO], waiting: [], lost: [] },
      ...{ receipts: { proved: 2, waiting: 0 }, promises: 1 },
    });
    expect([...at.folder.files.keys()].sort()).toEqual([
      ...['log/checkpoint', 'log/entries.ndjson', 'policy.json', 'promises/credit.txt'],
      ...[`proofs/${ONE}.json`, `proofs/${TWO}.json`, `statements/${ONE}.ndjson`, `statements/${TWO}.ndjson`],
    ]);
    expect(at.folder.text(`statements/${ONE}.ndjson`)).toBe(JANUARY);
    expect(at.folder.text('log/entries.ndjson').split('\n')).toHaveLength(8);
    at.service.asked.length = 0;
    at.folder.asked.length = 0;
    expect(await sync(at)).toMatchObject({ new: [], months: [ONE, TWO], entries: 7 });
    expect(at.service.asked).toEqual(['/v1/whoami', '/log/checkpoint', '/statements']);
    expect(at.folder.asked.filter((name) => name === 'log/entries.ndjson')).toHaveLength(1);
  });

  it('is content with as many witnesses as it asks for, and remembers them', async () => {
    const at = world();
    cosign(at.service);
    const witnesses = [witnessKey(), witnessKey('witness.example/down', CHECKPOINT_KEY)];
    expect((await sync(at, { witnesses, witnessesNeeded: 1 })).entries).toBe(7);
    at.service.cosignatures = '';
    expect(await codeOf(sync(at))).toBe('witnesses_missing');
  });

  it('follows a log that grows, and a key that the one before signed', async () => {
    const at = world();
    await sync(at);
    const { service } = at;
    service.entries.push(service.keySet(service.key, OTHER_KEY));
    service.key = OTHER_KEY;
    const told = await sync(at);
    expect([told.entries, told.new]).toEqual([8, []]);
    service.entries.push(sealOf([...LEAVES, ...LEAVES]));
    expect((await sync(at)).entries).toBe(9);
  });

  it('asks for a time stamp over all entries that are two hours old, where it is told how to check one', async () => {
    const at = world();
    const older = new WatchedService([JANUARY]);
    const put = (checkpoint: string, token = 'AAAA'): void =>
      void (at.service.answers['/log/timestamp'] = JSON.stringify({ checkpoint, token, time: TIME }));
    const checkTimestamp = jest.fn((_text: Uint8Array, _token: Uint8Array) => new Date(TIME));
    put(at.service.checkpoint());
    expect((await sync(at, { checkTimestamp })).timestamp).toBe(TIME);
    const text = Buffer.from(`${at.service.checkpoint().split('\n\n')[0]}\n`);
    expect(checkTimestamp.mock.calls).toEqual([[text, Buffer.from('AAAA', 'base64')]]);
    const refuses = (): Promise<Date> => Promise.reject(new Error('no trust anchor'));
    expect(await codeOf(sync(at, { checkTimestamp: refuses }))).toBe('timestamp_wrong');
    expect(at.folder.text('refused/timestamp')).toContain('AAAA');
    at.service.entries.push(sealOf([...LEAVES, ...LEAVES]));
    expect(await codeOf(sync(at, { checkTimestamp }))).toBe('timestamp_wrong');
    at.service.entries.splice(-1, 1, { ...sealOf([...LEAVES, ...LEAVES]), time: new Date().toISOString() });
    expect((await sync(world(), {})).timestamp).toBeUndefined();
    const fresh = { service: at.service, folder: new MemoryFolder() };
    expect((await sync(fresh, { checkTimestamp })).timestamp).toBe(TIME);
    for (const [note, token] of Object.entries({
      [older.checkpoint()]: 'AAAA',
      x: 'AAAA',
      [at.service.checkpoint()]: '?',
    })) {
      put(note, token);
      expect(await codeOf(sync(fresh, { checkTimestamp }))).toBe('timestamp_wrong');
    }
  });

  it('takes receipts of a replaced key and of the next one, and of no other', async () => {
    const at = world();
    const lines = [receipt(), receipt({}, OTHER_KEY)];
    expect(await codeOf(sync(at, receipts(...lines)))).toBe('receipt_wrong');
    at.service.addReceiptKey(OTHER_KEY);
    expect((await sync(at, receipts(...lines))).receipts).toEqual({ proved: 2, waiting: 0 });
    const checked = await clientOf(at.service).receipts.check(file('r', lines), new MemoryFolder());
    expect(checked).toEqual({ proved: 2, waiting: 0 });
    expect(await codeOf(sync(at, receipts(receipt({}, CHECKPOINT_KEY))))).toBe('receipt_wrong');
  });

  it('refuses a key of receipts that the key of checkpoints did not sign', async () => {
    const at = world();
    at.service.addReceiptKey(OTHER_KEY, OTHER_KEY);
    expect(await codeOf(sync(at, receipts(receipt({}, OTHER_KEY))))).toBe('key_set_unsigned');
  });

  it('waits for a receipt and a proof that are younger than two hours', async () => {
    const young = receipt({ 9: new Date().toISOString() });
    expect((await sync(world(), receipts(young))).receipts).toEqual({ proved: 0, waiting: 1 });
  });
});

describe('a proof that is not there at once', () => {
  const proofs = [`/receipts/${EVENT}/proof`, `/statements/${ONE}/proof`] as const;

  it('is asked again, as any other call', async () => {
    const { service, folder } = world();
    for (const path of proofs) service.later[path] = [503, 503];
    const synced = await clientOf(service, 60_000).statements.sync(folder, receipts(receipt()));
    expect([synced.receipts.proved, synced.waiting]).toEqual([1, []]);
    expect(proofs.map((path) => service.asked.filter((asked) => asked === path).length)).toEqual([3, 3]);
  });

  it.each([{ detail: 'no server is free' }, { message: 'no server is free' }])(
    'is no fault of the service where %j is the answer of what stands before it',
    async (body) => {
      const { service, folder } = world();
      const fetch: typeof service.fetch = (input) =>
        new Request(input).url.endsWith(proofs[0])
          ? Promise.resolve(Response.json(body, { status: 503 }))
          : service.fetch(input);
      const asked = clientOf({ fetch }).statements.sync(folder, receipts(receipt()));
      await expect(asked).rejects.toMatchObject({ code: 'error', status: 503 });
      expect([...folder.files.keys()].filter((name) => name.startsWith('refused/'))).toEqual([]);
    },
  );
});

/** Each lie with what the sync is told; some need a sync before it. */
const LIES: Readonly<
  Record<keyof typeof SENTENCES, (at: World) => SyncOptions | void | Promise<SyncOptions | void>>
> = {
  no_log: ({ service }) => void (service.answers['/log/checkpoint'] = 404),
  checkpoint_wrong: ({ service }) => void (service.answers['/log/checkpoint'] = 'welcome\n'),
  checkpoint_signature: () => ({ checkpointKey: vkeyOf(ORIGIN, OTHER_KEY.public_key) }),
  witnesses_missing: () => ({ witnesses: [witnessKey()] }),
  log_shrunk: async (at) => {
    await sync(at);
    at.service.entries.pop();
  },
  timestamp_wrong: () => ({ checkTimestamp: () => new Date() }),
  log_forked: async (at) => {
    await sync(at);
    at.service.entries.splice(-1, 1, sealOf(LEAVES, 'another'), sealOf(LEAVES));
  },
  entries_wrong: ({ service }) => {
    const text = Buffer.from(service.bundle())
      .toString('latin1')
      .replace('"last_event":"e"', '"last_event":"f"');
    service.answers[`/log/tile/entries/000.p/${service.entries.length}`] = Buffer.from(text, 'latin1');
  },
  entry_wrong: ({ service }) => void service.entries.push({ ...sealOf(LEAVES), more: 1 } as never),
  month_key_twice: ({ service }) => void service.entries.push(service.entries[1] as never),
  month_key_missing: ({ service }) => void service.entries.splice(1, 1),
  slot_twice: ({ service }) => void service.entries.push(service.entryOf(JANUARY)),
  key_set_unsigned: ({ service }) => void service.entries.push(service.keySet(OTHER_KEY)),
  key_lost: async (at) => {
    await sync(at);
    at.service.entries.push(at.service.keySet(null, OTHER_KEY));
    at.service.key = OTHER_KEY;
  },
  origin_changed: async (at) => {
    await sync(at);
    restored(at.service);
  },
  account_differs: async (at) => {
    await sync(at);
    at.service.account = 1002;
  },
  policy_differs: async (at) => {
    await sync(at);
    return { checkpointKey: vkeyOf(ORIGIN, OTHER_KEY.public_key) };
  },
  kept_damaged: async (at) => {
    await sync(at);
    at.folder.put('log/entries.ndjson', at.folder.text('log/entries.ndjson').replace('"e"', '"f"'));
  },
  statement_missing: async (at) => {
    await sync(at);
    at.service.statements.delete(ONE);
  },
  statement_changed: async (at) => {
    await sync(at);
    at.service.statements.set(TWO, FORKED);
  },
  statement_other: ({ service }) => {
    service.answers[`/statements/${TWO}`] = JANUARY;
    service.answers['/statements'] = JSON.stringify({
      statements: service.list().map((each) => ({ ...each, sha256: null })),
    });
  },
  statement_key: ({ service }) => void (service.entries[0] = service.keySet(null, service.key, ['receipt'])),
  statement_wrong: ({ service }) =>
    void service.statements.set(ONE, JANUARY.replace('"amount":"0.02"', '"amount":"0.03"')),
  statements_differ: ({ service }) => {
    service.entries.splice(1);
    service.statements.clear();
    for (const text of [JANUARY, FORKED]) service.add(text);
  },
  proof_missing: ({ service }) => void (service.answers[`/statements/${ONE}/proof`] = 503),
  proof_wrong: ({ service }) =>
    void (service.answers[`/statements/${ONE}/proof`] = JSON.stringify({ ...service.proof(ONE), path: [] })),
  slot_wrong: ({ service }) => otherEntry(service, { slot: 'ef'.repeat(32) }),
  head_wrong: ({ service }) => otherEntry(service, { head: 'ef'.repeat(32) }),
  row_differs: () => ({ results: [file('r', [result({ matched: { company_number: '07654321' } })])] }),
  charge_unknown: () => ({ results: [file('r', [result()])], allResults: true }),
  receipt_wrong: () => receipts(receipt({}, OTHER_KEY)),
  receipt_seal_unknown: () => receipts(receipt({ 7: 3 })),
  receipt_unproved: ({ service }) => {
    service.answers[`/receipts/${EVENT}/proof`] = 503;
    return receipts(receipt());
  },
  receipt_proof_wrong: ({ service }) => {
    service.answers[`/receipts/${EVENT}/proof`] = JSON.stringify({
      ...service.receiptProof(),
      leaf_index: 1,
    });
    return receipts(receipt());
  },
  promise_wrong: ({ folder }) => folder.put('promises/p', promise(undefined, OTHER_KEY)),
  promise_broken: ({ folder }) =>
    folder.put('promises/p', promise(undefined, undefined, `adj_${'0'.repeat(25)}8`)),
  promise_differs: ({ folder }) =>
    folder.put('promises/p', promise([0, '-2', 'GBP', '2026-02-11T14:00:00.000Z'])),
};

const WITNESS = 'witness.example/w';
const witnessKey = (name = WITNESS, { public_key } = OTHER_KEY): string =>
  vkeyOfType(name, Buffer.concat([Buffer.of(4), Buffer.from(public_key, 'hex')]));

function cosign(service: WatchedService): void {
  const note = service.checkpoint();
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const time = Buffer.alloc(8, 1);
  const signature = OTHER_KEY.sign(Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`));
  const id = Buffer.from(witnessKey().split('+')[1] ?? '', 'hex');
  const bytes = Buffer.concat([id, time, Buffer.from(signature, 'hex')]);
  service.cosignatures = `— ${WITNESS} ${bytes.toString('base64')}\n`;
}

function vkeyOfType(name: string, material: Buffer): string {
  const id = createHash('sha256').update(`${name}\n`).update(material).digest('hex').slice(0, 8);
  return `${name}+${id}+${material.toString('base64')}`;
}

function otherEntry(service: WatchedService, change: object): void {
  const proof = service.proof(ONE) as { readonly entry: object };
  service.answers[`/statements/${ONE}/proof`] = JSON.stringify({
    ...proof,
    entry: { ...proof.entry, ...change },
  });
}

/** An older copy: the last seal is gone, and the log goes by another name. */
function restored(service: WatchedService): void {
  service.entries.pop();
  const root = rootOf(service);
  service.entries.push({
    ...{ kind: 'origin', root, size: service.entries.length, was: ORIGIN, why: 'A disk broke.', time: TIME },
  } as never);
  service.origin = NEW_ORIGIN;
  service.entries.push(service.keySet(CHECKPOINT_KEY, OTHER_KEY));
  service.key = OTHER_KEY;
}
const rootOf = (service: WatchedService): string =>
  Buffer.from(service.checkpoint().split('\n')[2] ?? '', 'base64').toString('hex');

describe('a sync refuses', () => {
  it.each(Object.entries(LIES))('%s', async (code, lie) => {
    const at = world();
    const options = (await lie(at)) ?? {};
    const before = at.folder.text('log/entries.ndjson');
    const failed = clientOf(at.service).statements.sync(at.folder, options);
    await expect(failed).rejects.toMatchObject({ code, sentence: SENTENCES[code as keyof typeof SENTENCES] });
    // Nothing of a log that is refused is kept.
    if (/^(?:log|entr|month|slot_twice|key|origin|checkpoint)/.test(code))
      expect(at.folder.text('log/entries.ndjson')).toBe(before);
  });

  it('with the refused bytes as evidence', async () => {
    const at = world();
    await LIES.statement_wrong(at);
    await codeOf(sync(at));
    expect(at.folder.text(`refused/${ONE}.ndjson`)).toContain('"amount":"0.03"');
    expect(at.folder.files.has(`statements/${ONE}.ndjson`)).toBe(false);
  });

  it('with evidence where receipts alone are checked', async () => {
    const { service, folder } = world();
    service.answers[`/receipts/${EVENT}/proof`] = 404;
    expect(await codeOf(clientOf(service).receipts.check(file('r', [receipt()]), folder))).toBe(
      'receipt_unproved',
    );
    expect(folder.text('refused/receipt')).toBe(receipt());
  });

  it('without taking earlier evidence away before the new is written', async () => {
    const at = world();
    at.folder.put('refused/receipt', 'earlier');
    const { write } = at.folder;
    const full = Object.assign(new MemoryFolder(), at.folder, {
      write: (name: string, bytes: Uint8Array) =>
        name.startsWith('refused/') ? Promise.reject(new Error('no space')) : write(name, bytes),
    });
    await LIES.checkpoint_wrong(at);
    await expect(sync({ ...at, folder: full })).rejects.toThrow('no space');
    expect(at.folder.text('refused/receipt')).toBe('earlier');
    expect(await codeOf(sync(at))).toBe('checkpoint_wrong');
    expect(await at.folder.list('refused')).toEqual(['checkpoint']);
  });

  it('the codes that the page lists', () => {
    const page = readFileSync(join(__dirname, '../../../docs/statements.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, code, sentence]) => [
      code,
      sentence,
    ]);
    for (const pair of Object.entries(SENTENCES)) expect(listed).toContainEqual(pair);
  });
});

describe('a person may accept', () => {
  it('a new name: what was kept beyond is told, and the log before is set aside', async () => {
    const at = world();
    await sync(at);
    restored(at.service);
    const refused = await sync(at).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'origin_changed', where: NEW_ORIGIN });
    const told = await sync(at, { acceptOrigin: NEW_ORIGIN });
    expect(told.lost).toHaveLength(1);
    expect(at.folder.text('before/7/entries.ndjson').split('\n')).toHaveLength(8);
    expect((await sync(at)).lost).toEqual([]);
  });

  it('no name of a log that has not what was kept', async () => {
    const at = world();
    await sync(at);
    at.service.entries[5] = sealOf(LEAVES.slice(0, 2), 'another');
    restored(at.service);
    expect(await codeOf(sync(at, { acceptOrigin: NEW_ORIGIN }))).toBe('log_forked');
  });

  it('a key that nobody signed', async () => {
    const at = world();
    await LIES.key_lost(at);
    const vkey = vkeyOf(ORIGIN, OTHER_KEY.public_key);
    expect(await codeOf(sync(at, { acceptKey: VKEY }))).toBe('key_lost');
    expect((await sync(at, { acceptKey: vkey })).checkpoint_key).toBe(vkey);
    expect((await sync(at)).checkpoint_key).toBe(vkey);
  });
});

describe('from the command line, over HTTP', () => {
  const folder = forEachTest(() => new TemporaryFolder());
  const server = forEachTest(() => createServer((asked, answer) => void served(asked.url ?? '/', answer)));
  let service: WatchedService;
  const run = (...words: string[]): Promise<Ran> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
    return runCommand([statementsCommands, receiptsCommands], [...words, '--url', url, '--json'], {
      COMPANY_DATA_KEY: key,
    });
  };

  async function served(path: string, answer: ServerResponse): Promise<void> {
    const told = await service.fetch(`http://service.test${path}`);
    answer.writeHead(told.status).end(Buffer.from(await told.arrayBuffer()));
  }

  beforeEach(async () => {
    service = new WatchedService([JANUARY, FEBRUARY]);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  it('keeps statements with results and the receipts beside them, and checks receipts', async () => {
    folder.write('r.ndjson', Buffer.from(RESULTS[0]?.bytes ?? []).toString());
    folder.write('r.ndjson.receipts', `${receipt()}\n`);
    const own = ['--results', folder.file('r.ndjson'), '--all-results'];
    const synced = documentOf(await run('statements', 'sync', folder.file('kept'), ...own));
    const right = { months: [ONE, TWO], new: [ONE, TWO], receipts: { proved: 1, waiting: 0 } };
    expect(synced).toMatchObject({ ...right, entries: 7, checkpoint_key: VKEY });
    expect(readFileSync(folder.file(`kept/statements/${TWO}.ndjson`), 'utf8')).toBe(FEBRUARY);
    const check = ['receipts', 'check', folder.file('r.ndjson.receipts'), '--dir', folder.file('kept')];
    expect(documentOf(await run(...check))).toMatchObject({ proved: 1, waiting: 0 });
    service.answers[`/receipts/${EVENT}/proof`] = 404;
    const refused = await run(...check);
    expect([refused.code, failureOf(refused).error]).toEqual([1, 'receipt_unproved']);
  });

  it('ends with 1, the code and the sentence at a failure, and with 2 without a file', async () => {
    service.entries.push(service.entryOf(JANUARY));
    const refused = await run('statements', 'sync', folder.file('kept'));
    const detail = expect.stringContaining(SENTENCES.slot_twice) as unknown;
    expect([refused.code, failureOf(refused)]).toEqual([1, { error: 'slot_twice', detail }]);
    const missing = await run('statements', 'sync', folder.file('kept'), '--results', folder.file('none'));
    expect([missing.code, failureOf(missing).error]).toEqual([2, 'no_file']);
  });
});

it('a list with two statements of one month is no list of statements', async () => {
  const at = world();
  const [first, ...rest] = at.service.list();
  for (const statements of [
    [first, first, ...rest],
    [first, { ...first, sha256: null }],
  ]) {
    at.service.answers['/statements'] = JSON.stringify({ statements });
    expect(await codeOf(sync(at))).toBe('unexpected_answer');
  }
});

it('wrong options and files are named', async () => {
  expect(await codeOf(sync(world(), { witnesses: ['x'] }))).toBe('wrong_option');
  expect(await codeOf(sync(world(), { witnessesNeeded: 1 }))).toBe('wrong_option');
  expect(await codeOf(sync(world(), { results: [file('r', ['no json'])] }))).toBe('no_results');
});
