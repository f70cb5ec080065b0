/** What clients, registers and operators wrote, as every command shows it: nothing in it is obeyed, and no key is whole. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { FILES } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';
import { DAY } from '../support/logs/cli-log.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { BOTH, countsOf } from '../support/logs/row-stories.js';
import { StandInService } from '../support/stand-in-service.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const SECRET = 'S3cret99'.repeat(5);
const WHOLE = `svc_live_abc123def456_${SECRET}`;
/** Each kind of character that draws, hides or breaks; a ref has 120 characters. */
const HOSTILE = `x\u001b[2Jy\u0007\b\r\nEvery invariant holds\u0085\u009b1m\u2028\u2029\u202e\u2066\u200b\u200f\ufeff\u00ad\u{e0041}z`;
/** All but the line feeds that end our own lines. */
const UNSAFE = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const FORGED = /^Every invariant holds[^:]/m;

const cli = forAllTests(() => new CommandLineOn());

beforeAll(async () => {
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  const log = new LogBuilder(stores.eventStore);
  await log.openAccount();
  const job = aSubmission(2, 2);
  const rows = [
    { ref: HOSTILE, company_name: HOSTILE },
    { ref: WHOLE, domain: WHOLE },
  ];
  const asked = { job_id: JOB, chunk: 0, from: 0, salt: 's', rows };
  await log.append(rowDataStream(JOB, 0), log.event({ type: 'RowsSubmitted', data: asked }));
  await log.job(job, { type: 'JobSubmitted', data: job });
  await log.start(job, 0);
  const stories = [BOTH, 'not_matched'] as const;
  await log.record(job, 0, stories, await log.deliver(job, 0, stories));
  await log.complete(job, 0, countsOf(stories));
  await log.end(job, countsOf(stories));
  await stores.close();
  const contact = ['--email', 'a\u202eb@example.com', '--name', `${HOSTILE} ${WHOLE}`];
  await cli.json('accounts', 'contact', String(ACCOUNT), ...contact);
  await cli.json('keys', 'issue', '--account', String(ACCOUNT), '--name', HOSTILE);
  await cli.json('keys', 'revoke', KEY, '--reason', HOSTILE);
});

const account = ['--account', String(ACCOUNT)];
const COMMANDS: readonly (readonly string[])[] = [
  ['investigate', 'row', JOB, '0'],
  ['investigate', 'row', JOB, '1'],
  ['investigate', 'job', JOB],
  ['investigate', 'key', KEY],
  ['investigate', 'key', KEY, '--only', 'refused', '--from', DAY, '--reason', HOSTILE],
  ['investigate', 'key', KEY, '--from', HOSTILE],
  ['investigate', 'request', 'req_1'],
  ['jobs', 'list', ...account],
  ['jobs', 'show', JOB],
  ['accounts', 'list'],
  ['accounts', 'show', String(ACCOUNT)],
  ['keys', 'list', ...account],
  ['usage', 'show', ...account, '--from', DAY, '--to', DAY, '--by', 'key'],
  ['usage', 'rebuild'],
  ['billing', 'explain', ...account, '--day', DAY],
  ['billing', 'explain', '--job', JOB],
  ['billing', 'explain', '--key', KEY, '--reason', HOSTILE],
  ['billing', 'explain', '--charge', rowEventId(JOB, 0, 'RowCharged')],
  ['billing', 'explain', '--charge', HOSTILE],
  ['verify'],
  ['projections', 'status'],
  ['register', 'status'],
  ['investigate', 'request', HOSTILE],
  ['jobs', 'show', HOSTILE],
  ['usage', 'show', '--account', HOSTILE],
  ['register', 'import', '--source', HOSTILE, HOSTILE],
  ['register', 'import', '--source', 'companies', HOSTILE],
  [HOSTILE],
];

describe('text of others', () => {
  it.each(COMMANDS.map((words) => [words.join(' ').replaceAll(HOSTILE, 'HOSTILE'), words] as const))(
    'is safe in the output of %s',
    async (_, words) => {
      for (const more of [[], ['--json']]) {
        const { stdout, stderr } = await cli.run(...words, ...more);
        if (more.length === 0) expect(stdout + stderr).not.toBe('');
        expect(stdout + stderr).not.toMatch(UNSAFE);
        expect(stdout + stderr).not.toMatch(FORGED);
        expect(stdout + stderr).not.toContain(SECRET);
      }
    },
  );

  it('is the same text in JSON, and stands escaped before a person', async () => {
    expect(await cli.json('investigate', 'row', JOB, '0')).toMatchObject({ ref: HOSTILE });
    expect(await cli.json('investigate', 'row', JOB, '1')).toMatchObject({ ref: 'svc_live_abc123def456' });
    const { stdout } = await cli.run('investigate', 'row', JOB, '0');
    expect(stdout).toContain(
      'x\\u001b[2Jy\\u0007\\u0008\\r\\nEvery invariant holds\\u0085\\u009b1m\\u2028\\u2029',
    );
  });

  it('is safe in the rejects of an import and in what enrich tells', async () => {
    const file = join(cli.dataDir, 'list\u001b[2J\u202e.csv');
    writeFileSync(file, `CRN,Ref\n01234567,"${HOSTILE}"\n`);
    const service = await StandInService.start(WHOLE);
    const rejected = await cli.run(
      'register',
      'import',
      '--source',
      'companies',
      '--max-rejected',
      '100',
      file,
    );
    const out = join(cli.dataDir, 'out.csv');
    const words = [
      'enrich',
      file,
      '--url',
      service.url,
      '--blocks',
      'industry',
      '--key',
      WHOLE,
      '--out',
      out,
    ];
    const enriched = await cli.run(...words);
    const unknown = await cli.run(...words, '--ref-column', HOSTILE);
    await service.stop();
    expect(enriched.code).toBe(0);
    for (const { stdout, stderr } of [rejected, enriched, unknown]) {
      expect(stdout + stderr).not.toMatch(UNSAFE);
      expect(stdout + stderr).not.toContain(SECRET);
    }
    expect((await cli.run('register', 'import', '--source', 'companies', FILES.june2020)).stdout).not.toMatch(
      UNSAFE,
    );
  });

  it('is a whole key only where it is issued', async () => {
    const { stdout } = await cli.run('keys', 'issue', ...account, '--name', 'second');
    expect(stdout).toMatch(/^svc_live_[a-z0-9]{12}_[A-Za-z0-9]{40}\n/);
  });
});
