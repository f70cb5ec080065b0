/**
 * Who is at the top of a company: chains of control, how sure they are, and the register of legal entity
 * identifiers.
 */
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import {
  COMPANIES,
  GROUPS,
  line,
  OWNERS,
  OwnershipWorld,
  SHARES,
  statement,
  type Owner,
} from '../../../../../test/support/worlds/ownership-world.js';
import { entityIds } from '../../sources/entity-ids/entity-ids.source.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';

const world = forEachTest(() => OwnershipWorld.open());

it('climbs from 05421549 to the top of its group, and says that somebody else holds as much', async () => {
  await world.loadControl(GROUPS);
  const { ultimate_owner } = await world.blocksOf('05421549');
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
  await world.loadControl(GROUPS);
  expect(await world.blocksOf('11595194')).toMatchObject({
    ultimate_owner: { status: 'not_found', reason: 'no_majority_controller' },
    corporate_owners: { value: { owners: [{ company_number: '00081701' }] } },
  });
  const { ultimate_owner, subsidiaries } = await world.blocksOf('00081701');
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
  await world.loadControl(OWNERS.map(line));
  expect((await world.blocksOf('00081701'))['ultimate_owner']).toMatchObject({
    status: 'not_found',
    reason: 'no_psc_data_on_file',
    detail: {
      stopped_at: 'no_data',
      chain: [{ company_number: '04680292' }, { company_number: '01437199' }],
    },
  });
  const exemptions = { admitted: { exemption_type: 'admitted', items: [{ exempt_from: '2016-10-29' }] } };
  const exempt = { kind: 'exemptions', exemptions, links: { self: '/company/01437199/exemptions' } };
  await world.loadControl([...OWNERS.map(line), { company_number: '01437199', data: exempt }]);
  expect((await world.blocksOf('00081701'))['ultimate_owner']).toMatchObject({
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
    await world.loadControl([...owners.map(line), statement('01437199')]);
    return (await world.blocksOf('00081701'))['ultimate_owner'];
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
    await world.loadControl([unsure(first), second ?? {}, statement('01437199')]);
    expect((await world.blocksOf('00081701'))['ultimate_owner']).toMatchObject({
      value: { company_number: '01437199', depth: 2 },
      confidence: 0.665,
      flagged_for_review: true,
    });
    const another = line({ of: '00081701', name: 'Ms A Other', kind: 'individual', share: '25' });
    await world.loadControl([unsure(first), second ?? {}, another, statement('01437199')]);
    expect((await world.blocksOf('00081701'))['ultimate_owner']).toMatchObject({
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

it('takes an owner that stands in two records for one', async () => {
  const owner = { of: '08209948', name: 'Powerleague Fives Limited', number: '3867954' };
  await world.loadControl([
    ...[owner, { ...owner, share: '50' as const }, { ...owner, of: '00227590' }].map(line),
    statement('03867954'),
  ]);
  expect(await world.blocksOf('08209948')).toMatchObject({
    ultimate_owner: {
      confidence: 0.95,
      flagged_for_review: false,
      value: { company_number: '03867954', depth: 1 },
    },
  });
  expect((await world.blocksOf('03867954'))['subsidiaries']).toMatchObject({
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

it('says that a chain which comes back to itself is not resolved', async () => {
  await world.loadControl([
    line({ of: '06294067', name: 'Jamie Oliver Holdings Limited', number: '04460800' }),
    line({ of: '04460800', name: 'Jamie Oliver Enterprises Limited', number: '06294067' }),
  ]);
  expect((await world.blocksOf('06294067'))['ultimate_owner']).toMatchObject({
    reason: 'ultimate_owner_not_resolved',
  });
});

describe('the register of legal entity identifiers', () => {
  const LEI = { own: '0000SYNTHETICOWN0001', direct: '0000SYNTHETICDIR0002', top: '0000SYNTHETICTOP0003' };
  const entity = (
    lei: string,
    name: string,
    id: string,
    authority = 'RA000585',
    { status = 'ACTIVE', registration = 'ISSUED' } = {},
  ) =>
    `<LEIRecord><LEI>${lei}</LEI><Entity><LegalName>${name}</LegalName><RegistrationAuthority>` +
    `<RegistrationAuthorityID>${authority}</RegistrationAuthorityID>` +
    `<RegistrationAuthorityEntityID>${id}</RegistrationAuthorityEntityID></RegistrationAuthority>` +
    `<EntityStatus>${status}</EntityStatus></Entity>` +
    `<Registration><RegistrationStatus>${registration}</RegistrationStatus></Registration></LEIRecord>`;
  const relation = (
    to: string,
    kind: 'DIRECTLY' | 'ULTIMATELY',
    registration = 'PUBLISHED',
    { from = LEI.own, status = 'ACTIVE' } = {},
  ) =>
    `<RelationshipRecord><Relationship><StartNode><NodeID>${from}</NodeID></StartNode><EndNode><NodeID>${to}</NodeID>` +
    `</EndNode><RelationshipType>IS_${kind}_CONSOLIDATED_BY</RelationshipType><RelationshipStatus>${status}</RelationshipStatus>` +
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
    await world.loadControl([statement('03867954')]);
    await loadEntities(
      [
        entity(LEI.own, '! LTD', '8209948'),
        entity(LEI.direct, 'JAMIE OLIVER GROUP LIMITED', '13778395'),
        entity(LEI.top, 'Synthetic Topco, Inc.', '4386463', 'RA000602'),
      ],
      [relation(LEI.direct, 'DIRECTLY'), relation(LEI.top, 'ULTIMATELY')],
    );
    expect((await world.blocksOf('08209948'))['ultimate_owner']).toMatchObject({
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
    await world.loadControl([statement('03867954')]);
    const own = entity(LEI.own, '! LTD', '08209948');
    const top = entity(LEI.top, 'Synthetic Topco, Inc.', '4386463', 'RA000602');
    await loadEntities([own, top], [relation(LEI.top, 'ULTIMATELY', 'LAPSED')]);
    expect((await world.blocksOf('08209948'))['ultimate_owner']).toMatchObject({
      flagged_for_review: true,
      confidence: 0.7,
    });
    await loadEntities([own], [relation(LEI.top, 'ULTIMATELY')]);
    expect((await world.blocksOf('08209948'))['ultimate_owner']).toMatchObject({
      reason: 'no_psc_data_on_file',
    });
  });

  it('is a cross-check where control leads to the top, and has no say where nobody holds half', async () => {
    await world.loadControl(GROUPS);
    const top = entity(LEI.top, 'FINANCIAL TIMES GROUP LIMITED', '879531');
    await loadEntities(
      [entity(LEI.own, 'FINANCIAL TIMES LIMITED(THE)', '227590'), top],
      [relation(LEI.top, 'ULTIMATELY')],
    );
    expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({
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
    expect((await world.blocksOf('11595194'))['ultimate_owner']).toMatchObject({
      reason: 'no_majority_controller',
    });
  });

  const own = entity(LEI.own, '! LTD', '08209948');
  const topOf = async (entities: readonly string[], relations: readonly string[]) => {
    await world.loadControl([statement('03867954')]);
    await loadEntities([own, ...entities], relations);
    return (await world.blocksOf('08209948'))['ultimate_owner'];
  };
  const top = (state = {}) => entity(LEI.top, 'Synthetic Topco, Inc.', '4386463', 'RA000602', state);

  it.each([
    { status: 'INACTIVE' },
    ...['RETIRED', 'MERGED', 'ANNULLED', 'DUPLICATE'].map((registration) => ({ registration })),
  ])('names no parent that is no more: %j', async (state) => {
    expect(await topOf([top(state)], [relation(LEI.top, 'ULTIMATELY')])).toMatchObject({
      reason: 'no_psc_data_on_file',
    });
    const direct = entity(LEI.direct, 'Direct Ltd', '13778395', 'RA000585', state);
    const relations = [relation(LEI.top, 'ULTIMATELY'), relation(LEI.direct, 'DIRECTLY')];
    expect(await topOf([top(), direct], relations)).toMatchObject({ value: { depth: 1 } });
  });

  it.each([
    ['ACTIVE', 'ANNULLED'],
    ['ACTIVE', 'DUPLICATE'],
    ['ACTIVE', 'RETIRED'],
    ['ACTIVE', 'TRANSFERRED'],
    ['ACTIVE', 'CANCELLED'],
    ['INACTIVE', 'PUBLISHED'],
  ])('follows no relation that is %s and %s', async (status, registration) => {
    const gone = relation(LEI.top, 'ULTIMATELY', registration, { status });
    expect(await topOf([top()], [gone])).toMatchObject({ reason: 'no_psc_data_on_file' });
    // One that holds stands beside it.
    const direct = entity(LEI.direct, 'Direct Ltd', '13778395');
    expect(await topOf([top(), direct], [gone, relation(LEI.direct, 'ULTIMATELY')])).toMatchObject({
      value: { company_number: '13778395' },
      confidence: 0.85,
    });
  });

  it.each(['LAPSED', 'PENDING', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL'])(
    'flags a relation whose registration is %s, and an identifier that lapsed is still one',
    async (registration) => {
      const lapsed = top({ registration: 'LAPSED' });
      expect(await topOf([lapsed], [relation(LEI.top, 'ULTIMATELY', registration)])).toMatchObject({
        confidence: 0.7,
        flagged_for_review: true,
      });
    },
  );

  it.each(['PUBLISHED', 'LAPSED'])(
    'names no parent where two relations of one kind are %s: neither is known to be the right one',
    async (registration) => {
      const direct = entity(LEI.direct, 'Direct Ltd', '13778395');
      const two = [LEI.top, LEI.direct].map((lei) => relation(lei, 'ULTIMATELY', registration));
      expect(await topOf([top(), direct], two)).toMatchObject({ reason: 'no_psc_data_on_file' });
    },
  );

  it('tells no top of those who are above themselves, and whom that doesn’t concern all the same', async () => {
    const direct = entity(LEI.direct, 'Direct Ltd', '13778395');
    const up = (from: string, to: string, kind: 'DIRECTLY' | 'ULTIMATELY') =>
      relation(to, kind, 'PUBLISHED', { from });
    const circle = { status: 'not_found', reason: 'ultimate_owner_not_resolved' };
    expect(
      await topOf([direct], [up(LEI.own, LEI.direct, 'ULTIMATELY'), up(LEI.direct, LEI.own, 'ULTIMATELY')]),
    ).toMatchObject({ ...circle, source: 'entity_identifier_register', as_of: '2025-06-19' });
    const through = [
      up(LEI.own, LEI.direct, 'ULTIMATELY'),
      up(LEI.direct, LEI.top, 'DIRECTLY'),
      up(LEI.top, LEI.own, 'DIRECTLY'),
    ];
    expect(await topOf([direct, top()], through)).toMatchObject(circle);
    // The circle is broken by a parent that is no more, and by a relation that was annulled.
    expect(await topOf([direct, top({ status: 'INACTIVE' })], through)).toMatchObject({
      value: { company_number: '13778395' },
    });
    const annulled = relation(LEI.own, 'DIRECTLY', 'ANNULLED', { from: LEI.top });
    expect(await topOf([direct, top()], [...through.slice(0, 2), annulled])).toMatchObject({
      value: { company_number: '13778395' },
    });
  });

  describe('a circle among those above it', () => {
    const [OTHER, FAR] = ['549300SYNTHETIC0O198', '549300SYNTHETIC0F198'];
    const others = [
      entity(LEI.direct, 'Direct Ltd', '13778395'),
      top(),
      entity(OTHER, 'Synthetic Other Inc.', '1', 'RA000602'),
      entity(FAR, 'Synthetic Far Inc.', '2', 'RA000602'),
    ];
    const up = (
      from: string,
      to: string,
      kind: 'DIRECTLY' | 'ULTIMATELY' = 'ULTIMATELY',
      registration = '',
    ) => relation(to, kind, registration || 'PUBLISHED', { from });
    const { own: OWN, direct: DIRECT, top: TOP } = LEI;

    it.each([
      ['of the parent and its parent', [up(OWN, TOP), up(TOP, OTHER), up(OTHER, TOP)]],
      ['further up', [up(OWN, DIRECT), up(DIRECT, TOP), up(TOP, OTHER), up(OTHER, TOP)]],
      ['of three', [up(OWN, TOP), up(TOP, OTHER), up(OTHER, FAR), up(FAR, TOP)]],
      [
        'through direct parents',
        [up(OWN, TOP), up(OWN, DIRECT, 'DIRECTLY'), up(DIRECT, OTHER, 'DIRECTLY'), up(OTHER, DIRECT)],
      ],
      ['by a relation that lapsed', [up(OWN, TOP), up(TOP, OTHER), up(OTHER, TOP, 'DIRECTLY', 'LAPSED')]],
    ])('leaves open who is at the top: %s', async (_what, relations) => {
      expect(await topOf(others, relations)).toMatchObject({
        status: 'not_found',
        reason: 'ultimate_owner_not_resolved',
        source: 'entity_identifier_register',
      });
    });

    it.each([
      [
        'two ways to one top',
        [up(OWN, TOP), up(OWN, DIRECT, 'DIRECTLY'), up(DIRECT, TOP), up(DIRECT, TOP, 'DIRECTLY')],
      ],
      ['a circle that isn’t above it', [up(OWN, TOP), up(OTHER, FAR), up(FAR, OTHER), up(OTHER, TOP)]],
      [
        'a relation of the circle that was annulled',
        [up(OWN, TOP), up(TOP, OTHER), up(OTHER, TOP, 'ULTIMATELY', 'ANNULLED')],
      ],
    ])('is none: %s', async (_what, relations) => {
      expect(await topOf(others, relations)).toMatchObject({
        value: { company_name: 'Synthetic Topco, Inc.' },
      });
    });
  });
});
