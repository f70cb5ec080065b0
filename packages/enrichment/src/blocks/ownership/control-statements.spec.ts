/**
 * What the register's statements about control mean for the controllers and for the top of a chain (Blocks
 * 5.2, 5.3).
 */
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import {
  line,
  OwnershipWorld,
  statement,
  type Owner,
} from '../../../../../test/support/worlds/ownership-world.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { psc } from '../../sources/psc/psc.source.js';

const world = forEachTest(() => OwnershipWorld.open());

const COMPANY = '00879531';
const NOBODY = 'no-individual-or-entity-with-signficant-control';
const stated = (key: string, id: string, more: object = {}, of = COMPANY) =>
  statement(of, {
    statement: key,
    notified_on: '2021-03-03',
    links: { self: `/company/${of}/persons-with-significant-control-statements/${id}` },
    ...more,
  });
const individual = (share: Owner['share'] = '75', more: Partial<Owner> = {}) =>
  line({ of: COMPANY, name: 'Ms Una Test', kind: 'individual', share, ...more });
const answers = async (...lines: readonly object[]) => {
  await world.loadControl(lines);
  return world.blocksOf(COMPANY);
};

describe('a statement that somebody controls, or may, who is not known', () => {
  it.each([
    'psc-exists-but-not-identified',
    'psc-details-not-confirmed',
    'steps-to-find-psc-not-yet-completed',
    'psc-contacted-but-no-response',
    'psc-has-failed-to-confirm-changed-details',
    'restrictions-notice-issued-to-psc',
    'awaiting-confirmation-from-psc',
    'psc-exists-but-not-identified-partnership',
    'at-least-one-beneficial-owner-unidentified',
    'no-beneficial-owner-identified',
    'at-least-one-beneficial-owner-unidentified-and-information-not-provided-for-at-least-one-beneficial-owner',
  ])('leaves the top unknown: %s', async (key) => {
    const unknown = {
      status: 'not_found',
      reason: 'ultimate_owner_not_resolved',
      detail: { stopped_at: 'unidentified_controller' },
    };
    const owned = line({ of: '00227590', name: 'Financial Times Group Limited', number: COMPANY });
    const { ultimate_owner, controllers } = await answers(stated(key, 's1'), owned);
    expect(ultimate_owner).toMatchObject(unknown);
    expect(controllers).toMatchObject({
      value: { control: { statement: key, no_controller_on_register: false } },
      detail: { statements: [{ statement: key, notified_on: '2021-03-03' }] },
    });
    expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({
      ...unknown,
      detail: { ...unknown.detail, chain: [{ company_number: COMPANY }] },
    });
    for (const share of ['25', '75'] as const)
      expect((await answers(stated(key, 's1'), individual(share)))['ultimate_owner']).toMatchObject(unknown);
  });

  it.each(['all-beneficial-owners-identified', 'a-statement-of-tomorrow'])(
    'is not that nobody controls the company, of whom nobody is listed: %s',
    async (key) => {
      const { controllers } = await answers(stated(key, 's1'));
      expect(controllers).toMatchObject({
        value: { controllers: [], control: { statement: key, no_controller_on_register: false } },
      });
    },
  );

  it.each([
    'information-not-provided-for-at-least-one-beneficial-owner',
    'information-not-provided-for-at-least-one-trust',
    'all-beneficial-owners-identified',
    'no-change-beneficial-owner-relevant-period',
    'trust-involved-relevant-period',
  ])('is not that somebody is missing from the record: %s', async (key) => {
    const { ultimate_owner, controllers } = await answers(
      stated(key, 's1'),
      stated('no-trust-involved-relevant-period', 's2', { notified_on: '2020-01-01' }),
      individual('75'),
    );
    expect(ultimate_owner).toMatchObject({ value: { resolved_by: 'self' }, confidence: 1 });
    expect(controllers).toMatchObject({ value: { control: { statement: key } } });
  });

  it('is graver where information is missing than where nothing changed', async () => {
    const key = 'information-not-provided-for-at-least-one-beneficial-owner';
    const newer = stated('no-trust-involved-relevant-period', 's2', { notified_on: '2025-01-01' });
    expect((await answers(stated(key, 's1'), newer, individual()))['controllers']).toMatchObject({
      value: { control: { statement: key } },
    });
  });

  it.each([
    ['awaiting-confirmation-from-psc', 'awaiting confirmation from a person with significant control'],
    ['psc-details-not-confirmed', 'details of a person with significant control not confirmed'],
    [
      'restrictions-notice-issued-to-psc-partnership',
      'restrictions notice issued to a person with significant control',
    ],
    [NOBODY, 'no individual or entity with significant control'],
    ['no-trust-involved-relevant-period', 'no trust involved in the relevant period'],
    ['no-trust-involved-during-relevant-period', 'no trust involved in the relevant period'],
    ['change-beneficiary-during-the-relevant-period', 'change beneficiary in the relevant period'],
    ['change-beneficiary-in-the-relevant-period', 'change beneficiary in the relevant period'],
  ])('is told in words: %s', async (key, words) => {
    expect((await answers(stated(key, 's1')))['controllers']).toMatchObject({
      detail: { statements: [{ words }] },
    });
  });

  it('changes nothing where a company holds the majority', async () => {
    const owner = line({ of: COMPANY, name: 'Somebody Else Limited', number: '02790864' });
    const { ultimate_owner } = await answers(
      owner,
      stated('psc-details-not-confirmed', 's1'),
      statement('02790864'),
    );
    expect(ultimate_owner).toMatchObject({ value: { company_number: '02790864', depth: 1 } });
  });
});

describe('a company is its own top', () => {
  it.each([NOBODY, `${NOBODY}-partnership`])('where the register says so: %s', async (key) => {
    expect((await answers(stated(key, 's1')))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self', depth: 0 },
      confidence: 1,
      detail: { stopped_at: 'no_controller' },
    });
  });

  it('where every controller is an individual, whatever they hold', async () => {
    expect((await answers(individual('75')))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
      confidence: 1,
      detail: { stopped_at: 'individual_majority' },
    });
    const two = [individual('25'), individual('25', { name: 'Mr Ben Test' })];
    expect((await answers(...two))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
      confidence: 0.9,
      detail: { stopped_at: 'individuals' },
    });
  });

  it('not where all that is on file has ended, nor where a statement was withdrawn', async () => {
    const ended = { reason: 'ultimate_owner_not_resolved', detail: { stopped_at: 'no_current_record' } };
    expect((await answers(individual('75', { ceased_on: '2024-01-01' })))['ultimate_owner']).toMatchObject(
      ended,
    );
    const withdrawn = stated(NOBODY, 's1', { ceased_on: '2024-01-01' });
    expect((await answers(withdrawn))['ultimate_owner']).toMatchObject(ended);
  });

  it('where a statement that somebody exists was withdrawn', async () => {
    const withdrawn = stated('psc-exists-but-not-identified', 's1', { ceased_on: '2024-01-01' });
    expect((await answers(withdrawn, individual('25')))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
    });
  });
});

it('takes a statement that other rules of disclosure apply for an exemption', async () => {
  const key = 'disclosure-transparency-rules-chapter-five-applies';
  const owned = line({ of: '00227590', name: 'Financial Times Group Limited', number: COMPANY });
  const gone = individual('75', { ceased_on: '2024-01-01' });
  for (const more of [[], [gone]]) {
    expect((await answers(stated(key, 's1'), owned, ...more))['ultimate_owner']).toMatchObject({
      reason: 'no_psc_data_on_file',
      detail: { exemption: key },
    });
    expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({
      value: { company_number: COMPANY },
      detail: { stopped_at: 'exempt' },
    });
  }
  expect((await answers(stated(key, 's1'), individual('75')))['ultimate_owner']).toMatchObject({
    detail: { stopped_at: 'individual_majority' },
  });
  const withdrawn = stated(key, 's1', { ceased_on: '2024-01-01' });
  expect((await answers(withdrawn))['ultimate_owner']).toMatchObject({
    reason: 'ultimate_owner_not_resolved',
    detail: { stopped_at: 'no_current_record' },
  });
});

it('counts a controller who ceases on a later day among those of today', async () => {
  const { controllers, ultimate_owner } = await answers(individual('75', { ceased_on: '2025-06-21' }));
  expect(controllers).toMatchObject({ value: { controllers: [{}], ceased_controllers: [] } });
  expect(ultimate_owner).toMatchObject({ detail: { stopped_at: 'individual_majority' } });
  expect((await answers(individual('75', { ceased_on: '2025-06-20' })))['controllers']).toMatchObject({
    value: { controllers: [], ceased_controllers: [{}] },
  });
});

describe('an overseas entity', () => {
  const ENTITY = 'OE031001';
  const owner = (kind: string, id: string) => ({
    company_number: ENTITY,
    data: {
      kind: `${kind}-beneficial-owner`,
      name: `Owner ${id}`,
      natures_of_control: ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'],
      notified_on: '2023-01-16',
      ...(kind === 'individual' ? {} : { identification: { country_registered: 'Jersey' } }),
      links: { self: `/company/${ENTITY}/persons-with-significant-control/${kind}/${id}` },
    },
  });
  const owned = line({ of: COMPANY, name: 'Strand Estates SA', number: ENTITY, country: 'Luxembourg' });

  beforeEach(() =>
    world.loadRows([
      { CompanyNumber: COMPANY, CompanyName: 'FINANCIAL TIMES GROUP LIMITED' },
      { CompanyNumber: ENTITY, CompanyName: 'STRAND ESTATES SA' },
    ]),
  );

  it('is its own top with its beneficial owners counted, unless one of them is not identified', async () => {
    await world.loadControl([owner('individual', 'a'), owner('individual', 'b')]);
    expect((await world.blocksOf(ENTITY))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
      confidence: 0.9,
      detail: { stopped_at: 'overseas_entity', beneficial_owners: 2 },
    });
    await world.loadControl([
      owner('individual', 'a'),
      stated('at-least-one-beneficial-owner-unidentified', 's0', {}, ENTITY),
      stated('no-trust-involved-relevant-period', 's1', { notified_on: '2025-01-15' }, ENTITY),
    ]);
    expect(await world.blocksOf(ENTITY)).toMatchObject({
      ultimate_owner: { reason: 'ultimate_owner_not_resolved' },
      controllers: {
        value: { control: { statement: 'at-least-one-beneficial-owner-unidentified' } },
        detail: {
          statements: [{}, { statement: 'no-trust-involved-relevant-period', notified_on: '2025-01-15' }],
        },
      },
    });
  });

  it('of which nobody is on record any more is not its own top', async () => {
    const ended = {
      reason: 'ultimate_owner_not_resolved',
      detail: { chain: [], stopped_at: 'no_current_record' },
    };
    const one = owner('individual', 'a');
    const gone = { ...one, data: { ...one.data, ceased_on: '2024-01-01' } };
    const nominee = 'registered-owner-as-nominee-person-england-wales-registered-overseas-entity';
    const ofLand = { ...one, data: { ...one.data, natures_of_control: [nominee] } };
    const trust = stated('no-trust-involved-relevant-period', 's1', {}, ENTITY);
    for (const lines of [[gone], [ofLand], [gone, trust], [trust]]) {
      await world.loadControl(lines);
      expect((await world.blocksOf(ENTITY))['ultimate_owner']).toMatchObject(ended);
    }
    await world.loadControl([gone, owner('individual', 'b')]);
    expect((await world.blocksOf(ENTITY))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
      detail: { beneficial_owners: 1 },
    });
    await world.loadControl([gone, stated(NOBODY, 's2', {}, ENTITY)]);
    expect((await world.blocksOf(ENTITY))['ultimate_owner']).toMatchObject({
      value: { resolved_by: 'self' },
    });
    // Below it, the chain ends with it all the same.
    await world.loadControl([owned, gone]);
    expect((await world.blocksOf(COMPANY))['ultimate_owner']).toMatchObject({
      value: { company_number: ENTITY },
      detail: { stopped_at: 'overseas_entity', beneficial_owners: 0 },
    });
  });

  it('ends the chain of a company below it', async () => {
    await world.loadControl([owned, owner('corporate-entity', 'c')]);
    expect((await world.blocksOf(COMPANY))['ultimate_owner']).toMatchObject({
      value: { company_number: ENTITY, depth: 1 },
      detail: { stopped_at: 'overseas_entity', beneficial_owners: 1 },
    });
  });
});

describe('equal statements', () => {
  const UNIDENTIFIED = 'psc-exists-but-not-identified';
  const one = (id: string, more: object = {}) => stated(UNIDENTIFIED, id, more);
  const standing = async (...lines: readonly object[]) => {
    const { controllers } = await answers(...lines);
    return (controllers as { detail?: { statements?: unknown[] } }).detail?.statements ?? [];
  };
  const withdrawn = { ceased_on: '2022-02-02' };

  it('stand side by side, each until it is withdrawn, in whichever order they come', async () => {
    expect(await standing(one('a'), one('b', withdrawn))).toHaveLength(1);
    expect(await standing(one('a', withdrawn), one('b'))).toHaveLength(1);
    expect(await standing(one('a'), one('b'), one('c'), one('d', withdrawn))).toHaveLength(3);
    expect(await standing(one('a', withdrawn), one('b', withdrawn))).toEqual([]);
  });

  it('are withdrawn one by one by events', async () => {
    await world.loadControl([one('a'), one('b')]);
    const update = async (event: { event: { published_at: string } }) => {
      const file = world.register.write('events.jsonl', `${JSON.stringify(event)}\n`);
      const { dataDir } = world.register;
      const imported = await importRegister({ source: psc, files: [file], dataDir, update: true });
      expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
      const { controllers } = await world.blocksOf(COMPANY);
      expect(controllers).toMatchObject({ as_of: event.event.published_at.slice(0, 10) });
      return (controllers as { detail?: { statements?: unknown[] } }).detail?.statements ?? [];
    };
    const event = (id: string, type: string, timepoint: number) => ({
      resource_kind: 'persons-with-significant-control-statement',
      resource_uri: `/company/${COMPANY}/persons-with-significant-control-statements/${id}`,
      resource_id: id,
      ...(type === 'changed' && { data: one(id, withdrawn).data }),
      event: { type, timepoint, published_at: `2025-06-2${timepoint}T09:00:00` },
    });
    expect(await update(event('a', 'changed', 1))).toHaveLength(1);
    expect(await update(event('b', 'deleted', 2))).toEqual([]);
  });

  it('that lack their links are known by their words and day, and give way to those that have them', async () => {
    const bare = (more: object = {}) =>
      statement(COMPANY, { statement: UNIDENTIFIED, notified_on: '2021-03-03', ...more });
    expect(await standing(bare(), bare({ notified_on: '2021-04-04' }))).toHaveLength(2);
    expect(await standing(bare(), one('a', withdrawn))).toEqual([]);
  });

  it('are told behind graver ones', async () => {
    const { controllers } = await answers(
      stated('restrictions-notice-issued-to-psc', 'r', { notified_on: '2024-01-01' }),
      stated('steps-to-find-psc-not-yet-completed', 't'),
      stated('psc-details-not-confirmed', 'u'),
      one('v'),
    );
    expect(controllers).toMatchObject({
      value: { control: { statement: UNIDENTIFIED } },
      detail: {
        statements: [
          { statement: UNIDENTIFIED },
          { statement: 'psc-details-not-confirmed' },
          { statement: 'steps-to-find-psc-not-yet-completed' },
          { statement: 'restrictions-notice-issued-to-psc' },
        ],
      },
    });
  });
});

describe('a company is judged at one day by all that speak of its control', () => {
  const OWNER = '02790864';
  const owner = (ceased_on: string, of = COMPANY) =>
    line({ of, name: 'Somebody Else Limited', number: OWNER, ceased_on });
  /** An event of 2025-06-28 about a company. */
  const news = async (of: string) => {
    const uri = `/company/${of}/persons-with-significant-control-statements/n1`;
    const data = stated('no-trust-involved-relevant-period', 'n1', {}, of).data;
    const event = { type: 'changed', timepoint: 1, published_at: '2025-06-28T09:00:00' };
    const resource_kind = 'persons-with-significant-control-statement';
    const file = world.register.write(
      'events.jsonl',
      `${JSON.stringify({ resource_kind, resource_uri: uri, resource_id: 'n1', data, event })}\n`,
    );
    const { dataDir } = world.register;
    const imported = await importRegister({ source: psc, files: [file], dataDir, update: true });
    expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
  };
  const held = {
    controllers: { value: { controllers: [{}], ceased_controllers: [] }, as_of: '2025-06-20' },
    corporate_owners: { value: { owners: [{ company_number: OWNER }] }, as_of: '2025-06-20' },
    ultimate_owner: { value: { company_number: OWNER }, as_of: '2025-06-20' },
  };

  it('is that of the snapshot where only others have news', async () => {
    await world.loadControl([owner('2025-06-25'), statement(OWNER)]);
    expect(await world.blocksOf(COMPANY)).toMatchObject(held);
    await news('13778395');
    expect(await world.blocksOf(COMPANY)).toMatchObject(held);
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({
      value: { subsidiaries: [{ company_number: COMPANY }] },
    });
  });

  it('is that of its own news', async () => {
    await world.loadControl([owner('2025-06-25'), statement(OWNER)]);
    await news(COMPANY);
    expect(await world.blocksOf(COMPANY)).toMatchObject({
      controllers: { value: { controllers: [], ceased_controllers: [{}] }, as_of: '2025-06-28' },
      corporate_owners: { reason: 'no_corporate_owner_on_the_register', as_of: '2025-06-28' },
      ultimate_owner: { detail: { stopped_at: 'no_current_record' }, as_of: '2025-06-28' },
    });
    expect((await world.blocksOf(OWNER))['subsidiaries']).toMatchObject({ reason: 'none_on_register' });
  });

  it('is that of each company on the way up', async () => {
    const owned = line({ of: '00227590', name: 'Financial Times Group Limited', number: COMPANY });
    await world.loadControl([owned, owner('2025-06-25'), statement(OWNER)]);
    await news('00227590');
    expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({
      value: { chain: [{ company_number: COMPANY }, { company_number: OWNER }] },
    });
    await news(COMPANY);
    expect((await world.blocksOf('00227590'))['ultimate_owner']).toMatchObject({
      detail: { stopped_at: 'no_current_record' },
    });
  });
});
