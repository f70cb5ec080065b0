import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../../test/support/logs/row-stories.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { investigateRow } from '../../investigate/investigate-row.js';
import { readStreamEvents } from '../../investigate/log-reading.js';
import { rowEventId } from '../../streams/rows/rows.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { supportStreams } from '../../streams/support/support.events.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustAccountCharges } from '../adjustments/adjust-charges.js';
import { checkEvidenceFiles } from '../../../packages/statement-check/src/browser/check-in-browser.js';
import { publicKeySet } from '../statements/statement-keys.js';
import { readTrustedKeys, verifyEvidence } from '../statements/verify-statement.js';
import { disputeJob, type DisputeResult } from './dispute-job.js';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const DAY = '2026-11-21';
const world = forEachTest(operatorWorld);
let out: string;
beforeEach(async () => {
  out = join(world.settings.dataDir, 'bundle');
  await world.log.openAccount();
});

const dispute = (rows: readonly number[] = [], reason: string | null = null): Promise<DisputeResult> =>
  disputeJob(world.operator, { job: JOB, rows, out, reason, now: NOW });
const textOf = (part: string): string => readFileSync(join(out, part), 'utf8');
const linesOf = <T = Record<string, unknown>>(part: string): T[] =>
  textOf(part)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
const LIST = { name: 'standard', version: 2 };
const agree = async (prices: Record<string, string>): Promise<void> => {
  const data = { currency: 'GBP', from: DAY, prices, list: LIST, reason: 'given' };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
};

interface EventLine {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly metadata: { readonly time: string };
  readonly data_base64?: string;
}

/**
 * The bytes of an event as a stranger takes them from its line: base64, or the text of `data` to the
 * character.
 */
function bytesIn(line: string): Buffer {
  const event = JSON.parse(line) as EventLine;
  if (event.data_base64 !== undefined) return Buffer.from(event.data_base64, 'base64');
  return Buffer.from(line.slice(line.indexOf(',"data":') + ',"data":'.length, -1));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('billing dispute', () => {
  it('tells of each row what was asked, delivered and charged, with prices, rule and adjustments', async () => {
    await agree({ company_identity: '0.0200' });
    await world.log.run(aSubmission(5, 2), (row) => [BOTH, NO_INDUSTRY, 'not_matched' as const][row] ?? BOTH);
    const adjusted = await adjustAccountCharges(world.operator, ACCOUNT, {
      ...{ reason: 'wrong_match', note: 'another company', dryRun: false },
      target: { job: JOB, row: 0, block: 'industry' },
    });
    const made = await dispute([2, 1, 0, 1]);
    expect(made).toMatchObject({
      ...{
        job_id: JOB,
        account_id: ACCOUNT,
        key_id: KEY,
        rows: [0, 1, 2],
        rows_written: 3,
        rows_kept: 'kept',
      },
      ...{ charges: 2, units: 3, net_units: 2, amount: '0.04', currency: 'GBP', dir: out },
    });
    expect(linesOf('rows.ndjson')).toMatchObject([
      { row: 0, ref: 'r0', units: 2, asked: { company_number: '01234567' }, delivered: { ref: 'r0' } },
      { row: 1, units: 1, blocks: { industry: { why_not_billed: 'not_found', reason: 'no_sic_on_file' } } },
      { row: 2, units: 0, reason: 'not_matched' },
    ]);
    const charge = { job_id: JOB, late_block: null, amount: '0.02', currency: 'GBP', rule: 1 };
    expect(linesOf('charges.ndjson')).toMatchObject([
      {
        ...{ ...charge, row: 0, units: 2, net_units: 1, unpriced: ['industry'] },
        charge_id: rowEventId(JOB, 0, 'RowCharged'),
        adjustments: [{ adjustment_id: adjusted.adjustment_id, blocks: ['industry'], reversed_by: null }],
      },
      { ...charge, row: 1, units: 1, net_units: 1, unpriced: [], adjustments: [] },
    ]);
    expect(linesOf('rule.json')).toMatchObject([
      {
        rule: { version: 1 },
        prices: [{ block: 'company_identity', price: '0.0200', from: DAY, list: LIST }],
      },
    ]);
    const summary = textOf('summary.txt');
    for (const said of [
      `Evidence for job ${JOB} of account 1001: rows 0, 1, 2`,
      '3 rows here: 2 delivered, 1 not. 3 units in 2 charges, 0.04 GBP.',
      '1 unit of it taken back since; 2 units charged now, 0.04 GBP.',
      'It was matched to company 01234567 by its number',
      'Free: nothing was found (no_sic_on_file',
      'The row as a whole failed with not_matched',
      'taken back as wrong_match ("another company")',
      ', standard, version 2\n',
    ])
      expect(summary).toContain(said);
  });

  it('says what is owed of a bill that was taken back whole, as amounts are shown elsewhere', async () => {
    await agree({ company_identity: '0.1', industry: '0.1' });
    await world.log.run(aSubmission(7, 1), () => BOTH);
    await adjustAccountCharges(world.operator, ACCOUNT, {
      ...{ reason: 'goodwill', note: 'all of it', dryRun: false },
      target: { job: JOB, row: null, block: null },
    });
    await dispute([0]);
    expect(textOf('summary.txt')).toContain('2 units in 1 charge, 0.20 GBP.');
    expect(textOf('summary.txt')).toContain('2 units of it taken back since; 0 units charged now, 0.00 GBP.');
  });

  it('says where the rules of months stand, which no job has a part of', async () => {
    await agree({ industry: '0.1' });
    const rules = { currency: 'GBP', from: '2026-12-01', free_units: 5, tiers: [], minimum: null };
    const data = { version: 1, ...rules, reason: 'as agreed' };
    await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'MonthRulesAgreed', data }));
    await world.log.run(aSubmission(1, 1), () => BOTH);
    await dispute();
    expect(textOf('summary.txt')).toContain('Rules of months\n  Free units, tiers or a minimum were agreed');
    expect(
      linesOf<EventLine>('events.ndjson').filter(({ type }) => type === 'MonthRulesAgreed'),
    ).toHaveLength(1);
  });

  it('compares what was delivered with what was charged, and says where they differ', async () => {
    const job = aSubmission(3, 3);
    await world.log.submit(job);
    await world.log.start(job, 0);
    const refs = await world.log.deliver(job, 0, [NO_INDUSTRY, BOTH, 'not_matched']);
    await world.log.record(job, 0, [BOTH, BOTH, BOTH], refs);
    expect(await dispute([0, 1, 2])).toMatchObject({ contradicted: 2, units: 6 });
    const detail =
      'industry was delivered not_found (no_sic_on_file), recorded available and charged 1 unit.';
    const failed = 'The row was delivered as failed (not_matched) and recorded with answers.';
    expect(linesOf('rows.ndjson')).toMatchObject([
      { row: 0, contradictions: [{ block: 'industry', detail }] },
      { row: 1, contradictions: [] },
      { row: 2, contradictions: [{ block: null, detail: failed }] },
    ]);
    const summary = textOf('summary.txt');
    expect(summary).toContain(
      'in 3 rows as delivered were compared with the record and the charges: 2 rows do NOT',
    );
    expect(summary).toMatch(/industry +1 unit +Contradicted: industry was delivered not_found/);
    expect(summary).toMatch(/company_identity +1 unit +Contradicted: The row was delivered as failed/);
    expect(summary.match(/Billed: it was delivered/g)).toHaveLength(3);
  });

  it('shows a billed late block as what it was', async () => {
    const job = aSubmission(1, 1);
    await world.log.run(job, () => INDUSTRY_PENDING);
    await world.log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    expect(await dispute([0])).toMatchObject({ contradicted: 0, units: 2 });
    expect(linesOf('rows.ndjson')).toMatchObject([
      { delivered: { status: 'done', blocks: { industry: { status: 'available' } } }, contradictions: [] },
    ]);
    expect(textOf('summary.txt')).toContain('in 1 row as delivered were compared');
  });

  it('holds the events as recorded, and no data of rows that were not asked for', async () => {
    await world.log.run(aSubmission(6, 2));
    await dispute([2]);
    const events = linesOf<EventLine>('events.ndjson');
    expect(events.map(({ type, stream, revision }) => [type, stream, revision])).toEqual([
      ['JobSubmitted', `job-${JOB}`, 0],
      ['ChunkStarted', `job-${JOB}`, 3],
      ['ChunkCompleted', `job-${JOB}`, 4],
      ['JobCompleted', `job-${JOB}`, 7],
      ['RowsSubmitted', `rowdata-${JOB}.1`, 0],
      ['RowsRecorded', `rows-${JOB}.1`, 0],
      ['RowsDelivered', `rowdata-${JOB}.1`, 1],
    ]);
    for (const { position, metadata } of events) expect([position, metadata.time]).not.toContain('');
  });

  it('can be checked by a stranger: every hash, and every digest against the event that names it', async () => {
    await world.log.run(aSubmission(205, 205), (row) => (row === 150 ? INDUSTRY_PENDING : BOTH));
    await world.log.fill(
      aSubmission(205, 205),
      { chunk: 0, row: 150, block: 'industry' },
      { status: 'available' },
    );
    const { digest, parts } = await dispute([3, 150, 204]);
    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' })).not.toContain(
      'FAILED',
    );
    const manifest = textOf('manifest.json');
    expect(sha256(Buffer.from(manifest))).toBe(digest);
    expect(JSON.parse(manifest)).toMatchObject({ job_id: JOB, rows: [3, 150, 204], parts });
    const bytes = new Map(
      textOf('events.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => [(JSON.parse(line) as EventLine).id, bytesIn(line)]),
    );
    const digests = linesOf<{ event_id: string; digest: string; named_by: { id: string }; status: string }>(
      'digests.ndjson',
    );
    expect(digests).toHaveLength(4);
    for (const { event_id, digest: named, named_by, status } of digests) {
      expect([status, sha256(bytes.get(event_id) ?? Buffer.of())]).toEqual(['matches', named]);
      expect(bytes.get(named_by.id)?.toString()).toContain(named);
    }
    expect(linesOf('charges.ndjson')).toMatchObject([
      { row: 3, units: 2 },
      { row: 150, late_block: null, units: 1 },
      { row: 150, late_block: 'industry', units: 1 },
      { row: 204, units: 2 },
    ]);
  });

  it('says so where data were changed, or are not there', async () => {
    const job = aSubmission(4, 2);
    await world.log.submit(job);
    for (const [chunk, ref] of ['other', null].entries()) {
      await world.log.start(job, chunk);
      const [named] = await world.log.deliver(job, chunk, [BOTH, BOTH]);
      const refs = [{ event_id: ref === null ? 'nowhere' : (named?.event_id ?? ''), digest: 'another' }];
      await world.log.record(job, chunk, [BOTH, BOTH], refs);
    }
    await dispute();
    expect(linesOf('digests.ndjson').map(({ status }) => status)).toEqual(['differs', 'missing']);
  });

  it('holds every billed row where none is named, and none that cost nothing', async () => {
    await world.log.run(aSubmission(5, 2), (row) => (row % 2 === 0 ? BOTH : 'not_matched'));
    expect(await dispute()).toMatchObject({ rows: null, rows_written: 3, units: 6 });
    expect(linesOf('rows.ndjson').map(({ row }) => row)).toEqual([0, 2, 4]);
  });

  it.each([
    [true, 'keyed by the idempotency key'],
    [false, 'What was asked can no longer be proved'],
  ])(
    'says after erasure what is gone and what is still proved (idempotent: %s)',
    async (idempotent, proof) => {
      const job = aSubmission(3, 2, { idempotent });
      await world.log.run(job);
      await world.log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
      // Erased, but not deleted yet: it is not shown any more.
      expect(await dispute([1])).toMatchObject({ rows_kept: 'erased', units: 2 });
      expect(textOf('events.ndjson')).not.toMatch(/RowsSubmitted|RowsDelivered/);
      expect(linesOf('rows.ndjson')).toMatchObject([
        { row: 1, asked: null, delivered: null, company_number: '01234567', units: 2 },
      ]);
      expect(linesOf('digests.ndjson')).toMatchObject([{ status: 'erased', salt: null }]);
      expect(textOf('summary.txt')).toContain('What can no longer be shown');
      expect(textOf('summary.txt')).toContain(proof);
    },
  );

  it('works from facts alone between expiry and erasure, and says what is still proved', async () => {
    await world.log.run(aSubmission(3, 2));
    expect(await later()).toMatchObject({ rows_kept: 'expired', units: 2, contradicted: 0 });
    expect(textOf('events.ndjson')).not.toMatch(/RowsSubmitted|RowsDelivered/);
    expect(linesOf('rows.ndjson')).toMatchObject([{ row: 0, asked: null, delivered: null, units: 2 }]);
    expect(linesOf('digests.ndjson')).toMatchObject([{ status: 'erased', salt: null }]);
    for (const said of [
      'their retention ended at 2026-12-21 12:00:00 UTC, and they are about to be erased',
      'The retention of what was asked and delivered is over: it is about to be erased.',
      'What is still proved',
    ])
      expect(textOf('summary.txt')).toContain(said);
  });

  it('shows the data of a held job, also after its erasure, until the hold ends', async () => {
    const job = aSubmission(3, 2);
    await world.log.run(job);
    await world.log.job(job, { type: 'JobHeld', data: { reason: 'dispute 7', until: null } });
    await world.log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
    expect(await later()).toMatchObject({ rows_kept: 'kept', units: 2 });
    expect(linesOf('rows.ndjson')).toMatchObject([{ asked: { ref: 'r0' }, delivered: { ref: 'r0' } }]);
    expect(linesOf('digests.ndjson')).toMatchObject([{ status: 'matches' }]);
    expect(textOf('summary.txt')).toContain('held for a dispute since 2026-11-21 12:00:00 UTC (dispute 7)');
    const found = await investigateRow(world.log.store, JOB, 0);
    expect(found).toMatchObject({ row: { asked: null, delivered: null } });
    await world.log.job(job, { type: 'JobHoldEnded', data: { reason: 'settled' } });
    rmSync(out, { recursive: true });
    expect(await later()).toMatchObject({ rows_kept: 'erased' });
    expect(linesOf('rows.ndjson')).toMatchObject([{ asked: null, delivered: null }]);
  });

  it('says nothing of a hold whose time is over', async () => {
    const job = aSubmission(3, 2);
    await world.log.run(job);
    const until = '2026-11-22T00:00:00.000Z';
    await world.log.job(job, { type: 'JobHeld', data: { reason: 'dispute 7', until } });
    await world.log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
    expect(await later()).toMatchObject({ rows_kept: 'erased' });
    expect(linesOf('rows.ndjson')).toMatchObject([{ asked: null, delivered: null }]);
    expect(textOf('summary.txt')).not.toContain('held for a dispute');
  });

  it('says of store=false that nothing was ever kept', async () => {
    await world.log.run(aSubmission(1, 1, { stored: false }));
    expect(await dispute([0])).toMatchObject({ rows_kept: 'never_kept', units: 2 });
    expect(linesOf('digests.ndjson')).toMatchObject([{ status: 'never_kept', event_id: null, digest: 'd' }]);
    expect(textOf('summary.txt')).toContain('store=false');
  });

  it('is recorded with who, what, why and the hash of the manifest', async () => {
    await world.log.run(aSubmission(3, 2));
    const { digest } = await dispute([2, 0], 'ticket 4711');
    const looks = await readStreamEvents(
      world.operator.stores.eventStore,
      supportStreams.streamOf({ key: KEY }),
    );
    expect(looks).toMatchObject([
      {
        account: ACCOUNT,
        event: {
          type: 'EvidenceExported',
          data: { operator: 'operator', reason: 'ticket 4711', job_id: JOB, rows: [0, 2], digest },
        },
      },
    ]);
  });

  it('is readable by its owner alone', async () => {
    await world.log.run(aSubmission(1, 1));
    mkdirSync(out, { mode: 0o755 });
    await dispute();
    const modes = [out, ...readdirSync(out).map((name) => join(out, name))].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, ...Array.from({ length: 9 }, () => 0o600)]);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a folder that is not empty',
      'not_empty',
      () => (mkdirSync(out), writeFileSync(join(out, 'a'), ''), dispute()),
    ],
    ['a file', 'not_a_folder', () => (writeFileSync(out, ''), dispute())],
    ['a row that the job has not', 'unknown_row', () => dispute([3])],
  ])('refuses %s, leaves it as it is and records nothing', async (_what, code, ask) => {
    await world.log.run(aSubmission(3, 2));
    const before = await world.operator.stores.eventStore.head();
    await expect(ask()).rejects.toMatchObject({ code });
    expect(await world.operator.stores.eventStore.head()).toBe(before);
    expect(readdirSync(world.settings.dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('leaves nothing where the rows are erased while they are copied', async () => {
    await world.log.run(aSubmission(3, 2));
    const { eventStore } = world.operator.stores;
    const read = eventStore.readStream.bind(eventStore);
    let erased = false;
    const racing = async (...args: Parameters<typeof read>): ReturnType<typeof read> => {
      if (args[0] === rowDataStream(JOB, 1) && !erased) {
        erased = true;
        await world.log.erase(aSubmission(3, 2));
      }
      return read(...args);
    };
    const stores = {
      ...world.operator.stores,
      eventStore: Object.create(eventStore, { readStream: { value: racing } }) as typeof eventStore,
    };
    const asked = disputeJob(
      { ...world.operator, stores },
      { job: JOB, rows: [], out, reason: null, now: NOW },
    );
    await expect(asked).rejects.toMatchObject({ code: 'erased_meanwhile' });
    expect(existsSync(out)).toBe(false);
  });

  it('keeps text of the client from moving a cursor, in every part', async () => {
    const job = aSubmission(1, 1);
    await world.log.append(
      rowDataStream(JOB, 0),
      world.log.event({
        type: 'RowsSubmitted',
        data: {
          job_id: JOB,
          chunk: 0,
          from: 0,
          salt: 's',
          rows: [{ ref: 'a\u009b31m\u202eb\n', company_number: '1' }],
        },
      }),
    );
    await world.log.job(job, { type: 'JobSubmitted', data: job });
    await world.log.work(job, 0, [BOTH]);
    await dispute([0]);
    for (const part of readdirSync(out)) expect(textOf(part)).not.toMatch(/[\u0080-\u009f\u202e\u001b]/);
    expect(textOf('summary.txt')).toContain('ref "a\\u009b31m\\u202eb\\n"');
    const [asked] = linesOf<EventLine>('events.ndjson').filter(({ type }) => type === 'RowsSubmitted');
    expect(Buffer.from(asked?.data_base64 ?? '', 'base64').toString()).toContain('\u202e');
  });
});

const later = (): Promise<DisputeResult> =>
  disputeJob(world.operator, {
    ...{ job: JOB, rows: [0], out, reason: null },
    now: new Date('2027-01-01T00:00:00Z'),
  });

describe('the signature', () => {
  beforeEach(async () => {
    await world.log.run(aSubmission(2, 2));
    await dispute();
  });

  /** What the command line finds, which is what a browser finds. */
  async function found(keys?: string): Promise<readonly (readonly [file: string | null, code: string])[]> {
    const trusted = keys ?? JSON.stringify(await publicKeySet(world.operator));
    const { findings, ...report } = await verifyEvidence(out, readTrustedKeys(trusted));
    expect(report.ok).toBe(findings.length === 0);
    const files = readdirSync(out).map((name) => new File([readFileSync(join(out, name))], name));
    expect((await checkEvidenceFiles(files, trusted)).findings).toEqual(findings);
    return findings.map(({ file, code }) => [file, code]);
  }

  it('holds for the keys that the service publishes, as the evidence tells', async () => {
    expect(await found()).toEqual([]);
    const { keys } = await publicKeySet(world.operator);
    expect(await verifyEvidence(out, readTrustedKeys(JSON.stringify({ keys })))).toMatchObject({
      ...{ ok: true, kind: 'evidence', account_id: ACCOUNT, job_id: JOB },
      ...{ taken_at: NOW.toISOString(), key_id: keys[0]?.kid },
    });
    expect(await found('ab'.repeat(32))).toEqual([[null, 'unknown_key']]);
  });

  const put = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(out, name), change(textOf(name)));
  const LIES: readonly (readonly [
    what: string,
    lie: () => void,
    found: readonly (readonly [string | null, string])[],
  ])[] = [
    [
      'a changed part',
      () => put('charges.ndjson', (text) => text.replace('units', 'Units')),
      [['charges.ndjson', 'changed']],
    ],
    ['an empty part', () => put('rows.ndjson', () => ''), [['rows.ndjson', 'changed']]],
    ['a missing part', () => rmSync(join(out, 'rule.json')), [['rule.json', 'dropped']]],
    ['a file that was added', () => writeFileSync(join(out, 'more.txt'), ''), [['more.txt', 'added']]],
    [
      'a manifest that fits a changed part',
      () => {
        put('rows.ndjson', (text) => `${text} `);
        const sum = createHash('sha256').update(textOf('rows.ndjson')).digest('hex');
        put('manifest.json', (text) =>
          text.replace(/("name":"rows.ndjson","sha256":")[0-9a-f]+/, `$1${sum}`),
        );
      },
      [[null, 'not_signed']],
    ],
    ['no signature', () => rmSync(join(out, 'signature.json')), [[null, 'not_signed']]],
    ['a signature that is none', () => put('signature.json', () => '{"key_id":1}'), [[null, 'not_signed']]],
    ['no manifest', () => rmSync(join(out, 'manifest.json')), [[null, 'dropped']]],
  ];
  it.each(LIES)('shows %s', async (_what, lie, expected) => {
    lie();
    expect(await found()).toEqual(expected);
  });

  it('of anything else is not that of evidence', async () => {
    const { SignEvidence } = await import('../statements/commands.js');
    const { StatementsModule } = await import('../statements/statements.module.js');
    const bus = await world.operator.bus(StatementsModule);
    for (const manifest of ['{}', '{"evidence":"other"}', textOf('manifest.json').replace(',', ', ')]) {
      const { key_id, signature } = (await bus.execute(
        new SignEvidence(world.operator.context, { manifest }),
      )) as {
        key_id: string;
        signature: string;
      };
      put('manifest.json', () => manifest);
      put('signature.json', () => JSON.stringify({ key_id, signature }));
      expect(await found()).toEqual([[null, 'invalid']]);
    }
  });
});
