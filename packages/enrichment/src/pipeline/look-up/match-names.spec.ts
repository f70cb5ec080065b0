import type { RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { CompaniesEdition } from '../../sources/companies/companies.edition.js';
import { EnrichmentWorld } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';

const world = forEachTest(() => new EnrichmentWorld());

/** A register of these names, numbered from 1. */
const named = (...names: readonly string[]): RowOverrides[] =>
  names.map((CompanyName, i) => ({ CompanyNumber: `0000000${i + 1}`, CompanyName }));

/** What a name is answered: number and confidence, or the reason and the numbers of the candidates. */
async function ask(company_name: string, min_confidence = 0.5) {
  const [row] = await world.enrich([{ company_name }], { min_confidence });
  if (row?.status === 'delivered') return [row.company_number, row.match_confidence];
  const { reason, candidates = [] } = row ?? {};
  return [reason, ...candidates.map((one) => one.company_number)];
}

describe('a legal form', () => {
  const REGISTER = named(
    'TONY DURHAM CONSULTING LIMITED',
    'MANOR HOUSE STABLES LLP',
    'HEDGEROW CYF',
    'DUNES CCC',
  );

  it.each([
    ['Tony Durham Consulting LLP', '00000001'],
    ['Tony Durham Consulting PLC', '00000001'],
    ['Tony Durham Consulting C I C', '00000001'],
    ['Tony Durham Consulting Unlimited', '00000001'],
    ['Manor House Stables Ltd', '00000002'],
    ['The Manor House Stables P L C', '00000002'],
    ['Hedgerow LLP', '00000003'],
    ['Dunes Limited', '00000004'],
  ])(
    'that differs makes %s another company: a candidate, or 0.4 for who asks for it',
    async (asked, number) => {
      await world.loadRows(REGISTER);
      expect(await ask(asked)).toEqual(['not_matched', number]);
      expect(await ask(asked, 0.4)).toEqual([number, 0.4]);
    },
  );

  it.each([
    ['Tony Durham Consulting L T D', '00000001'],
    ['Tony Durham Consulting Cyfyngedig', '00000001'],
    ['Tony Durham Consulting', '00000001'],
    ['Manor House Stables L L P', '00000002'],
    ['Manor House Stables L. L. P.', '00000002'],
    ['Manor House Stables Limited Liability Partnership', '00000002'],
    ['Hedgerow Ltd', '00000003'],
    ['Dunes P L C', '00000004'],
    ['Dunes Public Limited Company', '00000004'],
  ])('that is the same in other words makes %s no other company', async (asked, number) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual([number, 0.9]);
  });

  it.each([
    ['Acme Widgets CIC Limited', '00000001', 0.9],
    ['Acme Widgets Community Interest Company Ltd', '00000001', 0.9],
    ['Acme Widgets C.I.C. Ltd', '00000001', 0.9],
    ['Acme Widgets Cwmni Buddiant Cymunedol Cyf', '00000001', 0.9],
    ['Borough Arts CIC Ltd', '00000002', 0.9],
    ['Borough Arts CIC Ltd - Leeds', '00000002', 0.7],
    ['Dunes PLC Limited', '00000003', 0.9],
    ['Cover Notes LLP Ltd', '00000004', 0.9],
    ['Acme Widgets Ltd', 'not_matched', '00000001'],
    ['Solutions Unlimited Ltd', 'not_matched', '00000005'],
    ['Vinyl LP Ltd', 'not_matched', '00000006'],
    ['Hedge CIC Ltd', 'not_matched', '00000007'],
  ])('counts where Limited stands behind it once more: %s', async (asked, ...answer) => {
    await world.loadRows(
      named(
        ...['ACME WIDGETS CIC', 'BOROUGH ARTS C.I.C.', 'DUNES PLC', 'COVER NOTES LLP'],
        ...['SOLUTIONS UNLIMITED', 'VINYL LP', 'HEDGE LIMITED'],
      ),
    );
    expect(await ask(asked)).toEqual(answer);
  });

  it('chooses between namesakes, and a previous name of the form asked for counts before it', async () => {
    await world.loadRows([
      ...named('ACME LIMITED', 'ACME LLP', 'ROAD RUNNER PLC'),
      { CompanyNumber: '00000004', CompanyName: 'NEW PLC', 'PreviousName_1.CompanyName': 'OLD LIMITED' },
    ]);
    expect(await ask('Acme Ltd')).toEqual(['00000001', 0.9]);
    expect(await ask('Acme')).toEqual(['ambiguous_match', '00000001', '00000002']);
    expect(await ask('Old Ltd')).toEqual(['00000004', 0.7]);
    expect(await ask('Old LLP')).toEqual(['not_matched', '00000004']);
  });
});

it.each([
  ['Acorn Finance (UK) Ltd', '00000001'],
  ['Acorn Finance UK Limited', '00000001'],
  ['Acorn Finance (GB) Ltd', '00000001'],
  ['Acorn Finance (Great Britain) Ltd', '00000001'],
  ['Acorn Finance Limited (UK)', '00000001'],
  ['Acorn Finance Ltd - U.K.', '00000001'],
  ['Acorn Finance Ltd (Scotland)', '00000001'],
  ['Winningtemp Limited', '00000002'],
  ['Winningtemp', '00000002'],
  ['Klan 308 Limited', '00000003'],
])('finds %s but for a country at 0.6 and flagged', async (company_name, number) => {
  await world.loadRows(named('ACORN FINANCE LIMITED', 'WINNINGTEMP UK LIMITED', 'KLAN 308 (UK) LIMITED'));
  const [row] = await world.enrich([{ company_name }]);
  expect(row).toMatchObject({ status: 'delivered', company_number: number, match_confidence: 0.6 });
  expect(Buffer.from(row?.json ?? []).toString()).not.toContain('"flagged_for_review":false');
});

describe('a remark of a list after the legal name', () => {
  const REGISTER = named(
    'CHESTER HYDE LIMITED',
    'HUBERT C. LEACH LIMITED',
    'GREENE STONE LLP',
    'GREENE STONE (NORTH) LLP',
    'LEAD AND ZINC PLC',
    'HYDE LIMITED EDITIONS LTD',
  );

  it.each([
    ['Chester Hyde Limited - London', '00000001', 0.7],
    ['Chester Hyde Ltd (Head Office)', '00000001', 0.7],
    ['Chester Hyde Limited - ACCOUNT CLOSED', '00000001', 0.7],
    ['CHESTER HYDE LTD, Leeds', '00000001', 0.7],
    ['Chester Hyde Ltd / accounts payable', '00000001', 0.7],
    ['Chester Hyde Ltd. [do not use]', '00000001', 0.7],
    ['Chester Hyde Ltd t/a The Hyde', '00000001', 0.7],
    ['Chester Hyde L.T.D. trading as The Hyde', '00000001', 0.7],
    ['Chester Hyde Ltd (formerly Hyde Limited)', '00000001', 0.7],
    ['Chester Hyde Ltd c/o Smith Ltd', '00000001', 0.7],
    ['Chester Hyde Ltd t/as The Hyde', '00000001', 0.7],
    ['Chester Hyde Ltd T.A. The Hyde', '00000001', 0.7],
    ['Chester Hyde Ltd dba The Hyde', '00000001', 0.7],
    ['Chester Hyde Cyf yn masnachu fel Yr Hyde', '00000001', 0.7],
    ['Chester Hyde Ltd (was Hyde Street Ltd)', '00000001', 0.7],
    ['Chester Hyde Ltd [ex Hyde Street Ltd]', '00000001', 0.7],
    ['Chester Hyde Ltd (100% sub of Hyde plc)', '00000001', 0.7],
    ['Chester Hyde Ltd - wholly owned subsidiary of Hyde plc', '00000001', 0.7],
    ['Chester Hyde Ltd IN CVA', '00000001', 0.7],
    ['Chester Hyde Limited IN LIQ', '00000001', 0.7],
    ['Hubert C.Leach Limited (in liquidation)', '00000002', 0.7],
    ['Hubert C Leach Ltd in administration', '00000002', 0.7],
    ['Greene Stone L L P – Manchester', '00000003', 0.7],
    ['Greene Stone LLP (North)', 'ambiguous_match', '00000003', '00000004'],
    ['Lead + Zinc plc - head office', '00000005', 0.7],
    ['Hyde Limited Editions', '00000006', 0.9],
  ])('is left away: %s', async (asked, ...answer) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual(answer);
  });

  it.each([
    'Chester Hyde Limited / Hubert C. Leach Limited',
    'Chester Hyde Ltd, Greene Stone LLP',
    'Limited - London',
  ])('that names a second company leaves it open which is meant: %s', async (asked) => {
    await world.loadRows(REGISTER);
    expect((await ask(asked))[0]).toBe('not_matched');
  });
});

describe('AND in other signs', () => {
  const REGISTER = named(
    'SMILES & MORE LIMITED',
    'P C PLUMBING AND HEATING (EAST ANGLIA) LIMITED',
    'HEALTH + CARE LIMITED',
    'FISH N CHIPS LIMITED',
    'J N BENTLEY LIMITED',
    'A B LIMITED',
  );

  it.each([
    ['Smiles N More Limited', '00000001'],
    ["Smiles 'n' More Ltd", '00000001'],
    ["Smiles'n'More Ltd", '00000001'],
    ['Smiles + More Ltd', '00000001'],
    ['P C Plumbing + Heating (East Anglia) Limited', '00000002'],
    ['P C Plumbing N Heating (East Anglia)', '00000002'],
    ['Health & Care Ltd', '00000003'],
    ['Health n Care Ltd', '00000003'],
    ['Fish and Chips Ltd', '00000004'],
    ['Fish + Chips Ltd', '00000004'],
  ])('is AND: %s', async (asked, number) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual([number, 0.9]);
  });

  it.each(['J & Bentley Limited', 'A & B Limited', 'Smiles Or More Limited'])(
    'is nothing else: %s',
    async (asked) => {
      await world.loadRows(REGISTER);
      expect((await ask(asked))[0]).toBe('not_matched');
    },
  );

  it('yields to a dissolved company that bears the very name', async () => {
    await world.loadRows([
      { CompanyNumber: '00000001', CompanyName: 'ROCK N ROLL LIMITED', CompanyStatus: 'Dissolved' },
      { CompanyNumber: '00000002', CompanyName: 'ROCK & ROLL LIMITED' },
    ]);
    expect(await ask('Rock n Roll Ltd')).toEqual(['00000001', 0.6]);
  });
});

describe('several dissolved companies that bear the very name', () => {
  const dissolved = (name: string): RowOverrides[] =>
    ['10000001', '10000002'].map((CompanyNumber) => ({
      CompanyNumber,
      CompanyName: name,
      CompanyStatus: 'Dissolved',
    }));

  it.each([
    ['Rock n Roll Ltd', 'ROCK N ROLL LIMITED', 'ROCK & ROLL LIMITED'],
    ['Rock + Roll Ltd', 'ROCK + ROLL LTD', 'ROCK N ROLL LTD'],
    ['Rock n Roll Ltd - Leeds', 'ROCK N ROLL LIMITED', 'ROCK & ROLL LIMITED'],
    ['Hardwick Joinery Ltd', 'HARDWICK JOINERY LIMITED', 'HARTWICK JOINERY LIMITED'],
    ['Hale Assoc Ltd', 'HALE ASSOC LIMITED', 'HALE ASSOCIATES LIMITED'],
    ['Kemp Brothers', 'KEMP BROTHERS LIMITED', 'KEMP BROS LIMITED'],
  ])('yield no live one that is written otherwise; it is a candidate: %s', async (asked, gone, live) => {
    await world.loadRows([...dissolved(gone), ...named(live)]);
    expect(await ask(asked)).toEqual(['not_matched', '00000001']);
  });

  it.each([
    ['that has the name too', 'Hardwick Joinery', 'HARDWICK JOINERY LTD', 0.9],
    ['under a name that counts as the same', 'Hardwick Joinery Ltd', 'HARDWICK JOINERY UK LIMITED', 0.6],
    ['that they have in another form', 'Hardwick Joinery LLP', 'HARTWICK JOINERY LLP', 0.6],
  ])('leave a live company %s', async (_what, asked, live, confidence) => {
    await world.loadRows([...dissolved('HARDWICK JOINERY LIMITED'), ...named(live)]);
    expect(await ask(asked)).toEqual(['00000001', confidence]);
  });
});

describe('an abbreviated word', () => {
  const REGISTER = named(
    'ACTON INTERNATIONAL LIMITED',
    'LAYCOCK GATE SERVICES LTD',
    'WORK ZONE CONSTRUCTION LTD',
    'KEMP BROS LIMITED',
    'FALLIBROOME MANAGEMENT COMPANY LIMITED',
    'HALE ASSOCIATES LIMITED',
    'HALE ASSOCIATION LIMITED',
    'DALE PROPERTY & INVESTMENTS LIMITED',
    'J N INVESTMENTS LIMITED',
  );

  it.each([
    ['Acton Intl Limited', '00000001', 0.6],
    ["Acton Int'l Ltd", '00000001', 0.6],
    ['Laycock Gate Svcs Ltd', '00000002', 0.6],
    ['Work Zone Constr. Ltd', '00000003', 0.6],
    ['Kemp Brothers Ltd', '00000004', 0.6],
    ['Fallibroome Mgmt Co Ltd', '00000005', 0.6],
    ['Work Zone Const Ltd - Leeds', '00000003', 0.6],
    ['Dale Property + Inv Ltd', '00000008', 0.6],
    ['Dale Prop & Investments Ltd', '00000008', 0.6],
    ['Dale Property N Inv Ltd', '00000008', 0.6],
    ['J N Inv Ltd', '00000009', 0.6],
    ['Hale Assoc Ltd', 'ambiguous_match', '00000006', '00000007'],
    ['Acton Intl LLP', 'not_matched', '00000001'],
  ])('is written out: %s', async (asked, ...answer) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual(answer);
  });
});

describe('a typing error in a long name', () => {
  const REGISTER = named(
    'JH IT SOLUTIONS LTD',
    'G CREATIONS UK LIMITED',
    'BERNERS GREEN LIMITED',
    'MAPLE (371) LIMITED',
    'HARDWICK JOINERY LIMITED',
    'HARTWICK JOINERY LIMITED',
    'CLARK MOTORS LIMITED',
    'QUILL LTD',
  );

  it.each([
    ['Jh It Soutions Ltd', '00000001'],
    ['Jh It Solutinos', '00000001'],
    ['G Creatiosn Uk Ltd', '00000002'],
    ['Bernners Green Limited', '00000003'],
    ['Beners Green Limited - Hull', '00000003'],
    ['Mapple (371) Limited', '00000004'],
    ['Maple (371) Limted', '00000004'],
    ['Clark Motors Limitedd', '00000007'],
    ['Hardwick Joinrey Limited', '00000005'],
    ['Hardwick Joimery Ltd', '00000005'],
  ])('is forgiven: %s', async (asked, number) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual([number, 0.6]);
  });

  it.each([
    ['two names are as near', 'Harwick Joinery Ltd', ['00000005', '00000006']],
    ['a number differs', 'Maple (372) Limited', ['00000004']],
    ['an initial that differs', 'Gg Creations Uk Limited', ['00000002']],
    ['the final E of a family name', 'Clarke Motors Limited', ['00000007']],
    ['a plural', 'Clarks Motors Limited', ['00000007']],
    ['a short name', 'Quil Ltd', ['00000008']],
    ['two errors', 'Bernnres Green Ltd', ['00000003']],
    ['another legal form', 'Bernners Green LLP', ['00000003']],
    ['another word', 'Berners Grange Limited', ['00000003']],
  ])('is none where there is %s: %s has candidates', async (_what, asked, numbers) => {
    await world.loadRows(REGISTER);
    const [reason, ...candidates] = await ask(asked);
    expect(reason).toBe('not_matched');
    expect(candidates).toEqual(numbers);
  });
});

describe('a typing error in the first letter', () => {
  const REGISTER = named(
    'KINDLEWOOD INTERIORS LIMITED',
    'BRACKENRIDGE LIMITED',
    'PARTRIDGE ROOFING LIMITED',
    'CARTRIDGE ROOFING LIMITED',
    'MASON STONEWORK LIMITED',
    'WINTERBOURNE (48) LIMITED',
  );

  it.each([
    ['Indlewood Interiors', '00000001'],
    ['Kkindlewood Interiors Ltd', '00000001'],
    ['Xkindlewood Interiors Ltd', '00000001'],
    ['Ikndlewood Interiors Ltd', '00000001'],
    ['Rbackenridge', '00000002'],
    ['Interbourne (48) Ltd - Leeds', '00000006'],
  ])('of a long word is forgiven: %s', async (asked, number) => {
    await world.loadRows(REGISTER);
    expect(await ask(asked)).toEqual([number, 0.6]);
  });

  it.each([
    ['two names are as near', 'Artridge Roofing Ltd'],
    ['the word is short', 'Ason Stonework Ltd'],
    ['another letter differs', 'Indlewoof Interiors Ltd'],
    ['a number differs', 'Interbourne (49) Ltd'],
    ['another form is asked for', 'Indlewood Interiors LLP'],
  ])('is none where %s', async (_when, asked) => {
    await world.loadRows(REGISTER);
    expect((await ask(asked))[0]).toBe('not_matched');
  });

  it.each([
    ['Kendricks Plumbing Ltd', 'HENDRICKS PLUMBING LIMITED'],
    ['Kendrick Homes Ltd', 'HENDRICK HOMES LIMITED'],
    ['Barrington Homes Ltd', 'HARRINGTON HOMES LIMITED'],
    ['Carrington Homes Ltd', 'FARRINGTON HOMES LIMITED'],
    ['Harrington Homes Ltd', 'WARRINGTON HOMES LIMITED'],
    ['Hastings Supplies Ltd', 'CASTINGS SUPPLIES LIMITED'],
    ['Dale Lettings Ltd', 'DALE SETTINGS LIMITED'],
    ['Vrackenridge', 'BRACKENRIDGE LIMITED'],
  ])('is none where it is another letter: %s is not %s', async (asked, held) => {
    await world.loadRows(named(held));
    expect(await ask(asked)).toEqual(['not_matched', '00000001']);
  });
});

it.each([
  ['Chapter XVIII Holdings Ltd', 'CHAPTER XVII HOLDINGS LIMITED'],
  ['Seventy Seas Ltd', 'SEVENTH SEAS LIMITED'],
  ['Eighth Wonders Ltd', 'EIGHTY WONDERS LIMITED'],
  ['Johnston Roofs Ltd', 'JOHNSON ROOFS LIMITED'],
  ['Tailor Made Homes Ltd', 'TAYLOR MADE HOMES LIMITED'],
  ['Thompson Roofs Ltd', 'THOMSON ROOFS LIMITED'],
  ['Forster & Hill Ltd', 'FOSTER & HILL LIMITED'],
  ['Dale Cleaning Ltd', 'DALE CLEARING LIMITED'],
  ['Dale Printing Ltd', 'DALE PAINTING LIMITED'],
  ['Dale Proofing Ltd', 'DALE ROOFING LIMITED'],
  ['Dale Heating Ltd', 'DALE HEALING LIMITED'],
  ['The Dale Bakery Ltd', 'DALE BAKER LIMITED'],
  ['Dale Factory Ltd', 'DALE FACTORS LIMITED'],
])('no typing error makes another word of a word: %s is not %s', async (asked, held) => {
  await world.loadRows(named(held));
  expect(await ask(asked)).toEqual(['not_matched', '00000001']);
});

it.each([
  ['Johnsson Roofs Ltd', 'JOHNSON ROOFS LIMITED'],
  ['Dale Cleanign Ltd', 'DALE CLEANING LIMITED'],
  ['Seveth Seas Ltd', 'SEVENTH SEAS LIMITED'],
  ['Dale Bakrey Ltd', 'DALE BAKERY LIMITED'],
])('a typing error in such a word is forgiven: %s is %s', async (asked, held) => {
  await world.loadRows(named(held));
  expect(await ask(asked)).toEqual(['00000001', 0.6]);
});

it('looks for near names once for a name that rows repeat', async () => {
  await world.loadRows(named('BERNERS GREEN LIMITED'));
  const near = jest.spyOn(CompaniesEdition.prototype, 'near');
  const names = ['Bernners Green Ltd', 'Beners Green Ltd', 'Bernners Green Ltd'];
  const rows = await world.enrich(names.map((company_name) => ({ company_name })));
  const asked = near.mock.calls.map(([name]) => name);
  near.mockRestore();
  expect(rows.map((row) => row.status)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(asked).toEqual(names.slice(0, 2));
});
