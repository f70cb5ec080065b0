import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { contracts } from './contracts.source.js';
import { mergedAwards } from './merged-awards.js';
import { ORGANISATION } from './notice-record.js';

const RELEASES = join(
  __dirname,
  '../../../test/fixtures/register/records/contracts-finder-2025-03-11_sample.jsonl',
);
type Release = Record<string, unknown> & { ocid: string; date: string };
const releases = readFileSync(RELEASES, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Release);
const byOcid = (part: string): Release => releases.find(({ ocid }) => ocid.includes(part)) ?? never();
const never = (): never => {
  throw new Error('the sample has no such notice');
};
/** What the notice 3eaf1935 says, with something else in it. */
const changed = (more: object): object => ({ ...byOcid('3eaf1935'), ...more });

const world = forEachTest(() => new RecordsWorld());

const noticesOf = (number: string): string[] =>
  world.inForce(contracts, (edition) => edition.subjectsUnder(ORGANISATION, [number]).get(number) ?? []);
const awardsIn = (ocid: string) =>
  world.inForce(contracts, (edition) =>
    mergedAwards(edition.byNumbers([ocid]).get(ocid)).map(({ told: _told, ...award }) => award),
  );
const suppliersIn = (ocid: string): string[] =>
  awardsIn(ocid).flatMap(({ suppliers }) => suppliers.map(({ number }) => number));

it('reads published releases: who was awarded what, by whom, and where it stands', async () => {
  expect(await world.import(contracts, [RELEASES])).toMatchObject({
    outcome: 'imported',
    as_of: '2025-03-11',
    rejected: 0,
  });
  const { ocid } = byOcid('ce1fe07e');
  expect(noticesOf('10266124')).toEqual([ocid]);
  expect(awardsIn(ocid)).toEqual([
    {
      id: `${ocid}-1`,
      stands: true,
      awarded_on: '2024-12-12',
      title: expect.any(String) as string,
      amount: 109409,
      currency: 'GBP',
      supplier_count: 1,
      suppliers: [{ number: '10266124', name: 'Sabre Building Solutions Ltd.', website: null }],
    },
  ]);
});

it('takes an amount of 0 for unknown', async () => {
  await world.import(contracts, [RELEASES]);
  expect(awardsIn(byOcid('3eaf1935').ocid)).toMatchObject([{ amount: null, currency: null }]);
});

it.each([
  ['in the order published', releases],
  ['in the other', [...releases].reverse()],
])('keeps what the newest release of a notice says, read %s', async (_how, lines) => {
  await world.import(contracts, [world.writeLines('releases.jsonl', lines)]);
  expect(awardsIn(byOcid('09a309a3').ocid).map(({ amount }) => amount)).toEqual([109320]);
});

it('forgets a supplier that a newer release no longer names', async () => {
  await world.import(contracts, [RELEASES]);
  const { ocid } = byOcid('3eaf1935');
  const [award] = byOcid('3eaf1935')['awards'] as object[];
  const newer = changed({
    date: '2025-04-01T00:00:00Z',
    awards: [{ ...award, suppliers: [{ id: 'GB-COH-10266124' }] }],
  });
  await world.import(contracts, [world.writeLines('r-2025-04-01.jsonl', [newer])], { update: true });
  expect(suppliersIn(ocid)).toEqual(['10266124']);
});

it('forgets an award that is cancelled, and keeps one that a later notice says nothing of', async () => {
  await world.import(contracts, [RELEASES]);
  const { ocid } = byOcid('3eaf1935');
  const later = (date: string, awards: object[]) =>
    world.import(contracts, [world.writeLines(`r-${date}.jsonl`, [changed({ date, awards })])], {
      update: true,
      asOf: date.slice(0, 10),
    });
  await later('2025-04-01T00:00:00Z', []);
  expect(awardsIn(ocid)).toHaveLength(1);
  await later('2025-04-02T00:00:00Z', [{ id: `${ocid}-1`, status: 'cancelled' }]);
  expect(awardsIn(ocid)).toHaveLength(0);
});

it('puts back the zeros that buyers leave out, and counts suppliers without a number', async () => {
  await world.import(contracts, [RELEASES]);
  expect(noticesOf('00158718')).toEqual([byOcid('7dc69fe1').ocid]);
  const [award] = awardsIn(byOcid('d1441223').ocid);
  expect(award?.suppliers.map(({ number }) => number)).toContain('04142000');
  expect([award?.supplier_count, award?.suppliers.length]).toEqual([12, 8]);
});

it('keeps no contact point, whoever it is of', async () => {
  const contactPoint = { name: 'Jo Bloggs', email: 'jo@example.co.uk', telephone: '020 7946 0000' };
  const parties = (byOcid('3eaf1935')['parties'] as object[]).map((party) => ({ ...party, contactPoint }));
  await world.import(contracts, [world.writeLines('r.jsonl', [changed({ parties, contactPoint })])]);
  const held = world.inForce(contracts, (edition) => JSON.stringify([...edition.held()]));
  expect(held).toContain('04236992');
  expect(held).not.toMatch(/Bloggs|example|7946/);
});

it('keeps the host of a website that a notice names for a company, and mends lost line ends of a title', async () => {
  const party = {
    id: 'x',
    name: 'Centre for Process Innovation Limited',
    additionalIdentifiers: [{ scheme: 'GB-COH', id: '5002194' }],
    details: { url: 'http://www.uk-cpi.com/about' },
  };
  const release = changed({
    parties: [party],
    awards: [{ id: '1', title: 'Works:rnrnNorthern Road', suppliers: [{ id: 'x' }] }],
  });
  await world.import(contracts, [world.writeLines('r.jsonl', [release])]);
  expect(awardsIn(byOcid('3eaf1935').ocid)).toMatchObject([
    {
      title: 'Works:  Northern Road',
      awarded_on: '2025-01-23',
      suppliers: [{ number: '05002194', website: 'uk-cpi.com' }],
    },
  ]);
});

it('reads a release package, and tells of the place of a release that has no date', async () => {
  const document = { uri: 'https://example.org/1', version: '1.1', releases };
  const file = world.write('package.json', JSON.stringify(document, null, 2));
  expect(await world.import(contracts, [file])).toMatchObject({ outcome: 'imported', rejected: 0 });
  expect(noticesOf('04236992')).toHaveLength(1);
  const broken = { ...document, releases: [...releases, { ocid: 'ocds-x' }] };
  const other = world.write('broken.json', JSON.stringify(broken, null, 2));
  expect(await world.import(contracts, [other], { maxRejectedPercent: 20 })).toMatchObject({
    rejects: [{ file: 'broken.json', line: releases.length + 1, reason: 'date is not an instant' }],
  });
});

it.each([
  ['cut off', JSON.stringify({ releases }).slice(0, 5_000)],
  ['nested without end', `{"ocid":"x","date":"2025-01-01T00:00:00Z","a":${'['.repeat(2_000_000)}`],
  ['a package nested without end', `{"releases":[${'['.repeat(2_000_000)}`],
  ['of another kind', '{"grants":[]}'],
  ['of lines without a notice', '{"ocid":"x"}\n{"id":"y"}\n'],
])('imports nothing of a file that is %s, and says why', async (_how, content) => {
  const before = await world.import(contracts, [RELEASES]);
  const refused = await world.import(contracts, [world.write('releases.json', content)]);
  expect(refused).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/^[^\n]+$/) as string });
  expect([before.outcome, noticesOf('10266124').length]).toEqual(['imported', 1]);
});

describe('ids of parties', () => {
  const alder = { name: 'ALDER LIMITED', identifier: { scheme: 'GB-COH', id: '17000001' } };
  const beech = { name: 'BEECH LIMITED', identifier: { scheme: 'GB-COH', id: 17000002 } };
  const supplied = async (parties: object[], supplier: object): Promise<string[]> => {
    const release = changed({ parties, awards: [{ id: '1', suppliers: [supplier] }] });
    await world.import(contracts, [world.writeLines('r.jsonl', [release])]);
    return suppliersIn(byOcid('3eaf1935').ocid);
  };

  it.each([
    ['text and text', '101', '101'],
    ['a number and text', 101, '101'],
    ['text and a number', '101', 101],
    ['a number and a number', 101, 101],
  ])('compare as text: %s', async (_how, party, supplier) => {
    const parties = [
      { ...alder, id: party },
      { ...beech, id: '102' },
    ];
    expect(await supplied(parties, { id: supplier, name: 'ALDER LIMITED' })).toEqual(['17000001']);
  });

  it.each([
    ['neither has one', [beech], { name: 'ALDER LIMITED' }],
    ['the party has none', [beech], { id: '101', name: 'ALDER LIMITED' }],
    ['the supplier has none', [{ ...beech, id: '101' }], { name: 'ALDER LIMITED' }],
    ['one is no id at all', [{ ...beech, id: {} }], { id: {}, name: 'ALDER LIMITED' }],
    [
      'two companies share it',
      [
        { ...beech, id: '1' },
        { ...alder, id: 1 },
      ],
      { id: '1', name: 'ALDER LIMITED' },
    ],
  ])('name nobody where %s', async (_how, parties, supplier) => {
    expect(await supplied(parties, supplier)).toEqual([]);
  });

  it('reads a number of ours whatever its type, and the case of its scheme', async () => {
    expect(await supplied([{ ...beech, id: 'x' }], { id: 'x' })).toEqual(['17000002']);
    const supplier = { name: 'ALDER LIMITED', identifier: { scheme: 'gb-coh', id: 17000001 } };
    expect(await supplied([], supplier)).toEqual(['17000001']);
    expect(await supplied([], { id: 'gb-coh-17000001' })).toEqual(['17000001']);
  });
});

describe('awards of one process', () => {
  const value = (amount: unknown, currency = 'GBP') => ({ value: { amount, currency } });
  const to = (number: string) => ({ suppliers: [{ identifier: { scheme: 'GB-COH', id: number } }] });
  const { ocid } = byOcid('3eaf1935');
  const release = (date: string, more: object, id = date): object => ({
    ...{ ocid, id, date: `2025-${date}T09:00:00Z`, ...more },
  });
  const merged = async (releases: object[]) => {
    await world.import(contracts, [world.writeLines('r.jsonl', releases)], { asOf: '2025-12-01' });
    return awardsIn(ocid).map(({ id, amount, suppliers }) => [
      id,
      amount,
      suppliers.map((one) => one.number),
    ]);
  };
  const bothOrders = async (releases: object[], expected: unknown) => {
    for (const order of [releases, [...releases].reverse()]) expect(await merged(order)).toEqual(expected);
  };

  it('stand side by side where lots are awarded in several releases', async () => {
    const lots = ['1', '2', '3'].map((id) =>
      release(`0${id}-01`, { awards: [{ id, ...value(Number(id) * 100), ...to(`1700000${id}`) }] }),
    );
    await bothOrders(
      lots,
      ['1', '2', '3'].map((id) => [id, Number(id) * 100, [`1700000${id}`]]),
    );
  });

  describe('without an id', () => {
    const nameless = { ...value(100), ...to('17000001') };
    const named = { id: '2', ...value(200), ...to('17000002') };
    const NAMELESS = [undefined, 100, ['17000001']];
    const NAMED = ['2', 200, ['17000002']];

    it.each([
      ['names another', [named], [NAMED, NAMELESS]],
      [
        'names another and tells a contract',
        [named],
        [NAMED, NAMELESS],
        { contracts: [{ id: 'c', awardID: '2' }] },
      ],
      ['tells of no award', [], [NAMELESS], { contracts: [{ id: 'c', awardID: '9' }] }],
      ['tells another without an id', [{ ...named, id: undefined }], [[undefined, 200, ['17000002']]]],
      [
        'names one and tells another',
        [named, { ...nameless, ...value(150) }],
        [NAMED, [undefined, 150, ['17000001']]],
      ],
    ])(
      'stay where a newer release %s, if it tells of none such',
      async (_what, awards, expected, more: object = {}) => {
        const releases = [release('01-01', { awards: [nameless] }), release('02-01', { awards, ...more })];
        await bothOrders(
          releases,
          expected.map(([id = null, ...rest]) => [id, ...rest]),
        );
      },
    );

    it('are replaced if their ids stood twice, and a newer release names one of them', async () => {
      const twice = [
        { id: '2', ...to('17000001') },
        { id: '2', ...to('17000003') },
      ];
      await bothOrders([release('01-01', { awards: twice }), release('02-01', { awards: [named] })], [NAMED]);
    });
  });

  it.each(['Active', 'ACTIVE', 'active', ' active '])('are in force with the status %p', async (status) => {
    const awards = [{ id: '1', status, ...value(100), ...to('17000001') }];
    expect(await merged([release('01-01', { awards })])).toEqual([['1', 100, ['17000001']]]);
  });

  it.each(['Cancelled', 'PENDING', 'Unsuccessful', 'inactive'])(
    'are none with the status %p',
    async (status) => {
      const awards = [{ id: '1', status, ...value(100), ...to('17000001') }];
      expect(await merged([release('01-01', { awards })])).toEqual([]);
    },
  );

  it('count no contract that was cancelled, in whatever letters', async () => {
    const awards = [{ id: '1', status: 'active', ...to('17000001') }];
    const contracts = ['Cancelled', 'CANCELLED', 'Active'].map((status, at) => ({
      ...{ id: `c${at}`, awardID: '1', status },
      ...value(100),
    }));
    expect(await merged([release('01-01', { awards, contracts })])).toEqual([['1', 100, ['17000001']]]);
  });

  it('keep what a newer release leaves out, and take what it tells', async () => {
    await bothOrders(
      [
        release('01-01', { awards: [{ id: 1, status: 'pending', date: '2025-01-01', ...to('17000001') }] }),
        release('02-01', { awards: [{ id: '1', status: 'active', ...value(500) }] }),
        release('03-01', { awards: [{ id: '1', title: 'Works', suppliers: [] }] }),
      ],
      [['1', 500, ['17000001']]],
    );
    expect(awardsIn(ocid)).toMatchObject([{ awarded_on: '2025-01-01', title: 'Works' }]);
    const corrected = release('04-01', { awards: [{ id: '1', ...value(7, 'EUR'), ...to('17000002') }] });
    await world.import(contracts, [world.writeLines('s.jsonl', [corrected])], { update: true });
    expect(awardsIn(ocid)).toMatchObject([
      { amount: 7, currency: 'EUR', suppliers: [{ number: '17000002' }] },
    ]);
  });

  it.each([
    ['all of one currency', [value(700), value('7000.50')], 7700.5],
    ['of two currencies', [value(700), value(7000, 'EUR')], null],
    ['one without an amount', [value(700), {}], null],
    ['one cancelled', [value(700), { ...value(7000), status: 'cancelled' }], 700],
    ['none of this award', [{ ...value(700), awardID: '8' }], null],
    ['of no award', [{ ...value(700), awardID: null }], null],
    [
      'one id twice',
      [
        { ...value(700), id: 'c' },
        { ...value(700), id: 'c' },
      ],
      null,
    ],
  ])('are worth the sum of their contracts: %s', async (_what, filed, amount) => {
    const listed = filed.map((contract, at) => ({ id: at, awardID: 7, ...contract }));
    const awards = [{ id: '7', ...to('17000006') }];
    expect(await merged([release('05-02', { awards, contracts: listed })])).toEqual([
      ['7', amount, ['17000006']],
    ]);
    // Contracts are signed, and published, later.
    await bothOrders(
      [release('05-02', { awards }), release('06-02', { contracts: listed })],
      [['7', amount, ['17000006']]],
    );
  });

  it('are worth their own value where they tell one', async () => {
    const awards = [{ id: '7', ...value(5_000), ...to('17000006') }];
    const signed = [{ id: 1, awardID: '7', ...value(1) }];
    expect(await merged([release('05-02', { awards, contracts: signed })])).toEqual([
      ['7', 5_000, ['17000006']],
    ]);
  });

  it('have no value where their id stands twice, and both stay', async () => {
    const awards = [
      { id: '1', ...value(100), ...to('17000001') },
      { id: 1, ...to('17000002') },
    ];
    const signed = [{ id: 'c', awardID: '1', ...value(100) }];
    const twice = release('05-02', { awards, contracts: signed });
    const both = [
      ['1', null, ['17000001']],
      ['1', null, ['17000002']],
    ];
    expect(await merged([twice])).toEqual(both);
    const once = release('04-02', { awards: [{ id: '1', ...value(100), ...to('17000001') }] });
    await bothOrders([once, twice], both);
  });

  it('without an id are those of the newest release that tells of awards', async () => {
    await bothOrders(
      [
        release('01-01', { awards: [{ ...value(1), ...to('17000001') }] }),
        release('02-01', { awards: [{ ...value(2), ...to('17000002') }] }),
        release('03-01', { tender: { title: 'Works' } }),
      ],
      [[null, 2, ['17000002']]],
    );
  });

  describe('to suppliers that name a party by its id', () => {
    const party = (id: unknown, number?: string) => ({
      id,
      name: 'ALDER LIMITED',
      ...(number !== undefined && { identifier: { scheme: 'GB-COH', id: number } }),
    });
    const awarded = { id: '1', ...value(100), suppliers: [{ id: 'P1', name: 'ALDER LIMITED' }] };
    const award = { awards: [awarded] };
    const FOUND = [['1', 100, ['17000001']]];
    const NONE = [['1', 100, []]];

    it.each([
      ['an earlier release', [{ parties: [party('P1', '17000001')], awards: [] }, award], FOUND],
      ['a later release', [award, { parties: [party('P1', '17000001')] }], FOUND],
      ['two releases before', [{ parties: [party('P1', '17000001')] }, { awards: [] }, award], FOUND],
      [
        'an earlier release, which the award names again without its number',
        [{ parties: [party('P1', '17000001')] }, { ...award, parties: [party('P1')] }],
        FOUND,
      ],
      [
        'the release of another award',
        [{ parties: [party('P1', '17000001')], awards: [{ ...awarded, id: '2' }] }, { awards: [awarded] }],
        [['2', 100, ['17000001']], ...FOUND],
      ],
      [
        'several releases, as two companies',
        [{ parties: [party('P1', '17000001')] }, { parties: [party('P1', '17000002')] }, award],
        NONE,
      ],
      [
        'its own release twice, as two companies',
        [
          { parties: [party('P1', '17000003')] },
          { ...award, parties: [party('P1', '17000001'), party('P1', '17000002')] },
        ],
        NONE,
      ],
      ['an earlier release under another id', [{ parties: [party('P2', '17000001')] }, award], NONE],
    ])('finds the party in %s', async (_where, told, expected) => {
      await bothOrders(
        told.map((more, at) => release(`0${at + 1}-01`, more)),
        expected,
      );
    });

    it('compares ids as text, and finds a party that an update brings, or that was there before it', async () => {
      const awards = [{ ...awarded, suppliers: [{ id: 101 }] }];
      const [first, second] = [
        release('01-01', { parties: [party('101', '17000001')] }),
        release('02-01', { awards }),
      ];
      for (const [before, update] of [
        [first, second],
        [second, first],
      ]) {
        await world.import(contracts, [world.writeLines('r.jsonl', [before ?? {}])], { asOf: '2025-12-01' });
        await world.import(contracts, [world.writeLines('s.jsonl', [update ?? {}])], { update: true });
        expect(suppliersIn(ocid)).toEqual(['17000001']);
        expect(noticesOf('17000001')).toEqual([ocid]);
      }
    });
  });

  describe('that are told without an id and with one', () => {
    const nameless = { ...value(100), title: 'Works', ...to('17000001') };
    const named = { id: '1', ...nameless };
    const ONE = [['1', 100, ['17000001']]];

    it.each([
      ['first without it', [nameless], [named], ONE],
      ['later without it', [named], [nameless], ONE],
      ['and with a day', [nameless], [{ ...named, date: '2025-02-01' }], ONE],
      ['and with a value', [{ ...nameless, value: undefined }], [named], ONE],
      ['without a title', [{ ...nameless, title: undefined }], [named], ONE],
      [
        'with a second one beside it',
        [nameless, { ...nameless, title: 'Repairs' }],
        [named, { ...named, id: '2', title: 'Repairs' }],
        [...ONE, ['2', 100, ['17000001']]],
      ],
      [
        'of another value',
        [nameless],
        [{ ...named, ...value(70) }],
        [
          ['1', 70, ['17000001']],
          [null, ...(ONE[0] ?? []).slice(1)],
        ],
      ],
      ['of another title', [nameless], [{ ...named, title: 'Repairs' }], [...ONE, [null, 100, ['17000001']]]],
      [
        'of another supplier',
        [nameless],
        [{ ...named, ...to('17000002') }],
        [
          ['1', 100, ['17000002']],
          [null, 100, ['17000001']],
        ],
      ],
      ['in one release', [nameless, named], [], [...ONE, [null, 100, ['17000001']]]],
    ])('are one: %s, if nothing tells them apart', async (_how, first, second, expected) => {
      await bothOrders([release('01-01', { awards: first }), release('02-01', { awards: second })], expected);
    });

    it('count a contract once, too', async () => {
      const awards = [{ id: '1', ...to('17000001') }];
      const signed = { awardID: '1', ...value(700) };
      const told = (...contracts: object[]) => release(`0${contracts.length + 3}-01`, { contracts });
      await bothOrders(
        [release('01-01', { awards }), told(signed), told({ ...signed, id: 'c' }, { ...signed, id: 'd' })],
        [['1', 1_400, ['17000001']]],
      );
      await bothOrders(
        [
          release('01-01', { awards, contracts: [signed] }),
          release('02-01', { contracts: [{ ...signed, id: 'c' }] }),
        ],
        [['1', 700, ['17000001']]],
      );
    });
  });
});

it.each(['SL00911A', 'IP000CUS', 'FE000123', 'en000001'])('finds a supplier by the number %s', async (id) => {
  const notice = changed({
    parties: [{ id: 's', name: 'Made Up LP', roles: ['supplier'], identifier: { scheme: 'GB-COH', id } }],
    awards: [{ id: '1', status: 'active', suppliers: [{ id: 's' }], value: { amount: 5, currency: 'GBP' } }],
  });
  await world.import(contracts, [world.writeLines('notices.jsonl', [notice])]);
  expect(noticesOf(id.toUpperCase())).toEqual([byOcid('3eaf1935').ocid]);
});
