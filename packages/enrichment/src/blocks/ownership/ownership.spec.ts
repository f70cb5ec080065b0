/** The ownership blocks over real companies and their owners: from the published lines to the served row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import {
  GROUPS,
  line,
  OWNERS,
  OwnershipWorld,
  statement,
} from '../../../../../test/support/worlds/ownership-world.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { psc } from '../../sources/psc/psc.source.js';

const SNAPSHOT = join(
  __dirname,
  '../../../../../test/fixtures/register/records/persons-with-significant-control-snapshot-2024-11-22_sample.jsonl',
);

const world = forEachTest(() => OwnershipWorld.open());

it('puts back the zeros of a number where the owner is registered here', async () => {
  await world.loadControl(OWNERS.map(line));
  expect((await world.blocksOf('00227590'))['corporate_owners']).toMatchObject({
    value: {
      has_corporate_owner: true,
      owners: [
        { name: 'Financial Times Group Limited', company_number: '00879531', notified_on: '2016-04-06' },
      ],
    },
  });
});

it('shows what owners do only where the account has that block', async () => {
  await world.loadControl(OWNERS.map(line));
  const [row] = await world.enrich([{ company_number: '00227590' }], {
    blocks: ['corporate_owners'],
    nested_not_enabled: ['nature_of_business'],
  });
  expect(served(row)).toMatchObject({
    blocks: {
      corporate_owners: {
        status: 'available',
        value: {
          owners: [{ nature_of_business: { status: 'not_enabled', reason: 'no_entitlement' } }],
        },
      },
    },
  });
  expect((await world.blocksOf('00227590'))['corporate_owners']).toMatchObject({
    value: { owners: [{ nature_of_business: { reason: 'no_description_on_file' } }] },
  });
});

it('dates what was read of one company after the edition by the day on which it was read', async () => {
  await world.loadControl(OWNERS.map(line));
  const items = OWNERS.filter(({ of }) => of === '00227590').map((owner) => line(owner).data);
  const response = (fetched_at: string) => ({
    company_number: '00227590',
    resource: 'persons-with-significant-control',
    fetched_at,
    data: { items, total_results: items.length },
  });
  const asOf = async (fetched_at: string) => {
    const file = world.register.write('answers.jsonl', `${JSON.stringify(response(fetched_at))}\n`);
    await importRegister({ source: psc, files: [file], dataDir: world.register.dataDir, update: true });
    return (await world.blocksOf('00227590'))['controllers'];
  };
  expect(await asOf('2024-01-05T10:00:00Z')).toMatchObject({ as_of: '2025-06-20' });
  expect(await asOf('2025-07-02T10:00:00Z')).toMatchObject({ as_of: '2025-07-02' });
});

it('dates what an update of one company says nothing of by the snapshot', async () => {
  await world.loadControl(GROUPS);
  const renewed = line({ of: '00227590', name: 'Financial Times Group Limited', number: '879531' });
  const file = world.register.write('control-2025-07-02.txt', `${JSON.stringify(renewed)}\n`);
  await importRegister({ source: psc, files: [file], dataDir: world.register.dataDir, update: true });
  expect(await world.blocksOf('00227590')).toMatchObject({ controllers: { as_of: '2025-07-02' } });
  expect(await world.blocksOf('11595194')).toMatchObject({
    controllers: { status: 'available', as_of: '2025-06-20' },
    subsidiaries: { reason: 'none_on_register', as_of: '2025-06-20' },
  });
  expect(await world.blocksOf('08209948')).toMatchObject({
    controllers: { reason: 'no_psc_data_on_file', as_of: '2025-06-20' },
  });
});

it('never takes a foreign number for one of ours', async () => {
  const netflix = { of: '08209948', name: 'Netflix, Inc.', number: '2790864', country: 'United States' };
  await world.loadControl([line(netflix)]);
  const { corporate_owners, ultimate_owner } = await world.blocksOf('08209948');
  expect(corporate_owners).toMatchObject({
    value: { owners: [{ company_number: null }] },
    detail: { advisories: ['owner_not_on_file'], owners_not_on_file: ['Netflix, Inc.'] },
  });
  expect(ultimate_owner).toMatchObject({
    value: { company_name: 'Netflix, Inc.', company_number: null, depth: 1, resolved_by: 'foreign_owner' },
  });
  expect((await world.blocksOf('02790864'))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
});

it('finds an owner without a number by its name, where one live company bears it, and flags that', async () => {
  await world.loadControl([line({ of: '08209948', name: 'Powerleague Fives Ltd' })]);
  expect((await world.blocksOf('08209948'))['corporate_owners']).toMatchObject({
    flagged_for_review: true,
    value: { owners: [{ company_number: '03867954' }] },
  });
  expect((await world.blocksOf('03867954'))['subsidiaries']).toMatchObject({
    confidence: 0.7,
    flagged_for_review: true,
    value: { subsidiaries: [{ company_number: '08209948', matched_on: 'name' }] },
  });
});

it('knows of no number where words or zeros stand in its place, and of no subsidiary that is the company', async () => {
  await world.loadControl([
    line({ of: '08209948', name: 'Powerleague Fives Ltd', number: 'N/A' }),
    line({ of: '00227590', name: 'Somebody', number: '00000000' }),
    line({ of: '00879531', name: 'Financial Times Group Limited', number: '00879531' }),
  ]);
  expect((await world.blocksOf('08209948'))['corporate_owners']).toMatchObject({
    value: { owners: [{ company_number: '03867954' }] },
  });
  expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({ reason: 'owner_not_on_file' });
  expect((await world.blocksOf('00879531'))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
});

it('serves those who ceased, and the current statement, of 03867954', async () => {
  const ceased = { of: '03867954', name: 'Patron Capital', number: 'Oc361119', ceased_on: '2025-05-30' };
  await world.loadControl([line(ceased), statement('03867954')]);
  expect(await world.blocksOf('03867954')).toMatchObject({
    controllers: {
      status: 'available',
      as_of: '2025-06-20',
      value: {
        controllers: [],
        has_corporate_owner: false,
        control: {
          has_corporate_controller: false,
          has_individual_controller: false,
          no_controller_on_register: true,
          statement: 'no-individual-or-entity-with-signficant-control',
        },
        ceased_controllers: [{ company_number: 'OC361119', ceased_on: '2025-05-30' }],
      },
    },
    corporate_owners: { reason: 'no_corporate_owner_on_the_register' },
    ultimate_owner: { value: { company_number: '03867954', depth: 0, resolved_by: 'self', chain: [] } },
  });
});

it('tells nothing on file from an exemption, a part, and a source that was never loaded', async () => {
  const reasons = async (number: string) =>
    Object.fromEntries(
      Object.entries(await world.blocksOf(number)).map(([key, { reason }]) => [key, reason]),
    );
  const all = (reason: string) => ({ controllers: reason, corporate_owners: reason, ultimate_owner: reason });
  expect(await reasons('08209948')).toEqual({
    ...all('not_available_yet'),
    subsidiaries: 'not_available_yet',
  });
  await world.loadControl([statement('03867954')]);
  expect(await reasons('08209948')).toEqual({
    ...all('no_psc_data_on_file'),
    subsidiaries: 'none_on_register',
  });
  await world.loadControl([statement('03867954')], { part: true });
  expect(await reasons('08209948')).toEqual({ ...all('not_looked_up'), subsidiaries: 'not_looked_up' });
  const exemptions = {
    admitted: {
      exemption_type: 'psc-exempt-as-shares-admitted-on-market',
      items: [{ exempt_from: '2016-10-29' }],
    },
  };
  const links = { self: '/company/08209948/exemptions' };
  await world.loadControl([{ company_number: '08209948', data: { kind: 'exemptions', exemptions, links } }]);
  expect((await world.blocksOf('08209948'))['controllers']).toMatchObject({
    reason: 'no_psc_data_on_file',
    detail: { exemption: 'psc-exempt-as-shares-admitted-on-market' },
  });
});

it('serves what a part holds, says that it is one, and that nothing follows from what it lacks', async () => {
  await world.loadControl(OWNERS.map(line), { part: true });
  const ofAPart = { flagged_for_review: true, detail: { coverage: 'part' } };
  expect(await world.blocksOf('00227590')).toMatchObject({
    controllers: {
      status: 'available',
      value: { controllers: [{ company_number: '00879531' }] },
      ...ofAPart,
    },
    corporate_owners: {
      status: 'available',
      value: { owners: [{ company_number: '00879531' }] },
      ...ofAPart,
    },
    ultimate_owner: { status: 'not_found', reason: 'not_looked_up' },
    subsidiaries: { status: 'not_found', reason: 'not_looked_up' },
  });
  expect((await world.blocksOf('00879531'))['subsidiaries']).toMatchObject({
    status: 'available',
    value: { count: 1 },
    ...ofAPart,
  });
  const ceased = { of: '03867954', name: 'Patron Capital', number: 'Oc361119', ceased_on: '2025-05-30' };
  await world.loadControl([line(ceased)], { part: true });
  expect(await world.blocksOf('03867954')).toMatchObject({
    controllers: {
      value: { controllers: [], control: { no_controller_on_register: false }, ceased_controllers: [{}] },
      ...ofAPart,
    },
    corporate_owners: { reason: 'not_looked_up' },
  });
});

it('reads the published sample: individuals without their birth dates, and super-secure persons without a name', async () => {
  await world.loadControl(
    readFileSync(SNAPSHOT, 'utf8')
      .trim()
      .split('\n')
      // It ends with the count of the whole.
      .slice(0, -1)
      .map((text) => JSON.parse(text) as object),
  );
  const { controllers } = await world.blocksOf('08209948');
  expect(controllers?.value).toEqual({
    controllers: [
      {
        type: 'individual',
        name: 'Mr Marc Anthony Feldman',
        country_registered: null,
        natures_of_control: ['ownership-of-shares-75-to-100-percent'],
        notified_on: '2021-12-13',
        company_number: null,
      },
    ],
    has_corporate_owner: false,
    control: {
      has_corporate_controller: false,
      has_individual_controller: true,
      no_controller_on_register: false,
      statement: null,
    },
    ceased_controllers: [],
  });
});

it('does not call it none where only companies that are not on file name it as their owner', async () => {
  await world.loadControl([line({ of: '10000001', name: 'SOMEBODY ELSE LIMITED', number: '02790864' })]);
  expect((await world.blocksOf('02790864'))['subsidiaries']).toMatchObject({ reason: 'not_looked_up' });
});
