import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { contracts } from './contracts.source.js';
import { mergedAwards } from './merged-awards.js';
import { ORGANISATION, readRelease, type NoticeRecord } from './notice-record.js';

const world = forEachTest(() => new RecordsWorld());

const noticesOf = (number: string): string[] =>
  world.inForce(contracts, (edition) => edition.subjectsUnder(ORGANISATION, [number]).get(number) ?? []);
const awardsIn = (ocid: string) =>
  world.inForce(contracts, (edition) =>
    mergedAwards(edition.byNumbers([ocid]).get(ocid)).map(({ notice: _notice, ...award }) => award),
  );
const suppliersIn = (ocid: string): string[] =>
  awardsIn(ocid).flatMap(({ suppliers }) => suppliers.map(({ number }) => number));

describe('awards of one process', () => {
  const value = (amount: unknown, currency = 'GBP') => ({ value: { amount, currency } });
  const to = (number: string) => ({ suppliers: [{ identifier: { scheme: 'GB-COH', id: number } }] });
  const ocid = 'ocds-b5fd17-made';
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

  it('lose an amount that a newer release takes back, and have the sum of their contracts then', async () => {
    const award = { id: '1', ...value(100), ...to('17000001') };
    const takenBack = release('02-01', { awards: [{ id: '1', value: null }] });
    await bothOrders([release('01-01', { awards: [award] }), takenBack], [['1', null, ['17000001']]]);
    const contracts = [{ id: 'c', awardID: '1', ...value(70) }];
    await bothOrders(
      [release('01-01', { awards: [award], contracts }), takenBack],
      [['1', 70, ['17000001']]],
    );
    const again = release('03-01', { awards: [{ id: '1', ...value(90) }] });
    await bothOrders([release('01-01', { awards: [award] }), takenBack, again], [['1', 90, ['17000001']]]);
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

describe('many awards of one notice', () => {
  const MANY = 2_000;
  const many = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => make(at));
  const named = many((at) => ({ id: `a${at}` }));

  /** How many elements all searches of lists might look at while this runs. */
  function lookedAt(run: () => unknown): number {
    let count = 0;
    const searches = Array.prototype as unknown as Record<string, (...rest: unknown[]) => unknown>;
    for (const search of ['filter', 'find', 'indexOf', 'includes'] as const) {
      const own = searches[search];
      jest.spyOn(Array.prototype, search).mockImplementation(function (this: unknown[], ...rest: unknown[]) {
        count += this.length;
        return own?.apply(this, rest) as never;
      });
    }
    try {
      run();
    } finally {
      jest.restoreAllMocks();
    }
    return count;
  }

  const recordsOf = (releases: readonly object[]) => ({
    whole: {},
    items: releases.flatMap((release, at) =>
      readRelease({ ocid: 'ocds-many', date: `2025-01-0${at + 1}T09:00:00Z`, ...release }).flatMap((entry) =>
        entry.kind === 'put' ? { ...entry, data: entry.data as NoticeRecord } : [],
      ),
    ),
  });

  it('are read without a look at all of them for each', () => {
    expect(lookedAt(() => recordsOf([{ awards: named, contracts: named }]))).toBeLessThan(50 * MANY);
  });

  it('are merged so, beside others without an id and with their contracts', () => {
    const contracts = many((at) => ({
      id: `c${at}`,
      awardID: `a${at}`,
      value: { amount: 7, currency: 'GBP' },
    }));
    const records = recordsOf([{ awards: [...named, ...many(() => ({}))], contracts }, { awards: named }]);
    expect(lookedAt(() => mergedAwards(records))).toBeLessThan(50 * MANY);
    expect(mergedAwards(records).filter(({ amount }) => amount === 7)).toHaveLength(MANY);
  });
});
