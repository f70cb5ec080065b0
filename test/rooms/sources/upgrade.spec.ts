/** `register upgrade`: editions that an earlier program wrote are rewritten out of what they hold, or named as to be imported. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openCoordination } from '../../../packages/platform/src/stores/open-coordination.js';
import { upgradeRegister } from '../../../packages/enrichment/src/register/upgrade-register.js';
import { importCohorts } from '../../../packages/enrichment/src/sources/cohorts/cohorts-importer.js';
import { BulkFile } from '../../../packages/platform/src/sqlite/sqlite-file.js';
import type { Source } from '../../../packages/enrichment/src/sources/define-source.js';
import { RECIPIENT } from '../../../packages/enrichment/src/sources/grants/grant-record.js';
import { sourceNamed, type SourceName } from '../../../packages/enrichment/src/sources/index.js';
import { activeEdition, editionPath } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import {
  registerStatus,
  unreadEditions,
} from '../../../packages/enrichment/src/sources/kit/editions/register-status.js';
import { generatedCompanies } from '../../../bench/support/generated-accounts.js';
import { publishAccounts } from '../../support/accounts-edition.js';
import { FILES, csvFile, manyRows } from '../../support/basic-company-data.js';
import { eventually } from '../../support/eventually.js';
import {
  asFirstCompanies,
  asNewerProgram,
  NEWER_LAYOUT,
  rowsOf,
  stampLayout,
} from '../../support/other-layout.js';
import { startProgram } from '../../support/programs.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { line, statement } from '../../support/worlds/ownership-world.js';
import { RecordsWorld } from '../../support/worlds/records-world.js';

const RECORDS = join(__dirname, '..', '..', 'fixtures', 'register', 'records');
/** So many that it can be killed in the middle. */
const ROWS = 40_000;

const world = forEachTest(() => new RecordsWorld());

const upgrade = () => upgradeRegister({ dataDir: world.dataDir }, () => undefined);
const inForce = (source: SourceName): string => activeEdition(world.dataDir, source) ?? '';
const held = (source: SourceName, edition = inForce(source)) => rowsOf(world.dataDir, source, edition);

async function load(source: SourceName, files: readonly string[], more: object = {}): Promise<string> {
  const named: Source = sourceNamed(source);
  const imported = await world.import(named, files, { maxRejectedPercent: 50, ...more });
  if (imported.outcome === 'refused') throw new Error(imported.detail);
  return imported.edition;
}
/** Of the register, as its API streams them. */
const streamed = (name: string): string =>
  world.writeLines(name, [JSON.parse(readFileSync(join(RECORDS, name), 'utf8'))]);
/** The edition in force, as a program of an earlier layout left it. */
function asLayout(source: SourceName, layout: number): string {
  stampLayout(editionPath(world.dataDir, source, inForce(source)), layout);
  return inForce(source);
}

const digestOf = (rows: object): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex');

function changeEdition(path: string, sql: string): void {
  const changed = BulkFile.copyOf(path, `${path}.changed`);
  changed.run(sql);
  changed.close();
  renameSync(`${path}.changed`, path);
}

describe('an edition of companies of the first layout', () => {
  it.each(['november2017', 'june2020', 'august2023'] as const)(
    'is rewritten to what an import of its file (%s) makes today',
    async (vintage) => {
      const fresh = held('companies', await load('companies', [FILES[vintage]]));
      const from = asFirstCompanies(world.dataDir);
      expect(unreadEditions(world.dataDir)).toMatchObject([
        { edition: from, why: expect.stringContaining('run register upgrade') as string },
      ]);
      const { rewritten, left } = await upgrade();
      const edition = inForce('companies');
      expect([rewritten, left]).toEqual([[{ source: 'companies', from, edition }], []]);
      expect(edition.slice(0, 10)).toBe(from.slice(0, 10));
      expect(unreadEditions(world.dataDir)).toEqual([]);
      expect(held('companies')).toEqual(fresh);
    },
  );

  it('is rewritten once, stays beside what was made of it, and is taken up again where its program died', async () => {
    await load('companies', [world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(ROWS)))]);
    const fresh = digestOf(held('companies'));
    const from = asFirstCompanies(world.dataDir);
    const program = startProgram(join(__dirname, 'programs', 'upgrade-register.js'), world.dataDir);
    await eventually('a rewriting at work', () => /reading \d{5}/.test(program.output()));
    program.process.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
    expect([inForce('companies'), unreadEditions(world.dataDir).length]).toEqual([from, 1]);

    expect((await upgrade()).rewritten).toHaveLength(1);
    expect(digestOf(held('companies'))).toBe(fresh);
    expect(registerStatus(world.dataDir).map(({ edition }) => edition)).toEqual(
      [from, inForce('companies')].sort(),
    );
    expect(await upgrade()).toEqual({ rewritten: [], left: [] });
  });

  it('of lines that none of its programs wrote stays as it is', async () => {
    await load('companies', [world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(3)))]);
    const path = editionPath(world.dataDir, 'companies', asFirstCompanies(world.dataDir));
    changeEdition(path, "UPDATE company SET record = '[]' WHERE id = 2");
    const why = 'it holds what is no line of a company';
    expect(await upgrade()).toMatchObject({ rewritten: [], left: [{ source: 'companies', why }] });
  });
});

it('keeps both layouts while a running process reads the older one alone: each program answers from its own', async () => {
  await load('companies', [world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(20)))]);
  const fresh = held('companies');
  const before = asFirstCompanies(world.dataDir);
  const coordination = await openCoordination({ dataDir: world.dataDir, hosting: 'direct' });
  await coordination.put('presence/editions/older', {
    process: 'process 7 on old-host',
    layouts: { companies: sourceNamed('companies').importer.layout - 1 },
  });
  expect(unreadEditions(world.dataDir)).toMatchObject([{ source: 'companies', instead: null }]);

  const { rewritten, left } = await upgrade();
  expect(rewritten).toEqual([]);
  expect(left).toMatchObject([{ source: 'companies', edition: before }]);
  expect(left[0]?.why).toMatch(/process 7 on old-host .* until then this program answers from 2024-07-01-/);
  expect(inForce('companies')).toBe(before);
  const [{ instead } = { instead: null }] = unreadEditions(world.dataDir);
  expect(left[0]?.why).toContain(`answers from ${instead}`);
  expect(held('companies', String(instead))).toEqual(fresh);

  await coordination.delete('presence/editions/older');
  await coordination.close();
  expect((await upgrade()).rewritten).toEqual([{ source: 'companies', edition: instead, from: before }]);
  expect([inForce('companies'), unreadEditions(world.dataDir)]).toEqual([instead, []]);
});

it('keeps who is gone, and the days of records, of an edition that was brought up to date', async () => {
  await load('companies', [world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(20)))]);
  const answers = ['10000001', '10000002'].map((company_number, i) => ({
    company_number,
    resource: 'company-profile',
    fetched_at: `2024-08-0${i + 1}T10:00:00Z`,
    data:
      i === 0
        ? { company_number, company_name: 'RENAMED LIMITED', company_status: 'active', type: 'ltd' }
        : { errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] },
  }));
  await load('companies', [world.writeLines('answers.jsonl', answers)], { update: true });
  const { crowded_postcode: _, ...fresh } = held('companies');
  asLayout('companies', 4001);
  expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'companies' }] });
  const { crowded_postcode: counted, ...rewritten } = held('companies');
  const withoutIds = ({ company = [], ...more }: typeof fresh) => ({
    ...more,
    company: company.map(([, ...row]) => row),
  });
  expect(withoutIds(rewritten)).toEqual(withoutIds(fresh));
  expect(counted).toHaveLength(1);
});

it('makes the keys of names of the index anew under other rules', async () => {
  const file = join(RECORDS, 'prod183_company-index_sample.dat');
  const fresh = held('index', await load('index', [file]));
  changeEdition(
    editionPath(world.dataDir, 'index', asLayout('index', 1000)),
    'UPDATE entry SET name_key = 1',
  );
  expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'index' }], left: [] });
  expect(held('index')).toEqual(fresh);
});

it('carries over officers of bulk files; of answers the ids are missing, so their file is named', async () => {
  const fresh = held('officers', await load('officers', [join(RECORDS, 'prod195_DDDDSNAP_sample.dat')]));
  asLayout('officers', 1001);
  expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'officers' }], left: [] });
  expect(held('officers')).toEqual(fresh);

  await load('officers', [streamed('stream_officers.json')]);
  const edition = asLayout('officers', 1001);
  const why = 'some of its items lack what is needed: import stream_officers.json again';
  expect(await upgrade()).toEqual({ rewritten: [], left: [{ source: 'officers', edition, why }] });
  expect(inForce('officers')).toBe(edition);
});

it('carries over grants, which an earlier layout kept by the company: one that was corrected is of the newer', async () => {
  const recipientOrganization = [{ id: 'GB-COH-00000009' }];
  const grants = [{ id: 'x', awardDate: '2025-03-03', recipientOrganization }];
  await load('grants', [world.write('grants-2025-06-01.json', JSON.stringify({ grants }))]);
  const told = { awarded_on: '2025-03-03', amount: 5, currency: 'GBP', funder: 'A', title: 'B' };
  const old = (company: string, items: readonly (readonly [key: string, version: string])[]) => {
    const stored = items.map(([key, version]) => ['grants', key, version, { ...told, website: null }]);
    return `INSERT INTO subject VALUES ('${company}', '${JSON.stringify({ whole: {}, items: stored })}')`;
  };
  const one = old('00000001', [['shared', '2025-04-01'], ['corrected', '2025-04-01']]); // oxfmt-ignore
  const two = old('00000002', [['shared', '2025-04-01'], ['corrected', '2025-09-01']]); // oxfmt-ignore
  const path = editionPath(world.dataDir, 'grants', inForce('grants'));
  changeEdition(path, `DELETE FROM subject; DELETE FROM link; ${one}; ${two}`);
  asLayout('grants', 1002);
  expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'grants' }], left: [] });
  const found = world.inForce(sourceNamed('grants'), (edition) => [
    ...edition.subjectsUnder(RECIPIENT, ['00000001', '00000002']),
  ]);
  expect(found).toEqual([
    ['00000001', ['shared']],
    ['00000002', ['corrected', 'shared']],
  ]);
});

it('carries over controllers, and finds owners by the numbers that are read of them today', async () => {
  const { data } = line({ of: '00227590', name: 'Beech Holdings Ltd', number: 'Company No. 17000002' });
  const file = world.writeLines('psc-sample-2025-06-20.txt', [
    { company_number: '00227590', data },
    { company_number: '00081701', data: { ...data, ceased_on: '2025-06-01' } },
    statement('00879531'),
  ]);
  const fresh = held('psc', await load('psc', [file]));
  expect(JSON.stringify(fresh['link'])).toContain('["owner_number","17000002","00227590"]');
  const link = '["owner_number","17000002"]';
  changeEdition(
    editionPath(world.dataDir, 'psc', inForce('psc')),
    `UPDATE subject SET records = replace(replace(records, '${link},', '["owner_number","2006"],'), '${link}', '');
     UPDATE link SET key = '2006' WHERE in_index = 'owner_number'`,
  );
  asLayout('psc', 1001);
  expect(held('psc')).not.toEqual(fresh);
  expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'psc' }], left: [] });
  expect(held('psc')).toEqual(fresh);
});

it('names the files of what an earlier layout left out, and says so before it begins', async () => {
  await load('charges', [streamed('stream_charges.json')]);
  const edition = asLayout('charges', 1001);
  const why =
    'it has layout 1001, this program reads 1003: it lacks what this one needs, import stream_charges.json again (register import --source charges)';
  expect(unreadEditions(world.dataDir)).toEqual([{ source: 'charges', edition, why, instead: null }]);
  expect(await upgrade()).toEqual({ rewritten: [], left: [{ source: 'charges', edition, why }] });
});

it('leaves alone what a newer program wrote', async () => {
  await load('companies', [FILES.june2020]);
  const edition = asNewerProgram(world.dataDir);
  const why = `it has layout ${NEWER_LAYOUT}, this program reads 6002: a newer program made it, upgrade this one`;
  expect(await upgrade()).toEqual({ rewritten: [], left: [{ source: 'companies', edition, why }] });
});

describe('cohorts', () => {
  const made = generatedCompanies(300, 1, 3);
  const digest = () => world.inForce(sourceNamed('cohorts'), (edition) => edition.digest);
  beforeEach(async () => {
    await load('companies', [
      world.write('BasicCompanyData-2024-07-01.csv', csvFile(made.map(({ row }) => row))),
    ]);
    publishAccounts(world.dataDir, new Map(made.map(({ number, accounts }) => [number, [accounts]])));
    expect(await importCohorts(world.dataDir)).toMatchObject({ outcome: 'imported' });
  });

  it('are made anew where an earlier program made them', async () => {
    const fresh = digest();
    asLayout('cohorts', 1);
    expect(await upgrade()).toMatchObject({ rewritten: [{ source: 'cohorts' }], left: [] });
    expect(digest()).toBe(fresh);
  });

  it('are made anew where what they are made of was rewritten', async () => {
    const fresh = digest();
    asFirstCompanies(world.dataDir);
    const { rewritten } = await upgrade();
    expect(rewritten.map(({ source }) => source)).toEqual(['companies', 'cohorts']);
    expect(digest()).toBe(fresh);
    expect(await upgrade()).toEqual({ rewritten: [], left: [] });
  });

  it('wait where what they are made of has to be imported first', async () => {
    asLayout('cohorts', 1);
    asLayout('accounts', 999);
    const { rewritten, left } = await upgrade();
    expect([rewritten, left.map(({ source }) => source)]).toEqual([[], ['accounts', 'cohorts']]);
  });
});
