import fc from 'fast-check';
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { BLOCK_KEYS, type BlockKey } from '../../../../contract/src/block-key.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import type { BlockEnvelope } from '../runner/envelope.js';
import { activitySentence, quotable } from './sentences/summary-sentences.js';
import { writtenSummary } from './rewriting/rewritten-summary.js';
import companySummary from './company-summary.block.js';

const AS_OF = '2024-07-01';
const MAZARS = readSample('Prod223_2911_05380971_20200831.html');
const REPAIR: RowOverrides = {
  CompanyNumber: '14413082',
  CompanyName: '! HEAL UR TECH LTD',
  CompanyCategory: 'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
  CompanyStatus: 'Active',
  IncorporationDate: '12/10/2022',
  'RegAddress.PostTown': 'GUILDFORD',
  'SICCode.SicText_1': '33140 - Repair of electrical equipment',
};

const summary = (
  row: RowOverrides,
  accounts?: AccountsRecord,
  lacking: readonly BlockKey[] = [],
): BlockEnvelope =>
  runBlock(
    companySummary,
    record(row),
    AS_OF,
    accounts === undefined ? {} : { accounts: aFact(heldRecords(accounts), AS_OF) },
    0.5,
    {},
    { lacking },
  );

interface Value {
  readonly text: string;
  readonly sentences: readonly { readonly text: string; readonly blocks: readonly BlockKey[] }[];
}
const valueOf = (envelope: BlockEnvelope): Value => {
  if (envelope.status !== 'available') throw new Error(JSON.stringify(envelope));
  return envelope.value as Value;
};

it('says what the register says of a company, each sentence with its blocks', () => {
  expect(summary(REPAIR)).toMatchObject({
    status: 'available',
    source: 'service_model',
    as_of: AS_OF,
    derived: true,
    value: {
      text:
        '! HEAL UR TECH LTD is an active company limited by guarantee in Guildford, incorporated on ' +
        '12 October 2022. It files as repair of electrical equipment.',
      sentences: [{ blocks: ['company_identity', 'registered_address'] }, { blocks: ['industry'] }],
      method: 'template',
      language: 'en',
    },
  });
});

it.each([
  ['Liquidation', '“Liquidation”'],
  ['Live but Receiver Manager on at least one charge', '“Live but Receiver Manager on at least one charge”'],
  ['In Administration', '“In Administration”'],
  ['receivership', '“Receiver Action”'],
  ['Active - Proposal to Strike off', '“Active proposal to strike off”'],
])('says first that the register gives the status %s', (CompanyStatus, words) =>
  expect(valueOf(summary({ ...REPAIR, CompanyStatus })).text).toBe(
    `The register gives the status of ! HEAL UR TECH LTD as ${words}. It is a company limited by guarantee in ` +
      'Guildford, incorporated on 12 October 2022. It files as repair of electrical equipment.',
  ),
);

it.each([
  ['LP012345', 'Limited Partnership', 'an active limited partnership in Guildford, registered on'],
  ['SL012345', 'Scottish Partnership', 'an active Scottish partnership in Guildford, registered on'],
  [
    'RC000652',
    'Royal Charter Company',
    'an active body incorporated by royal charter in Guildford, registered on',
  ],
  [
    'FC012345',
    'Other company type',
    'an active company registered abroad in Guildford, UK establishment opened on',
  ],
  ['05380971', 'Private Limited Company', 'an active private limited company in Guildford, incorporated on'],
])('says of %s, %s, what its day is the day of', (CompanyNumber, CompanyCategory, words) =>
  expect(valueOf(summary({ ...REPAIR, CompanyNumber, CompanyCategory })).text).toContain(
    `${words} 12 October 2022.`,
  ),
);

it('quotes what accounts say, and gives their figures; it is as old as the oldest of them', () => {
  const { as_of } = summary({ ...REPAIR, CompanyNumber: '05380971' }, MAZARS) as { as_of: string };
  expect(as_of).toBe('2020-08-31');
  const said = valueOf(summary({ ...REPAIR, CompanyNumber: '05380971' }, MAZARS)).sentences.map(
    ({ text }) => text,
  );
  expect(said).toContain(
    'Its accounts say: “The company provides staff and support services to Mazars LLP and its fellow subsidiary companies.”',
  );
  expect(said).toContain(
    'Its accounts for the period to 31 August 2020 state turnover of £105,758,329 and net assets of £5,141,227.',
  );
});

it('says nothing of a block that the account lacks', () => {
  const withAll = valueOf(summary({ ...REPAIR, CompanyNumber: '05380971' }, MAZARS));
  const lacking: readonly BlockKey[] = ['financials_filed', 'nature_of_business', 'registered_address'];
  const without = valueOf(summary({ ...REPAIR, CompanyNumber: '05380971' }, MAZARS, lacking));
  expect(withAll.sentences.flatMap(({ blocks }) => blocks)).toEqual(expect.arrayContaining([...lacking]));
  expect(without.sentences.flatMap(({ blocks }) => blocks)).toEqual(expect.not.arrayContaining([...lacking]));
  expect(without.text).not.toMatch(/105,758,329|Mazars|Guildford/);
});

it('summarises nothing where only the identity is known', () => {
  const bare = { ...REPAIR, 'RegAddress.PostTown': '', 'SICCode.SicText_1': 'None Supplied' };
  expect(summary(bare)).toMatchObject({ status: 'not_found', reason: 'no_summary_on_file', as_of: AS_OF });
  expect(runBlock(companySummary, null, AS_OF)).toMatchObject({ reason: 'no_summary_on_file' });
});

it('never says more than 800 characters, whatever is filed, and drops whole sentences', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 160 }),
      fc.string({ maxLength: 900 }),
      fc.subarray([...BLOCK_KEYS]),
      (name, description, lacking) => {
        const accounts = { ...MAZARS, description };
        const envelope = summary({ ...REPAIR, CompanyName: `A${name.trim()}` }, accounts, lacking);
        if (envelope.status !== 'available') return;
        const { text, sentences } = valueOf(envelope);
        expect(text.length).toBeLessThanOrEqual(800);
        expect(text).toBe(sentences.map((one) => one.text).join(' '));
        for (const { blocks } of sentences.slice(1))
          expect(blocks.filter((key) => lacking.includes(key))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

it('quotes whole sentences only', () => {
  const long = 'A sentence that is said. '.repeat(20);
  expect(quotable(long)).toMatch(/^(?:A sentence that is said\. ?)+$/);
  expect(quotable(long)?.length).toBeLessThanOrEqual(240);
  expect(quotable('x'.repeat(400))).toBeNull();
});

describe('in the words of a model', () => {
  const TOLD = [
    '! HEAL UR TECH LTD is an active company limited by guarantee in Guildford, incorporated on 12 October 2022.',
    'It files as repair of electrical equipment.',
  ];
  const JOINED = `${TOLD[0]?.slice(0, -1)}, and files as repair of electrical equipment.`;
  const rewriting = (content: string | null, reason: ReasonCode = 'not_looked_up', writes = true) =>
    runBlock(
      companySummary,
      record(REPAIR),
      AS_OF,
      {},
      0.5,
      {},
      {
        request: { blocks: ['company_summary'], search: 'not_asked', ...(writes && { few_rows: true }) },
        fetching: () => (content === null && reason === 'not_looked_up' ? 'not_looked_up' : null),
        kept: ({ kind }) =>
          kind !== 'rewriting' || content === null
            ? undefined
            : {
                status: 'read',
                reading: { asked_on: '2026-11-21', model: 'a-model', content },
                checked: { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' },
              },
      },
    );
  const answer = (...sentences: readonly { readonly text: string; readonly from: readonly number[] }[]) =>
    JSON.stringify({ sentences });

  it('says the same in one sentence, with all blocks that it stands on, and that a model wrote it', () => {
    expect(rewriting(answer({ text: JOINED, from: [0, 1] }))).toMatchObject({
      as_of: AS_OF,
      value: {
        text: JOINED,
        sentences: [{ text: JOINED, blocks: ['company_identity', 'registered_address', 'industry'] }],
        method: 'ai',
      },
    });
  });

  it.each([
    ['says more', answer({ text: `${JOINED.slice(0, -1)} for 40 years.`, from: [0, 1] })],
    ['leaves one out', answer({ text: TOLD[0] ?? '', from: [0] })],
    ['is none', 'Sorry.'],
    ['is empty', ''],
  ])('gives way to the template where what it wrote %s', (_what, content) => {
    expect(rewriting(content)).toMatchObject({ value: { text: TOLD.join(' '), method: 'template' } });
  });

  it('is the template where none writes for so many rows, and waits where one does', () => {
    expect(rewriting(null)).toMatchObject({ value: { method: 'template' } });
    const kept = answer({ text: JOINED, from: [0, 1] });
    expect(rewriting(kept, 'not_looked_up', false)).toMatchObject({ value: { method: 'template' } });
    expect(rewriting(null, 'error')).toEqual({ status: 'pending' });
  });

  it.each<[ReasonCode, string]>([
    ['source_busy', 'template'],
    ['not_available_yet', 'template'],
    ['source_unavailable', 'unavailable'],
  ])('where none is read for %s: %s', (reason, expected) => {
    const written = writtenSummary([], () => ({ status: 'not_read', reason }));
    expect(typeof written === 'string' ? written : written.method).toBe(expected);
  });

  it('never quotes what a model wrote of the company as words of its website', () => {
    const nature = {
      status: 'available',
      value: {
        description: 'It hires out pumps.',
        method: 'ai',
        basis: 'website',
        page_url: null,
        period_end: null,
        keywords: [],
        language: 'en',
      },
      source: 'own_website',
      as_of: AS_OF,
    } as const;
    expect(activitySentence({ ...nature, value: { ...nature.value, keywords: [] } })).toBeNull();
  });
});

describe('the place', () => {
  const textOf = (row: RowOverrides): string => valueOf(summary({ ...REPAIR, ...row })).text;

  it.each([
    ['GUILDFORD', ' in Guildford,'],
    ['CHESTER LE STREET', ' in Chester le Street,'],
    ['Street', ' in Street,'],
    ['BURY ST EDMUNDS', ' in Bury St Edmunds,'],
    ['WELWYN GARDEN CITY', ' in Welwyn Garden City,'],
    ['LONDON SW1', ' in London,'],
    ["CONNAH'S QUAY", " in Connah's Quay,"],
    ['NEW ENGLAND', ' in New England,'],
    ['LADYGROVE', ' in Ladygrove,'],
    ['LEEDS, WEST YORKSHIRE', ' in Leeds, West Yorkshire,'],
  ])('is the town that is filed as %s', (town, where) =>
    expect(textOf({ 'RegAddress.PostTown': town })).toContain(where),
  );

  it.each([
    ['12 HIGH STREET'],
    ['HIGH STREET'],
    ['Oxford Street, London'],
    ['QUEEN ST'],
    ['KINGSWAY HOUSE'],
    ['LIME GROVE'],
    ['Stryd Fawr'],
    ['Heol y Bont'],
    ['CANARY WHARF'],
    ['Temple Quay'],
    ['Enterprise Park'],
    ['TBC'],
    ['XXX'],
    ['United Kingdom'],
    ['England'],
    ['Victoria Road'],
    ['UNIT B'],
    ['STATION APPROACH BUSINESS PARK'],
    ['LS1 4AP'],
    ['.'],
  ])('is left out where the field of the town has a street or no place: %s', (town) =>
    expect(textOf({ 'RegAddress.PostTown': town })).toMatch(/ guarantee, incorporated on /),
  );

  it.each([
    [
      {
        'RegAddress.AddressLine1': 'PO BOX 4385',
        'RegAddress.CareOf': '14413082 - COMPANIES HOUSE DEFAULT ADDRESS',
      },
    ],
    [{ 'RegAddress.AddressLine1': '4385, 14413082: Companies House, Default Address' }],
    [{ 'RegAddress.POBox': '4385', 'RegAddress.PostCode': 'CF14 8LH' }],
    [
      {
        'RegAddress.AddressLine1': 'PO BOX 24238',
        'RegAddress.PostTown': 'EDINBURGH',
        'RegAddress.PostCode': 'EH7 9HR',
      },
    ],
    [{ 'RegAddress.POBox': '2381', 'RegAddress.PostTown': 'BELFAST', 'RegAddress.PostCode': 'BT1 9DY' }],
  ])('is none where the register put its default address: %j', (row) =>
    expect(textOf({ 'RegAddress.PostTown': 'CARDIFF', ...row })).toMatch(/ guarantee, incorporated on /),
  );

  it.each([
    [{ 'RegAddress.AddressLine1': '4385 PARK PLACE', 'RegAddress.PostCode': 'CF10 3AT' }],
    [{ 'RegAddress.AddressLine1': 'COMPANIES HOUSE', 'RegAddress.PostCode': 'CF14 3UZ' }],
  ])('is told where another address only looks like it: %j', (row) =>
    expect(textOf({ 'RegAddress.PostTown': 'CARDIFF', ...row })).toContain(' in Cardiff,'),
  );
});

it('warns of a liquidation though nothing else is known of the company', () => {
  const bare = { 'RegAddress.PostTown': '', 'RegAddress.AddressLine1': '', 'SICCode.SicText_1': '' };
  const { text } = valueOf(summary({ ...REPAIR, ...bare, CompanyStatus: 'Liquidation' }));
  expect(text).toMatch(/^The register gives the status of ! HEAL UR TECH LTD as “Liquidation”\. It is /);
  expect(summary({ ...REPAIR, ...bare })).toMatchObject({ reason: 'no_summary_on_file' });
});

it.each([
  ['OE031001', 'Overseas Entity', 'registered overseas entity in Tortola, registered on 16 January 2023.'],
  ['LP012345', 'Limited Partnership', 'limited partnership in Tortola, registered on 16 January 2023.'],
])('tells %s (%s) as what it is', (CompanyNumber, CompanyCategory, words) => {
  const row = { ...REPAIR, CompanyNumber, CompanyCategory, IncorporationDate: '16/01/2023' };
  expect(valueOf(summary({ ...row, 'RegAddress.PostTown': 'TORTOLA' })).text).toContain(words);
});
