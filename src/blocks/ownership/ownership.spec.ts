/** The four ownership blocks over real companies and their owners: from the published lines to the served row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { BlockKey } from '../../shared/block-key.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { entityIds } from '../../sources/entity-ids/entity-ids.source.js';
import { psc } from '../../sources/psc/psc.source.js';

const SNAPSHOT = join(
  __dirname,
  '../../../test/fixtures/register/records/persons-with-significant-control-snapshot-2024-11-22_sample.jsonl',
);
const BLOCKS: BlockKey[] = ['controllers', 'corporate_owners', 'ultimate_owner', 'subsidiaries'];
const SHARES = { '75': '75-to-100', '50': '50-to-75', '25': '25-to-50' } as const;

interface Owner {
  readonly of: string;
  readonly name: string;
  readonly number?: string;
  readonly country?: string | null;
  readonly share?: keyof typeof SHARES;
  readonly notified_on?: string;
  readonly ceased_on?: string;
  readonly kind?: string;
}

let ids = 0;
/** A line of the snapshot. Names, numbers and dates of real owners are those of the published records. */
const line = ({
  of,
  name,
  number,
  country = 'England',
  share = '75',
  kind = 'corporate-entity',
  ...dates
}: Owner) => ({
  company_number: of,
  data: {
    kind: `${kind}-person-with-significant-control`,
    name,
    natures_of_control: [`ownership-of-shares-${SHARES[share]}-percent`],
    notified_on: '2016-04-06',
    ...dates,
    ...(kind === 'individual'
      ? {}
      : { identification: { registration_number: number, country_registered: country } }),
    links: { self: `/company/${of}/persons-with-significant-control/${kind}/id${(ids += 1)}` },
  },
});
const statement = (of: string, more: object = {}) => ({
  company_number: of,
  data: {
    kind: 'persons-with-significant-control-statement',
    statement: 'no-individual-or-entity-with-signficant-control',
    notified_on: '2025-06-10',
    ...more,
  },
});

const COMPANIES = {
  '05421549': 'WOOD FIRED OVENS BY JAMIE OLIVER LIMITED',
  '06294067': 'JAMIE OLIVER ENTERPRISES LIMITED',
  '04460800': 'JAMIE OLIVER HOLDINGS LIMITED',
  '13778395': 'JAMIE OLIVER GROUP LIMITED',
  '11595194': 'NEWS LIVE LIMITED',
  '00081701': 'NEWS CORP UK & IRELAND LIMITED',
  '04680292': 'NEWS CORP HOLDINGS UK & IRELAND',
  '01437199': 'NEWS CORP INVESTMENTS UK & IRELAND',
  '00227590': 'FINANCIAL TIMES LIMITED(THE)',
  '00879531': 'FINANCIAL TIMES GROUP LIMITED',
  '02790864': 'SOMEBODY ELSE LIMITED',
  '03867954': 'POWERLEAGUE FIVES LIMITED',
  '08209948': '! LTD',
};
const OWNERS = [
  { of: '05421549', name: 'Jamie Oliver Enterprises Limited', number: '06294067', share: '50' },
  { of: '06294067', name: 'Jamie Oliver Holdings Limited', number: '4460800' },
  { of: '04460800', name: 'Mr Jamie Trevor Oliver', kind: 'individual' },
  { of: '04460800', name: 'Jamie Oliver Group Limited', number: '13778395', notified_on: '2022-01-01' },
  {
    of: '11595194',
    name: 'News Corp Uk & Ireland Limited',
    number: '81701',
    share: '25',
    notified_on: '2018-09-28',
  },
  { of: '00081701', name: 'News Corp Holdings Uk & Ireland', number: '04680292' },
  { of: '04680292', name: 'News Corp Investments Uk & Ireland', number: '01437199' },
  { of: '00227590', name: 'Financial Times Group Limited', number: '879531', country: 'United Kingdom' },
] as const satisfies readonly Owner[];

/** The same, and nobody above those at the top. */
const GROUPS = [...OWNERS.map(line), ...['13778395', '01437199', '00879531'].map((of) => statement(of))];

const world = forEachTest(() => new EnrichmentWorld());
beforeEach(async () => {
  await world.loadRows(
    Object.entries(COMPANIES).map(([CompanyNumber, CompanyName]) => ({ CompanyNumber, CompanyName })),
  );
});

async function load(lines: readonly object[], more: object = {}): Promise<void> {
  const file = world.register.write(
    'persons-with-significant-control-snapshot-2025-06-20.txt',
    lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const imported = await importRegister({
    source: psc,
    files: [file],
    dataDir: world.register.dataDir,
    ...more,
  });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}

interface Envelope {
  readonly status: string;
  readonly reason?: string;
  readonly value?: unknown;
}
async function blocksOf(company_number: string): Promise<Record<string, Envelope>> {
  const [row] = await world.enrich([{ company_number }], { blocks: BLOCKS });
  expect(world.faults).toEqual([]);
  return (served(row) as { blocks: Record<string, Envelope> }).blocks;
}

it('climbs from 05421549 to the top of its group, and says that somebody else holds as much', async () => {
  await load(GROUPS);
  const { ultimate_owner } = await blocksOf('05421549');
  expect(ultimate_owner).toMatchObject({
    status: 'available',
    derived: true,
    flagged_for_review: true,
    value: {
      company_name: 'JAMIE OLIVER GROUP LIMITED',
      company_number: '13778395',
      depth: 3,
      resolved_by: 'majority_control',
      chain: [{ company_number: '06294067' }, { company_number: '04460800' }, { company_number: '13778395' }],
    },
    detail: { ties: ['Mr Jamie Trevor Oliver'] },
  });
});

it('says of 11595194 that nobody holds half of it, and of 00081701 who is above it and below', async () => {
  await load(GROUPS);
  expect(await blocksOf('11595194')).toMatchObject({
    ultimate_owner: { status: 'not_found', reason: 'no_majority_controller' },
    corporate_owners: { value: { owners: [{ company_number: '00081701' }] } },
  });
  const { ultimate_owner, subsidiaries } = await blocksOf('00081701');
  expect(ultimate_owner).toMatchObject({
    flagged_for_review: false,
    value: { company_number: '01437199', depth: 2 },
    confidence: 0.903,
  });
  expect(subsidiaries).toMatchObject({
    value: {
      count: 1,
      active_count: 1,
      subsidiaries: [
        {
          company_number: '11595194',
          company_name: 'NEWS LIVE LIMITED',
          company_status: 'active',
          ownership_band: '25-50',
          notified_on: '2018-09-28',
          matched_on: 'registration_number',
        },
      ],
    },
  });
});

it('calls nobody the top of whom no records of control are on file', async () => {
  await load(OWNERS.map(line));
  expect((await blocksOf('00081701'))['ultimate_owner']).toMatchObject({
    status: 'not_found',
    reason: 'no_psc_data_on_file',
    detail: {
      stopped_at: 'no_data',
      chain: [{ company_number: '04680292' }, { company_number: '01437199' }],
    },
  });
  const exemptions = { admitted: { exemption_type: 'admitted', items: [{ exempt_from: '2016-10-29' }] } };
  const exempt = { kind: 'exemptions', exemptions, links: { self: '/company/01437199/exemptions' } };
  await load([...OWNERS.map(line), { company_number: '01437199', data: exempt }]);
  expect((await blocksOf('00081701'))['ultimate_owner']).toMatchObject({
    value: { company_number: '01437199' },
    detail: { stopped_at: 'exempt' },
  });
});

describe('how sure the top of a chain is', () => {
  const above = (share: keyof typeof SHARES): Owner[] => [
    { of: '00081701', name: 'News Corp Holdings Uk & Ireland', number: '04680292', share },
    { of: '04680292', name: 'News Corp Investments Uk & Ireland', number: '01437199', share },
  ];
  const topOf00081701 = async (owners: readonly Owner[]) => {
    await load([...owners.map(line), statement('01437199')]);
    return (await blocksOf('00081701'))['ultimate_owner'];
  };

  it('falls with each step of little more than half, which together may be less', async () => {
    expect(await topOf00081701(above('75'))).toMatchObject({ confidence: 0.903, flagged_for_review: false });
    expect(await topOf00081701(above('50'))).toMatchObject({ confidence: 0.81, flagged_for_review: true });
  });

  it('falls with a stake of which only a quarter is sure, where nobody else controls', async () => {
    const [first, second] = above('75').map(line);
    const unsure = (one: typeof first) => ({
      ...one,
      data: {
        ...one?.data,
        natures_of_control: ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'],
      },
    });
    await load([unsure(first), second ?? {}, statement('01437199')]);
    expect((await blocksOf('00081701'))['ultimate_owner']).toMatchObject({
      value: { company_number: '01437199', depth: 2 },
      confidence: 0.665,
      flagged_for_review: true,
    });
    const another = line({ of: '00081701', name: 'Ms A Other', kind: 'individual', share: '25' });
    await load([unsure(first), second ?? {}, another, statement('01437199')]);
    expect((await blocksOf('00081701'))['ultimate_owner']).toMatchObject({
      reason: 'no_majority_controller',
    });
  });

  it('falls with the years for which a company on the way confirmed nothing', async () => {
    const confirmed = (number: keyof typeof COMPANIES, day: string) => ({
      CompanyNumber: number,
      CompanyName: COMPANIES[number],
      ConfStmtLastMadeUpDate: day,
    });
    await world.loadRows([
      confirmed('00081701', '01/06/2025'),
      confirmed('04680292', '01/06/2021'),
      confirmed('01437199', '01/06/2025'),
    ]);
    expect(await topOf00081701(above('75'))).toMatchObject({ confidence: 0.774, flagged_for_review: true });
  });
});

it('puts back the zeros of a number where the owner is registered here', async () => {
  await load(OWNERS.map(line));
  expect((await blocksOf('00227590'))['corporate_owners']).toMatchObject({
    value: {
      has_corporate_owner: true,
      owners: [
        { name: 'Financial Times Group Limited', company_number: '00879531', notified_on: '2016-04-06' },
      ],
    },
  });
});

it('shows what owners do only where the account has that block', async () => {
  await load(OWNERS.map(line));
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
  expect((await blocksOf('00227590'))['corporate_owners']).toMatchObject({
    value: { owners: [{ nature_of_business: { reason: 'no_description_on_file' } }] },
  });
});

it('dates what was read of one company after the edition by the day on which it was read', async () => {
  await load(OWNERS.map(line));
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
    return (await blocksOf('00227590'))['controllers'];
  };
  expect(await asOf('2024-01-05T10:00:00Z')).toMatchObject({ as_of: '2025-06-20' });
  expect(await asOf('2025-07-02T10:00:00Z')).toMatchObject({ as_of: '2025-07-02' });
});

it('dates what an update of one company says nothing of by the snapshot', async () => {
  await load(GROUPS);
  const renewed = line({ of: '00227590', name: 'Financial Times Group Limited', number: '879531' });
  const file = world.register.write(
    'persons-with-significant-control-snapshot-2025-07-02.txt',
    `${JSON.stringify(renewed)}\n`,
  );
  await importRegister({ source: psc, files: [file], dataDir: world.register.dataDir, update: true });
  expect(await blocksOf('00227590')).toMatchObject({ controllers: { as_of: '2025-07-02' } });
  expect(await blocksOf('11595194')).toMatchObject({
    controllers: { status: 'available', as_of: '2025-06-20' },
    subsidiaries: { reason: 'none_on_register', as_of: '2025-06-20' },
  });
  expect(await blocksOf('08209948')).toMatchObject({
    controllers: { reason: 'no_psc_data_on_file', as_of: '2025-06-20' },
  });
});

it('never takes a foreign number for one of ours', async () => {
  const netflix = { of: '08209948', name: 'Netflix, Inc.', number: '2790864', country: 'United States' };
  await load([line(netflix)]);
  const { corporate_owners, ultimate_owner } = await blocksOf('08209948');
  expect(corporate_owners).toMatchObject({
    value: { owners: [{ company_number: null }] },
    detail: { advisories: ['owner_not_on_file'], owners_not_on_file: ['Netflix, Inc.'] },
  });
  expect(ultimate_owner).toMatchObject({
    value: { company_name: 'Netflix, Inc.', company_number: null, depth: 1, resolved_by: 'foreign_owner' },
  });
  expect((await blocksOf('02790864'))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
});

it('finds an owner without a number by its name, where one live company bears it, and flags that', async () => {
  await load([line({ of: '08209948', name: 'Powerleague Fives Ltd' })]);
  expect((await blocksOf('08209948'))['corporate_owners']).toMatchObject({
    flagged_for_review: true,
    value: { owners: [{ company_number: '03867954' }] },
  });
  expect((await blocksOf('03867954'))['subsidiaries']).toMatchObject({
    confidence: 0.7,
    flagged_for_review: true,
    value: { subsidiaries: [{ company_number: '08209948', matched_on: 'name' }] },
  });
});

it('takes an owner that stands in two records for one', async () => {
  const owner = { of: '08209948', name: 'Powerleague Fives Limited', number: '3867954' };
  await load([
    ...[owner, { ...owner, share: '50' as const }, { ...owner, of: '00227590' }].map(line),
    statement('03867954'),
  ]);
  expect(await blocksOf('08209948')).toMatchObject({
    ultimate_owner: {
      confidence: 0.95,
      flagged_for_review: false,
      value: { company_number: '03867954', depth: 1 },
    },
  });
  expect((await blocksOf('03867954'))['subsidiaries']).toMatchObject({
    value: {
      count: 2,
      active_count: 2,
      subsidiaries: [
        { company_number: '00227590' },
        {
          company_number: '08209948',
          ownership_band: '75-100',
          natures_of_control: [
            'ownership-of-shares-75-to-100-percent',
            'ownership-of-shares-50-to-75-percent',
          ],
        },
      ],
    },
  });
});

it('knows of no number where words or zeros stand in its place, and of no subsidiary that is the company', async () => {
  await load([
    line({ of: '08209948', name: 'Powerleague Fives Ltd', number: 'N/A' }),
    line({ of: '00227590', name: 'Somebody', number: '00000000' }),
    line({ of: '00879531', name: 'Financial Times Group Limited', number: '00879531' }),
  ]);
  expect((await blocksOf('08209948'))['corporate_owners']).toMatchObject({
    value: { owners: [{ company_number: '03867954' }] },
  });
  expect((await blocksOf('00227590'))['ultimate_owner']).toMatchObject({ reason: 'owner_not_on_file' });
  expect((await blocksOf('00879531'))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
});

it('says that a chain which comes back to itself is not resolved', async () => {
  await load([
    line({ of: '06294067', name: 'Jamie Oliver Holdings Limited', number: '04460800' }),
    line({ of: '04460800', name: 'Jamie Oliver Enterprises Limited', number: '06294067' }),
  ]);
  expect((await blocksOf('06294067'))['ultimate_owner']).toMatchObject({
    reason: 'ultimate_owner_not_resolved',
  });
});

it('serves those who ceased, and the current statement, of 03867954', async () => {
  const ceased = { of: '03867954', name: 'Patron Capital', number: 'Oc361119', ceased_on: '2025-05-30' };
  await load([line(ceased), statement('03867954')]);
  expect(await blocksOf('03867954')).toMatchObject({
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
    Object.fromEntries(Object.entries(await blocksOf(number)).map(([key, { reason }]) => [key, reason]));
  const all = (reason: string) => ({ controllers: reason, corporate_owners: reason, ultimate_owner: reason });
  expect(await reasons('08209948')).toEqual({
    ...all('not_available_yet'),
    subsidiaries: 'not_available_yet',
  });
  await load([statement('03867954')]);
  expect(await reasons('08209948')).toEqual({
    ...all('no_psc_data_on_file'),
    subsidiaries: 'none_on_register',
  });
  await load([statement('03867954')], { part: true });
  expect(await reasons('08209948')).toEqual({ ...all('not_looked_up'), subsidiaries: 'not_looked_up' });
  const exemptions = {
    admitted: {
      exemption_type: 'psc-exempt-as-shares-admitted-on-market',
      items: [{ exempt_from: '2016-10-29' }],
    },
  };
  const links = { self: '/company/08209948/exemptions' };
  await load([{ company_number: '08209948', data: { kind: 'exemptions', exemptions, links } }]);
  expect((await blocksOf('08209948'))['controllers']).toMatchObject({
    reason: 'no_psc_data_on_file',
    detail: { exemption: 'psc-exempt-as-shares-admitted-on-market' },
  });
});

it('serves what a part holds, says that it is one, and that nothing follows from what it lacks', async () => {
  await load(OWNERS.map(line), { part: true });
  const ofAPart = { flagged_for_review: true, detail: { coverage: 'part' } };
  expect(await blocksOf('00227590')).toMatchObject({
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
  expect((await blocksOf('00879531'))['subsidiaries']).toMatchObject({
    status: 'available',
    value: { count: 1 },
    ...ofAPart,
  });
  const ceased = { of: '03867954', name: 'Patron Capital', number: 'Oc361119', ceased_on: '2025-05-30' };
  await load([line(ceased)], { part: true });
  expect(await blocksOf('03867954')).toMatchObject({
    controllers: {
      value: { controllers: [], control: { no_controller_on_register: false }, ceased_controllers: [{}] },
      ...ofAPart,
    },
    corporate_owners: { reason: 'not_looked_up' },
  });
});

it('reads the published sample: individuals without their birth dates, and super-secure persons without a name', async () => {
  await load(
    readFileSync(SNAPSHOT, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as object),
  );
  const { controllers } = await blocksOf('08209948');
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

describe('the register of legal entity identifiers', () => {
  const LEI = { own: '0000SYNTHETICOWN0001', direct: '0000SYNTHETICDIR0002', top: '0000SYNTHETICTOP0003' };
  const entity = (lei: string, name: string, id: string, authority = 'RA000585') =>
    `<LEIRecord><LEI>${lei}</LEI><Entity><LegalName>${name}</LegalName><RegistrationAuthority>` +
    `<RegistrationAuthorityID>${authority}</RegistrationAuthorityID>` +
    `<RegistrationAuthorityEntityID>${id}</RegistrationAuthorityEntityID></RegistrationAuthority></Entity>` +
    `<Registration><RegistrationStatus>ISSUED</RegistrationStatus></Registration></LEIRecord>`;
  const relation = (to: string, kind: 'DIRECTLY' | 'ULTIMATELY', registration = 'PUBLISHED') =>
    `<RelationshipRecord><Relationship><StartNode><NodeID>${LEI.own}</NodeID></StartNode><EndNode><NodeID>${to}</NodeID>` +
    `</EndNode><RelationshipType>IS_${kind}_CONSOLIDATED_BY</RelationshipType><RelationshipStatus>ACTIVE</RelationshipStatus>` +
    `</Relationship><Registration><RegistrationStatus>${registration}</RegistrationStatus>` +
    `<ValidationSources>FULLY_CORROBORATED</ValidationSources></Registration></RelationshipRecord>`;

  async function loadEntities(entities: readonly string[], relations: readonly string[]): Promise<void> {
    const date = '<ContentDate>2025-06-19T08:20:51Z</ContentDate>';
    const files = [
      world.register.write(
        'lei.xml',
        `<LEIData><LEIHeader>${date}</LEIHeader><LEIRecords>${entities.join('\n')}</LEIRecords></LEIData>`,
      ),
      world.register.write(
        'rr.xml',
        `<RelationshipData><Header>${date}</Header><Records>${relations.join('\n')}</Records></RelationshipData>`,
      ),
    ];
    const imported = await importRegister({ source: entityIds, files, dataDir: world.register.dataDir });
    if (imported.outcome === 'refused') throw new Error(imported.detail);
  }

  it('names the ultimate parent of a company of which no record of control is held', async () => {
    await load([statement('03867954')]);
    await loadEntities(
      [
        entity(LEI.own, '! LTD', '8209948'),
        entity(LEI.direct, 'JAMIE OLIVER GROUP LIMITED', '13778395'),
        entity(LEI.top, 'Synthetic Topco, Inc.', '4386463', 'RA000602'),
      ],
      [relation(LEI.direct, 'DIRECTLY'), relation(LEI.top, 'ULTIMATELY')],
    );
    expect((await blocksOf('08209948'))['ultimate_owner']).toMatchObject({
      status: 'available',
      source: 'entity_identifier_register',
      as_of: '2025-06-19',
      confidence: 0.85,
      flagged_for_review: false,
      value: {
        company_name: 'Synthetic Topco, Inc.',
        company_number: null,
        depth: 2,
        resolved_by: 'entity_identifier_register',
        chain: [
          { company_name: 'JAMIE OLIVER GROUP LIMITED', company_number: '13778395' },
          { company_name: 'Synthetic Topco, Inc.', company_number: null },
        ],
      },
      detail: { inputs: [{ field: 'direct_parent' }, { field: 'ultimate_parent', value: LEI.top }] },
    });
  });

  it('flags a relationship that nobody confirmed in time, and keeps still about an unknown parent', async () => {
    await load([statement('03867954')]);
    const own = entity(LEI.own, '! LTD', '08209948');
    const top = entity(LEI.top, 'Synthetic Topco, Inc.', '4386463', 'RA000602');
    await loadEntities([own, top], [relation(LEI.top, 'ULTIMATELY', 'LAPSED')]);
    expect((await blocksOf('08209948'))['ultimate_owner']).toMatchObject({
      flagged_for_review: true,
      confidence: 0.7,
    });
    await loadEntities([own], [relation(LEI.top, 'ULTIMATELY')]);
    expect((await blocksOf('08209948'))['ultimate_owner']).toMatchObject({ reason: 'no_psc_data_on_file' });
  });

  it('is a cross-check where control leads to the top, and has no say where nobody holds half', async () => {
    await load(GROUPS);
    const top = entity(LEI.top, 'FINANCIAL TIMES GROUP LIMITED', '879531');
    await loadEntities(
      [entity(LEI.own, 'FINANCIAL TIMES LIMITED(THE)', '227590'), top],
      [relation(LEI.top, 'ULTIMATELY')],
    );
    expect((await blocksOf('00227590'))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'majority_control', company_number: '00879531' },
      detail: {
        cross_check: {
          source: 'entity_identifier_register',
          as_of: '2025-06-19',
          company_number: '00879531',
          agrees: true,
        },
      },
    });
    await loadEntities(
      [entity(LEI.own, 'NEWS LIVE LIMITED', '11595194'), top],
      [relation(LEI.top, 'ULTIMATELY')],
    );
    expect((await blocksOf('11595194'))['ultimate_owner']).toMatchObject({
      reason: 'no_majority_controller',
    });
  });
});

it('does not call it none where only companies that are not on file name it as their owner', async () => {
  await load([line({ of: '10000001', name: 'SOMEBODY ELSE LIMITED', number: '02790864' })]);
  expect((await blocksOf('02790864'))['subsidiaries']).toMatchObject({ reason: 'not_looked_up' });
});
