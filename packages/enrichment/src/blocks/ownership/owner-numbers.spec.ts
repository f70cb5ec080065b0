/**
 * Which company an owner is, by the number, the name and the country that it filed of itself (Blocks 5.4,
 * 5.5).
 */
import { Suppressing } from '../../../../../test/support/worlds/suppressing.js';
import { served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import {
  line,
  OwnershipWorld,
  statement,
  type Owner,
} from '../../../../../test/support/worlds/ownership-world.js';

const world = forEachTest(() => OwnershipWorld.open());

const OWNED = '17000003';
const OWNER = '17000002';
const OTHER = '17000001';
const ROWS = [
  { CompanyNumber: OWNED, CompanyName: 'OAK ESTATES LIMITED', IncorporationDate: '01/02/2010' },
  {
    ...{ CompanyNumber: OWNER, CompanyName: 'BEECH HOLDINGS LIMITED', IncorporationDate: '01/02/2010' },
    ...{ 'PreviousName_1.CompanyName': 'BEECH PARTNERS LIMITED', 'PreviousName_1.CONDATE': '01/02/2015' },
  },
  { CompanyNumber: OTHER, CompanyName: 'ALDER TRADING LIMITED', IncorporationDate: '01/02/2010' },
];
beforeEach(() => world.loadRows(ROWS));

const owner = (more: Partial<Owner>) =>
  line({ of: OWNED, name: 'Beech Holdings Ltd', number: OWNER, ...more });
const answers = async (more: Partial<Owner>) => {
  await world.loadControl([owner(more), statement(OWNER), statement(OTHER)]);
  return world.blocksOf(OWNED);
};
const OWNED_BY = (company_number: string) => ({
  controllers: { value: { controllers: [{ company_number }] } },
  corporate_owners: { value: { owners: [{ company_number }] } },
  ultimate_owner: { value: { company_number, depth: 1 } },
});

it.each([
  'Untied Kingdom',
  'Glasgow',
  'GBR',
  'Engalnd',
  'Hampshire',
  'Registrar Of Companies',
  'Nothern Ireland',
])('finds an owner by its number and name where its country is %s', async (country) => {
  expect(await answers({ country })).toMatchObject(OWNED_BY(OWNER));
  expect(await answers({ country, name: 'Beech Partners Limited' })).toMatchObject(OWNED_BY(OWNER));
  expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({
    value: { subsidiaries: [{ company_number: OWNED, matched_on: 'registration_number' }] },
  });
});

it.each([
  `Company No. ${OWNER}`,
  `CRN ${OWNER}`,
  `${OWNER} (England)`,
  '170-00002',
  `GB ${OWNER}`,
  `Registered in England number ${OWNER}`,
])('finds an owner by its number %s', async (number) => {
  expect(await answers({ number })).toMatchObject({
    ...OWNED_BY(OWNER),
    corporate_owners: { flagged_for_review: false },
  });
  expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({
    value: { subsidiaries: [{ company_number: OWNED, matched_on: 'registration_number' }] },
  });
});

it.each([
  ...['N/A', 'See register', '17000002 and 17000001', '170000022', 'Companies Act 2006', 'Unit 4'],
  ...['Limited By Shares (2006)', 'Tel 01234 567890', 'SCI23456'],
])('tries the exact name where no number can be read in %s', async (number) => {
  expect(await answers({ number })).toMatchObject({
    ...OWNED_BY(OWNER),
    corporate_owners: { flagged_for_review: true },
  });
});

it('reads a number that is a number in JSON', async () => {
  expect(await answers({ number: Number(OWNER) as unknown as string })).toMatchObject({
    ...OWNED_BY(OWNER),
    corporate_owners: { flagged_for_review: false },
  });
});

it('takes no number of an owner abroad, whose name is another', async () => {
  expect(await answers({ country: 'Jersey', name: 'Beech Jersey Limited' })).toMatchObject({
    corporate_owners: { value: { owners: [{ company_number: null }] } },
    ultimate_owner: { value: { company_number: null, resolved_by: 'foreign_owner' } },
  });
});

it.each([
  ['Untied Kingdom', OWNER],
  ['England', `Company No. ${OWNER}`],
  ['Glasgow', '170-00002'],
  ['England', '17000002 or 17000001'],
  ['Hampshire', 'N/A'],
  ['Ireland, Northern', OWNER],
  ['Belfast, Ireland', OWNER],
  ['Jersey', OWNER],
  ['British Guyana', `Company No. ${OWNER}`],
  ['Luxembourg', 'B 17000002'],
  ['Ireland', 'N/A'],
])('names no suppressed owner whose country is %s and number %s', async (country, number) => {
  const log = new Suppressing();
  await log.suppress({ kind: 'company_number', value: OWNER });
  await world.loadControl([owner({ country, number })]);
  const [row] = await world.enrich(
    [{ company_number: OWNED }],
    { blocks: ['controllers', 'corporate_owners', 'ultimate_owner'] },
    world.enricher({ suppressions: log.list() }),
  );
  const told = JSON.stringify(served(row));
  expect(told).toContain('no_corporate_owner_on_the_register');
  expect(told).not.toContain('Beech');
});

it.each([
  ['England', '2025-06-25', true],
  ['England', '2025-06-20', false],
  ['Jersey', '2025-06-25', true],
  ['Jersey', '2025-06-20', false],
])(
  'counts a suppressed owner in %s who ceases on %s by the day of the answer',
  async (country, day, holds) => {
    const log = new Suppressing();
    await log.suppress({ kind: 'company_number', value: OWNER });
    await world.loadControl([owner({ country, ceased_on: day })]);
    const [row] = await world.enrich(
      [{ company_number: OWNED }],
      { blocks: ['controllers'] },
      world.enricher({ suppressions: log.list() }),
    );
    expect(served(row)).toMatchObject({
      blocks: { controllers: { value: { has_corporate_owner: holds, controllers: [] } } },
    });
  },
);

it('names owners abroad whose number alone, or no name of whom, is a suppressed one’s', async () => {
  const log = new Suppressing();
  await log.suppress({ kind: 'company_number', value: OWNER });
  for (const more of [{ name: 'Beech Jersey Limited' }, { name: 'Alder Trading Limited', number: OTHER }]) {
    await world.loadControl([owner({ country: 'Jersey', ...more })]);
    const [row] = await world.enrich(
      [{ company_number: OWNED }],
      { blocks: ['controllers', 'corporate_owners', 'ultimate_owner'] },
      world.enricher({ suppressions: log.list() }),
    );
    expect(served(row)).toMatchObject({
      blocks: { corporate_owners: { value: { owners: [{ name: more.name }] } } },
    });
  }
});

describe('a number without the letters of its register', () => {
  const [SCOTTISH, ULSTER] = ['SC012345', 'NI012345'];
  beforeEach(() =>
    world.loadRows([
      ...ROWS,
      { CompanyNumber: SCOTTISH, CompanyName: 'ROWAN HOLDINGS LIMITED', IncorporationDate: '01/02/2010' },
      { CompanyNumber: ULSTER, CompanyName: 'ALDER ULSTER LIMITED', IncorporationDate: '01/02/2010' },
      { CompanyNumber: '00054321', CompanyName: 'HAZEL LIMITED', IncorporationDate: '01/02/2010' },
    ]),
  );

  it.each([
    ['Scotland', '12345', 'Rowan Holdings Ltd', SCOTTISH],
    ['Scotland, United Kingdom', 'Company No. 012345', 'Rowan Holdings Limited', SCOTTISH],
    ['Northern Ireland', '012345', 'Alder Ulster Limited', ULSTER],
    ['Scotland', '54321', 'Hazel Limited', '00054321'],
  ])('is that of %s: %s of %s', async (country, number, name, found) => {
    await world.loadControl([owner({ country, number, name }), statement(found)]);
    expect(await world.blocksOf(OWNED)).toMatchObject({
      ...OWNED_BY(found),
      corporate_owners: { flagged_for_review: false },
    });
    expect((await world.blocksOf(found))['subsidiaries']).toMatchObject({
      value: { subsidiaries: [{ company_number: OWNED, matched_on: 'registration_number' }] },
    });
  });

  it('is none if no company on file has it with them or without, and where England is named beside', async () => {
    const none = { corporate_owners: { value: { owners: [{ company_number: null }] } } };
    expect(await answers({ country: 'Scotland', number: '99999', name: 'Gone Limited' })).toMatchObject(none);
    const both = { country: 'England, Wales & Scotland', number: '99999', name: 'Gone Limited' };
    expect(await answers(both)).toMatchObject({
      corporate_owners: { value: { owners: [{ company_number: '00099999' }] } },
    });
  });

  it('hides an owner that is suppressed by the number with them', async () => {
    const log = new Suppressing();
    await world.loadControl([owner({ country: 'Scotland', number: '12345', name: 'Rowan (Old Name) Ltd' })]);
    await log.suppress({ kind: 'company_number', value: SCOTTISH });
    const [row] = await world.enrich(
      [{ company_number: OWNED }],
      { blocks: ['controllers', 'corporate_owners', 'ultimate_owner'] },
      world.enricher({ suppressions: log.list() }),
    );
    expect(JSON.stringify(served(row))).not.toContain('Rowan');
  });
});

describe('a number that is not the owner’s', () => {
  const doubted = (name: string, number: string) => ({
    controllers: {
      flagged_for_review: true,
      value: { controllers: [{ name, company_number: null }] },
      detail: { number_as_filed: [{ name, number }] },
    },
    corporate_owners: {
      flagged_for_review: true,
      value: { owners: [{ name, company_number: null }] },
      detail: { number_as_filed: [{ name, number }] },
    },
    ultimate_owner: { status: 'not_found', reason: 'owner_not_on_file' },
  });
  const none = { reason: 'none_on_register' };

  it('is that of a company with another name', async () => {
    const name = 'Completely Different Limited';
    expect(await answers({ name, number: OTHER })).toMatchObject(doubted(name, OTHER));
    expect((await world.blocksOf(OTHER))['subsidiaries']).toMatchObject(none);
    expect(await answers({ name, number: `No. ${OTHER}`, country: null })).toMatchObject(
      doubted(name, `No. ${OTHER}`),
    );
  });

  it('is the company’s own', async () => {
    for (const name of ['Big Parent Limited', 'Oak Estates Limited'])
      expect(await answers({ name, number: OWNED })).toMatchObject(doubted(name, OWNED));
    expect((await world.blocksOf(OWNED))['subsidiaries']).toMatchObject(none);
  });

  it('is that of a company that was incorporated after the notice', async () => {
    const name = 'Beech Holdings Limited';
    expect(await answers({ name, notified_on: '2010-01-31' })).toMatchObject(doubted(name, OWNER));
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject(none);
    expect(await answers({ name, notified_on: '2010-02-01' })).toMatchObject(OWNED_BY(OWNER));
  });

  it('is no doubt where the owner was only registered here after the notice', async () => {
    const entity = { CompanyNumber: 'OE031001', CompanyName: 'STRAND ESTATES SA' };
    const form = { CompanyCategory: 'Overseas Entity', IncorporationDate: '16/01/2023' };
    await world.loadRows([...ROWS, { ...entity, ...form }]);
    expect(await answers({ name: 'Strand Estates SA', number: 'OE031001' })).toMatchObject({
      corporate_owners: {
        flagged_for_review: false,
        value: { owners: [{ company_number: 'OE031001', notified_on: '2016-04-06' }] },
      },
    });
  });

  it('gives way to the name where one other company bears it', async () => {
    expect(await answers({ number: OTHER })).toMatchObject({
      controllers: {
        value: { controllers: [{ company_number: OWNER }] },
        detail: { number_as_filed: [{ number: OTHER }] },
      },
      corporate_owners: { flagged_for_review: true, value: { owners: [{ company_number: OWNER }] } },
      ultimate_owner: { value: { company_number: OWNER }, confidence: 0.712, flagged_for_review: true },
    });
    expect((await world.blocksOf(OTHER))['subsidiaries']).toMatchObject(none);
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({
      confidence: 0.7,
      flagged_for_review: true,
      value: { subsidiaries: [{ company_number: OWNED, matched_on: 'name' }] },
    });
  });

  it('is no doubt where the names differ by ending and form, or the number is on no file', async () => {
    for (const name of ['BEECH HOLDINGS PLC', 'The Beech Holdings Limited', 'Beech-Holdings Ltd.'])
      expect(await answers({ name })).toMatchObject(OWNED_BY(OWNER));
    const { corporate_owners } = await answers({ number: '17000099' });
    expect(corporate_owners).toMatchObject({
      flagged_for_review: false,
      value: { owners: [{ company_number: '17000099' }] },
    });
  });
});

it('takes a company that bears the name of its owner for no owner of itself', async () => {
  const { ultimate_owner } = await answers({ name: 'Oak Estates Ltd', number: '-' });
  expect(ultimate_owner).toMatchObject({ reason: 'owner_not_on_file' });
});

describe('natures of control', () => {
  const natures = (more: Partial<Owner>, ...natures_of_control: string[]) => {
    const one = owner(more);
    return { ...one, data: { ...one.data, natures_of_control } };
  };

  it.each([
    ['trust', 'ownership-of-shares-75-to-100-percent-as-trust'],
    ['firm', 'voting-rights-50-to-75-percent-as-firm'],
    ['trust', 'ownership-of-shares-more-than-25-percent-as-control-over-trust-registered-overseas-entity'],
  ])('are flagged where a %s holds the stake: %s', async (body, nature) => {
    await world.loadControl([natures({}, nature), statement(OWNER)]);
    const told = { flagged_for_review: true, detail: { held_through: [{ through: [body] }] } };
    expect(await world.blocksOf(OWNED)).toMatchObject({
      controllers: told,
      corporate_owners: told,
      ultimate_owner: { ...told, value: { company_number: OWNER } },
    });
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject(told);
  });

  it('that speak of land alone give no stake, no chain and no subsidiary', async () => {
    const ofLand = 'registered-owner-as-nominee-another-entity-england-wales-registered-overseas-entity';
    await world.loadControl([natures({}, ofLand), statement(OWNER)]);
    const { corporate_owners, ultimate_owner } = await world.blocksOf(OWNED);
    expect(corporate_owners).toMatchObject({ value: { owners: [{ natures_of_control: [ofLand] }] } });
    expect(ultimate_owner).toMatchObject({ reason: 'ultimate_owner_not_resolved' });
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
    await world.loadControl([natures({}, ofLand, 'voting-rights-75-to-100-percent'), statement(OWNER)]);
    expect((await world.blocksOf(OWNED))['ultimate_owner']).toMatchObject({
      value: { company_number: OWNER },
      flagged_for_review: false,
    });
  });

  it('are told with sanctions, where the register tells them', async () => {
    const one = owner({});
    const sanctioned = (is_sanctioned: boolean) => ({ ...one, data: { ...one.data, is_sanctioned } });
    await world.loadControl([sanctioned(true)]);
    const { controllers, corporate_owners } = await world.blocksOf(OWNED);
    for (const block of [controllers, corporate_owners])
      expect(block).toMatchObject({ detail: { is_sanctioned: ['Beech Holdings Ltd'] } });
    await world.loadControl([sanctioned(false)]);
    expect((await world.blocksOf(OWNED))['controllers']).not.toHaveProperty('detail.is_sanctioned');
  });
});

describe('with the number of a wider form', () => {
  const HELD = 'SL00911A';
  const named = 'Made Up Forestry LP';
  beforeEach(() => world.loadRows([...ROWS, { CompanyNumber: HELD, CompanyName: 'MADE UP FORESTRY LP' }]));

  it.each(['SL00911A', 'sl00911a', 'SL 00911A', 'Company No. SL00911A', 'SL00911A (Scotland)'])(
    'follows an owner that is on file, filed as %s',
    async (number) => {
      await world.loadControl([owner({ name: named, number }), statement(HELD)]);
      expect(await world.blocksOf(OWNED)).toMatchObject({
        ...OWNED_BY(HELD),
        corporate_owners: { flagged_for_review: false },
      });
      expect((await world.blocksOf(HELD))['subsidiaries']).toMatchObject({
        value: { subsidiaries: [{ company_number: OWNED, matched_on: 'registration_number' }] },
      });
    },
  );

  it('hides an owner that is suppressed by it', async () => {
    const log = new Suppressing();
    await world.loadControl([owner({ name: named, number: HELD }), statement(HELD)]);
    await log.suppress({ kind: 'company_number', value: HELD });
    const [row] = await world.enrich(
      [{ company_number: OWNED }],
      { blocks: ['controllers', 'corporate_owners', 'ultimate_owner'] },
      world.enricher({ suppressions: log.list() }),
    );
    const json = Buffer.from(row?.json ?? []).toString('utf8');
    expect(json).toContain('no_corporate_owner_on_the_register');
    expect(json).not.toMatch(/forestry|SL00911A/i);
  });

  it('believes none that no company on file has, and tries the name', async () => {
    expect(await answers({ number: 'SL00912A' })).toMatchObject({
      ...OWNED_BY(OWNER),
      corporate_owners: { flagged_for_review: true },
    });
    expect(await answers({ name: 'Nobody LP', number: 'SL00912A' })).toMatchObject({
      corporate_owners: { value: { owners: [{ company_number: null }] } },
    });
  });
});
