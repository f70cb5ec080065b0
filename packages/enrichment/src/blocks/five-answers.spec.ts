/**
 * Never loaded, unreadable, loaded as a part, loaded with nothing of the company, and read with nothing on
 * the register are five different answers of every block that rests on a register (Blocks 1.11).
 */
import { record } from '../../../../test/support/basic-company-data.js';
import { aFact, chunkTerms, runBlocks } from '../../../../test/support/run-block.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { BLOCK_CATALOGUE } from './index.js';
import type { FactName, WhyMissing } from './runner/facts.js';
import { factsOf, inOrderOfNeeds } from './runner/needs-graph.js';
import { planBlocks } from './runner/plan-blocks.js';

/** The day of the edition, and the later one on which the list of this company was read. */
const EDITION = '2024-07-01';
const READ = '2024-07-20T09:00:00.000Z';

const STATES = ['never loaded', 'unreadable', 'part', 'loaded and empty', 'none on the register'] as const;
type State = (typeof STATES)[number];

/** The facts of the registers that a block rests on, all in one state. The company itself is on file. */
function answer(key: BlockKey, registers: readonly FactName[], given: unknown, company: CompanyRecord) {
  const blocks = inOrderOfNeeds([key], BLOCK_CATALOGUE);
  const known: Record<string, unknown> = { company: aFact(company, EDITION) };
  for (const fact of blocks.flatMap(factsOf)) known[fact] ??= 'not_available_yet';
  for (const fact of registers) known[fact] = given;
  const missing = new Map(
    Object.entries(known).filter((entry): entry is [string, WhyMissing] => typeof entry[1] === 'string'),
  );
  const faults: unknown[] = [];
  const terms = chunkTerms({
    missing,
    // The job is too large for the register to be asked.
    fetching: () => 'not_looked_up',
    onFault: (_where, error) => faults.push(error),
  });
  const plan = planBlocks(blocks, [{ key, enabled: true }], terms);
  const [envelope] = runBlocks(plan, { ...known });
  expect(faults).toEqual([]);
  return envelope;
}

const lists = ['charges', 'officers', 'persons', 'filing-history', 'insolvency', 'titles'];
/** A list that was read of this company alone. */
const READ_EMPTY = aFact(
  { items: [], whole: Object.fromEntries(lists.map((list) => [list, READ])) },
  EDITION,
  true,
);

function given(state: State, empty: unknown): unknown {
  if (state === 'never loaded') return 'not_available_yet';
  if (state === 'unreadable') return 'source_unavailable';
  return state === 'none on the register' ? empty : aFact(null, EDITION, state === 'part');
}

/** Each answer as `reason`, its date where it has one, and how much was held where it says so. */
interface Row {
  readonly block: BlockKey;
  readonly registers: readonly FactName[];
  readonly company?: CompanyRecord;
  /**
   * How a register tells that it has nothing of a company; left out: it has no other way than not to name it.
   */
  readonly empty?: unknown;
  readonly answers: Readonly<Record<Exclude<State, 'none on the register'>, string>> & {
    readonly 'none on the register'?: string;
  };
}

const FETCHED = READ.slice(0, 10);
const UNKNOWN_COUNT = record({ 'Mortgages.NumMortCharges': '2' });

/** Where no record names a website, whatever edition holds none: each record is one source among others. */
const WEBSITES = { domain: 'no_domain_found', domain_validation: 'no_domain_to_read' } as const;

const TABLE: readonly Row[] = [
  {
    block: 'charges',
    registers: ['charges'],
    company: UNKNOWN_COUNT,
    empty: READ_EMPTY,
    answers: {
      'never loaded': 'not_looked_up',
      unreadable: 'source_unavailable',
      part: 'not_looked_up',
      'loaded and empty': `none_on_register ${EDITION}`,
      'none on the register': `none_on_register ${FETCHED}`,
    },
  },
  {
    block: 'officers',
    registers: ['officers'],
    empty: READ_EMPTY,
    answers: {
      'never loaded': 'not_looked_up',
      unreadable: 'source_unavailable',
      part: 'not_looked_up',
      'loaded and empty': `no_officers_on_file ${EDITION}`,
      'none on the register': `no_officers_on_file ${FETCHED}`,
    },
  },
  ...(['controllers', 'corporate_owners', 'ultimate_owner'] as const).map((block): Row => ({
    block,
    registers: ['psc', 'owners', 'ownership_chain'],
    empty: READ_EMPTY,
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: `not_looked_up ${EDITION}`,
      'loaded and empty': `no_psc_data_on_file ${EDITION}`,
      'none on the register': `no_psc_data_on_file ${FETCHED}`,
    },
  })),
  {
    block: 'subsidiaries',
    registers: ['subsidiaries'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'subsidiary_search_unavailable',
      part: `not_looked_up ${EDITION}`,
      'loaded and empty': `none_on_register ${EDITION}`,
    },
  },
  {
    block: 'property',
    registers: ['titles'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: `not_looked_up ${EDITION}`,
      'loaded and empty': `no_property_titles_on_file ${EDITION}`,
    },
  },
  {
    block: 'registry_events',
    registers: ['filings'],
    company: record({ IncorporationDate: '' }),
    empty: READ_EMPTY,
    answers: {
      'never loaded': `no_registry_dates_on_file ${EDITION} dates_only`,
      unreadable: 'events_unavailable',
      part: `no_registry_dates_on_file ${EDITION} dates_only`,
      'loaded and empty': `no_registry_dates_on_file ${EDITION} with_filings`,
      'none on the register': `no_registry_dates_on_file ${FETCHED} with_filings`,
    },
  },
  {
    block: 'funding',
    registers: ['charges'],
    empty: READ_EMPTY,
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: 'not_looked_up',
      'loaded and empty': `no_funding_on_record ${EDITION}`,
      'none on the register': `no_funding_on_record ${FETCHED}`,
    },
  },
  {
    block: 'signals',
    registers: ['filings'],
    empty: READ_EMPTY,
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'signals_unavailable',
      part: 'not_looked_up',
      'loaded and empty': `no_signals_on_record ${EDITION}`,
      'none on the register': `no_signals_on_record ${FETCHED}`,
    },
  },
  {
    block: 'planning',
    registers: ['planning'],
    empty: aFact(
      { matches: [], covered: [{ name: 'Leeds City Council', registers: ['applications'] }] },
      EDITION,
    ),
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'planning_register_unavailable',
      part: `not_looked_up ${EDITION}`,
      'loaded and empty': `no_planning_on_file ${EDITION}`,
      'none on the register': `no_planning_applications ${EDITION}`,
    },
  },
  {
    block: 'employees',
    registers: ['pay_gap'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: 'not_looked_up',
      'loaded and empty': `no_employee_figures_on_file ${EDITION}`,
    },
  },
  ...(['domain', 'domain_validation'] as const).map((block): Row => ({
    block,
    registers: ['website_records'],
    answers: {
      'never loaded': WEBSITES[block],
      unreadable: 'source_unavailable',
      part: WEBSITES[block],
      'loaded and empty': WEBSITES[block],
    },
  })),
  ...(['web_presence', 'technologies', 'trading_address'] as const).map((block): Row => ({
    block,
    registers: ['website_records'],
    answers: {
      'never loaded': 'no_validated_website',
      unreadable: 'source_unavailable',
      part: 'no_validated_website',
      'loaded and empty': 'no_validated_website',
    },
  })),
  {
    block: 'nature_of_business',
    registers: ['accounts'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: `no_domain_to_read ${EDITION}`,
      'loaded and empty': `no_domain_to_read ${EDITION}`,
    },
  },
  {
    block: 'contacts',
    registers: ['officers'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: 'no_people_found',
      'loaded and empty': 'no_people_found 2024-07-01',
    },
  },
  {
    block: 'web_traffic',
    registers: ['site_ranks', 'website_records'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'web_profile_unavailable',
      part: 'no_website_to_match',
      'loaded and empty': 'no_website_to_match',
    },
  },
  {
    block: 'related_company_domain',
    registers: ['psc', 'owners', 'related_websites'],
    answers: {
      'never loaded': 'not_available_yet',
      unreadable: 'source_unavailable',
      part: `not_looked_up ${EDITION}`,
      'loaded and empty': `no_psc_data_on_file ${EDITION}`,
    },
  },
];

describe.each(TABLE.map((row) => [row.block, row] as const))('%s', (block, row) => {
  it.each(STATES.filter((state) => row.answers[state] !== undefined))('%s', (state) => {
    const { registers, empty, company = record() } = row;
    const envelope = answer(block, registers, given(state, empty), company);
    const { reason, as_of, detail } = envelope as {
      reason?: string;
      as_of?: string;
      detail?: { coverage?: string };
    };
    const told = [reason, as_of, detail?.coverage].filter((part) => part !== undefined).join(' ');
    expect(told).toBe(row.answers[state]);
  });
});

/** The register of companies itself: a row is matched only to a company that it, or the index, knows. */
const BLANK = record({
  IncorporationDate: '',
  'RegAddress.AddressLine1': '',
  'RegAddress.PostTown': '',
  'RegAddress.PostCode': '',
  'SICCode.SicText_1': '',
});
describe.each([
  ['company_identity', 'no_identity_on_file', null],
  ['registered_address', 'no_address_on_file', 'no_address_on_file'],
  ['filing_status', 'no_filing_dates_on_file', 'no_filing_dates_on_file'],
  ['industry', 'no_sic_on_file', 'no_sic_on_file'],
  ['firmographics', 'no_profile_on_file', null],
] as const)('%s', (block, none, blank) => {
  const answered = (company: unknown) =>
    answer(block, ['company'], company, BLANK) as { status: string; reason?: string; as_of?: string };

  it('never loaded', () => {
    expect(answered('not_available_yet')).toMatchObject({ reason: 'not_available_yet' });
  });
  it('unreadable', () => {
    expect(answered('source_unavailable')).toMatchObject({
      reason: 'source_unavailable',
      retry_suggested: true,
    });
  });
  it('loaded and empty', () => {
    expect(answered(aFact(null, EDITION))).toMatchObject({ reason: none, as_of: EDITION });
  });
  it('none on the register', () => {
    const envelope = answered(aFact(BLANK, EDITION));
    expect(blank === null ? envelope.status : envelope.reason).toBe(blank ?? 'available');
    expect(envelope.as_of).toBe(EDITION);
  });
});
