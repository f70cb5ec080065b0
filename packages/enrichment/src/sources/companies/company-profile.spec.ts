import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { shippedAnswer } from '../../../../../test/support/published/shipped-answers.js';
import { runBlock } from '../../../../../test/support/run-block.js';
import companySummary from '../../blocks/computed/company-summary.block.js';
import companyIdentity from '../../blocks/registered/company-identity.block.js';
import filingStatus from '../../blocks/registered/filing-status.block.js';
import industry from '../../blocks/registered/industry.block.js';
import registeredAddress from '../../blocks/registered/registered-address.block.js';
import registryEvents from '../../blocks/registered/registry-events.block.js';
import type { JsonObject } from '../kit/records/values.js';
import { companyFacts } from './company-kinds.js';
import { readProfile } from './company-profile.js';
import { decodeCompany, encodeCompany, versionOfLine, type CompanyRecord } from './company-record.js';

const FIXTURES = join(__dirname, '../../../../../test/fixtures/register/records');
const published = (name: string): JsonObject =>
  (shippedAnswer(name, 'company-profile') ??
    JSON.parse(readFileSync(join(FIXTURES, `profile_${name}.json`), 'utf8'))) as JsonObject;
const fromApi = (profile: JsonObject): CompanyRecord =>
  readProfile(profile, String(profile['company_number'])).data;

const DAY = '2020-06-01';
const valuesOf = (company: CompanyRecord, day = DAY): unknown =>
  [companyIdentity, registeredAddress, filingStatus, industry].map((block) => {
    const envelope = runBlock(block, company, day);
    return envelope.status === 'available' ? envelope.value : envelope;
  });

/** A profile that says the same as the usual row, and what it is changed by. */
const profile = (more: JsonObject = {}): CompanyRecord =>
  fromApi({
    company_number: '01234567',
    company_name: 'SYNTHETIC WIDGETS LIMITED',
    company_status: 'active',
    type: 'ltd',
    jurisdiction: 'england-wales',
    date_of_creation: '2003-02-01',
    registered_office_address: {
      address_line_1: '1 HIGH STREET',
      locality: 'LEEDS',
      postal_code: 'LS1 1AA',
    },
    sic_codes: ['25990'],
    ...more,
  });
const row = (more: RowOverrides = {}): CompanyRecord =>
  record({ CountryOfOrigin: 'United Kingdom', ...more });

/** The published profile of CANDOUR GROUP LIMITED, printed as the file prints companies. */
const CANDOUR_ROW: RowOverrides = {
  CompanyNumber: '08957400',
  CompanyName: 'CANDOUR GROUP LIMITED',
  IncorporationDate: '25/03/2014',
  CountryOfOrigin: 'United Kingdom',
  'RegAddress.AddressLine1': '71 New Dover Road',
  'RegAddress.PostTown': 'Canterbury',
  'RegAddress.Country': 'England',
  'RegAddress.PostCode': 'CT1 3DZ',
  'Accounts.LastMadeUpDate': '31/03/2019',
  'Accounts.NextDueDate': '31/03/2021',
  'Accounts.AccountCategory': 'ACCOUNTS TYPE NOT AVAILABLE',
  ConfStmtLastMadeUpDate: '25/03/2020',
  ConfStmtNextDueDate: '08/04/2021',
  'SICCode.SicText_1': '68100 - Buying and selling of own real estate',
  'PreviousName_1.CompanyName': 'LONDON & KENT ESTATES LIMITED',
  'PreviousName_1.CONDATE': '20/04/2020',
};

describe('a profile answers as the row of the file does', () => {
  it('for a published company', () => {
    const api = published('08957400');
    const accounts = api['accounts'] as JsonObject;
    const last_accounts = {
      ...(accounts['last_accounts'] as JsonObject),
      type: 'no-accounts-type-available',
    };
    const company = fromApi({ ...api, accounts: { ...accounts, last_accounts } });
    expect(valuesOf(company)).toEqual(valuesOf(record(CANDOUR_ROW)));
  });

  it.each<[string, JsonObject, RowOverrides]>([
    ['a usual company', {}, {}],
    [
      'a proposal to strike off',
      { company_status_detail: 'active-proposal-to-strike-off' },
      { CompanyStatus: 'Active - Proposal to Strike off' },
    ],
    [
      'an insolvency',
      { company_status: 'voluntary-arrangement' },
      { CompanyStatus: 'Voluntary Arrangement' },
    ],
    [
      'a guarantee company',
      { type: 'private-limited-guarant-nsc' },
      { CompanyCategory: 'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)' },
    ],
    [
      'a community interest company',
      { type: 'private-limited-guarant-nsc', subtype: 'community-interest-company' },
      { CompanyCategory: 'Community Interest Company' },
    ],
    [
      'an overseas company',
      {
        company_number: 'FC012345',
        type: 'oversea-company',
        jurisdiction: 'noneu',
        foreign_company_details: { originating_registry: { country: 'JAPAN' } },
      },
      { CompanyNumber: 'FC012345', CompanyCategory: 'Other company type', CountryOfOrigin: 'JAPAN' },
    ],
    [
      'accounts',
      {
        accounts: {
          last_accounts: { made_up_to: '2019-03-31', type: 'micro-entity' },
          next_accounts: { due_on: '2020-12-31', overdue: false },
        },
      },
      {
        'Accounts.LastMadeUpDate': '31/03/2019',
        'Accounts.NextDueDate': '31/12/2020',
        'Accounts.AccountCategory': 'MICRO ENTITY',
      },
    ],
    [
      'first accounts',
      { accounts: { last_accounts: { type: 'null' }, next_due: '2020-12-31', overdue: false } },
      { 'Accounts.NextDueDate': '31/12/2020', 'Accounts.AccountCategory': 'NO ACCOUNTS FILED' },
    ],
    ['a company without a trade', { sic_codes: undefined }, { 'SICCode.SicText_1': 'None Supplied' }],
    [
      'a trade of the older classification',
      { sic_codes: ['7487', '62020'] },
      {
        'SICCode.SicText_1': '7487 - Other business activities',
        'SICCode.SicText_2': '62020 - Information technology consultancy activities',
      },
    ],
    [
      'a default address',
      { registered_office_address: { address_line_1: '01234567 - Companies House Default Address' } },
      {
        'RegAddress.AddressLine1': '01234567 - Companies House Default Address',
        'RegAddress.PostTown': '',
        'RegAddress.PostCode': '',
      },
    ],
  ])('for %s', (_what, api, printed) => {
    expect(valuesOf(profile(api))).toEqual(valuesOf(row(printed)));
    const details = [profile(api), row(printed)].map((company) => {
      const envelope = runBlock(companyIdentity, company, DAY);
      return envelope.status === 'available' ? envelope.detail : null;
    });
    expect(details[0]).toEqual(details[1]);
  });
});

describe('a profile tells what the file does not', () => {
  it('when a company was dissolved', () => {
    const gone = profile({ company_status: 'dissolved', date_of_cessation: '2019-05-07' });
    expect(runBlock(companyIdentity, gone, DAY)).toMatchObject({
      value: { company_status: 'dissolved', status_group: 'closed' },
      detail: { dissolved_on: '2019-05-07' },
    });
    const converted = profile({ company_status: 'converted-closed', date_of_cessation: '2019-05-07' });
    expect(runBlock(companyIdentity, converted, DAY)).toMatchObject({
      value: { company_status: 'converted-closed' },
    });
  });

  it('that a company was restored, whose day of dissolution changes nothing else', () => {
    const restored = profile({ date_of_cessation: '2019-05-07' });
    expect(runBlock(companyIdentity, restored, DAY)).toMatchObject({
      value: { company_status: 'active', status_group: 'active' },
      flagged_for_review: false,
      detail: { dissolved_on: '2019-05-07' },
    });
    expect(runBlock(companySummary, restored, DAY)).toMatchObject({
      value: { text: expect.stringContaining('is an active private limited company') as string },
    });
    expect(runBlock(registryEvents, restored, '2020-06-01')).not.toMatchObject({
      value: { milestones: expect.arrayContaining([{ type: 'dissolved', date: '2019-05-07' }]) as unknown },
    });
  });

  it('previous names and past insolvency of 03867954', () => {
    expect(runBlock(companyIdentity, fromApi(published('03867954')), '2025-06-15')).toMatchObject({
      value: {
        incorporated_on: '1999-10-25',
        legal_form: 'ltd',
        company_category: 'Private Limited Company',
      },
      detail: {
        has_insolvency_history: true,
        previous_names: [
          { name: 'POWERLEAGUE GROUP LIMITED', ceased_on: '2005-05-05' },
          { name: 'PROJECT UNITED LIMITED', ceased_on: '2000-05-08' },
        ],
      },
    });
  });

  it.each([
    [{ registered_office_is_in_dispute: true }, 'in_dispute'],
    [{ undeliverable_registered_office_address: true }, 'undeliverable'],
    [{ registered_office_is_in_dispute: true, undeliverable_registered_office_address: true }, 'in_dispute'],
    [{}, 'ok'],
  ])('that the address is in doubt: %j', (flags, address_status) => {
    expect(runBlock(registeredAddress, profile(flags), DAY)).toMatchObject({
      flagged_for_review: address_status !== 'ok',
      detail: { address_status },
    });
  });

  it.each([
    [
      'due before, whatever the answer says',
      { next_due: '2020-01-01', overdue: false },
      ['accounts_overdue'],
    ],
    ['none filed, none due', { last_accounts: { type: 'null' } }, ['no_accounts_filed']],
    ['nothing said of accounts', { overdue: false }, undefined],
  ])('what is known of accounts: %s', (_what, accounts, advisories) => {
    const told = profile({ accounts, confirmation_statement: { next_due: '2021-01-01' } });
    const envelope = runBlock(filingStatus, told, DAY);
    expect(envelope).toMatchObject({ status: 'available', value: { accounts_category: null } });
    expect(envelope.status === 'available' && envelope.detail?.advisories).toEqual(advisories);
  });

  it('that first accounts are due no longer, which is told as a change of the company', () => {
    const late = profile({ accounts: { next_due: '2021-03-31', overdue: true } });
    const on = (day: string) => [runBlock(filingStatus, late, day), companyFacts(late, day)] as const;
    const [[before, factsBefore], [after, factsAfter]] = [on('2021-03-31'), on('2021-04-01')];
    expect(before).toMatchObject({
      detail: { advisories: ['accounts_overdue', 'first_accounts_not_yet_due'] },
    });
    expect(after).toMatchObject({ detail: { advisories: ['accounts_overdue'] } });
    expect(factsAfter.accounts).not.toEqual(factsBefore.accounts);
  });

  it('that accounts are overdue', () => {
    const late = profile({ accounts: { next_due: '2020-12-31', overdue: true } });
    expect(runBlock(filingStatus, late, DAY)).toMatchObject({
      detail: { advisories: expect.arrayContaining(['accounts_overdue']) as unknown },
    });
  });
});

it('takes a kind of accounts that is left out for unknown, not for the blank of old files', () => {
  expect(runBlock(filingStatus, fromApi(published('08957400')), DAY)).toMatchObject({
    value: { accounts_category: null, accounts_last_made_up_on: '2019-03-31' },
  });
  expect(runBlock(filingStatus, fromApi(published('08957400_later')), '2024-06-01')).toMatchObject({
    value: { accounts_category: 'total-exemption-full' },
  });
});

it('counts no charges, whatever the flag says', () => {
  expect(published('00227590')['has_charges']).toBe(false);
  expect(fromApi(published('00227590')).mortgages.charges).toBeNull();
});

it.each(['00227590', '03867954', '08957400', '02578066'])('keeps all of %s on one line', (number) => {
  const company = { ...fromApi(published(number)), version: '2025-06-15T10:00:00.000Z 77' };
  const line = encodeCompany(company);
  expect(line).not.toContain('\n');
  expect(versionOfLine(line)).toBe(company.version);
  expect(decodeCompany(line)).toEqual(company);
});

it.each([
  ['no name', { company_name: '' }, 'the company has no name'],
  ['another number', { company_number: '07654321' }, 'the profile is of 07654321, not of 01234567'],
])('refuses a profile with %s', (_what, more, why) => {
  const read = () => readProfile({ company_number: '01234567', company_name: 'A LTD', ...more }, '01234567');
  expect(read).toThrow(why);
});

describe('a limited partnership', () => {
  const partnership = (more: JsonObject = {}) =>
    profile({ company_number: 'LP012345', type: 'limited-partnership', ...more });
  const answerOf = (more: JsonObject) => runBlock(companyIdentity, partnership(more), '2026-11-20');
  const summaryOf = (more: JsonObject) => runBlock(companySummary, partnership(more), '2026-11-20');

  it.each([
    ['slp', 'a Scottish limited partnership'],
    ['pflp', 'a private fund limited partnership'],
    ['private-fund-limited-partnership', 'a private fund limited partnership'],
    ['spflp', 'a Scottish private fund limited partnership'],
    ['another-kind', 'a limited partnership'],
  ])('of the kind %s is %s', (subtype, words) => {
    expect(answerOf({ subtype })).toMatchObject({
      value: { legal_form: 'limited-partnership', company_category: 'Limited Partnership' },
      detail: { subtype },
    });
    expect(summaryOf({ subtype })).toHaveProperty(
      'value.text',
      expect.stringContaining(` active ${words.slice(2)} `),
    );
  });

  it.each(['by-agreement', 'until-dissolution', 'none'])('is entered into for the term %s', (term) =>
    expect(answerOf({ term })).toHaveProperty('detail.term', term),
  );

  it('of before the reform has neither, nor has one of whom the register writes null', () => {
    const details = [{}, { subtype: 'null', term: '' }].map((more) => answerOf(more));
    for (const detail of details) {
      expect(detail).not.toHaveProperty('detail.subtype');
      expect(detail).not.toHaveProperty('detail.term');
    }
  });

  it('keeps both in an edition', () => {
    const { data } = { data: partnership({ subtype: 'slp', term: 'by-agreement' }) };
    expect(decodeCompany(encodeCompany(data)).profile).toMatchObject({
      subtype: 'slp',
      term: 'by-agreement',
    });
  });

  it.each([
    ['Limited Partnership', 'limited-partnership'],
    ['Private Fund Limited Partnership (PFLP)', 'limited-partnership'],
    ['SCOTTISH LIMITED PARTNERSHIP', 'limited-partnership'],
    ['Limited Liability Partnership', 'llp'],
    ['Scottish Partnership', 'scottish-partnership'],
    ['Partnership of another kind', null],
  ])('that the file calls %s is %s', (CompanyCategory, form) =>
    expect(runBlock(companyIdentity, row({ CompanyCategory }), DAY)).toHaveProperty('value.legal_form', form),
  );
});

it.each([
  ['strike-off-under-section-1002a-of-the-companies-act-2006-incorporation', 'incorporated on a false basis'],
  ['strike-off-under-section-1002a-of-the-companies-act-2006-restoration', 'restored on a false basis'],
  ['overseas-entity-dissolved-wound-up-or-ceased-to-exist', 'ceased to exist'],
])('is summed up where nothing is known but the annotation %s', (type, words) => {
  const bare = { registered_office_address: {}, sic_codes: [] };
  const summaryOf = (corporate_annotation: unknown[]) =>
    runBlock(companySummary, profile({ ...bare, corporate_annotation }), DAY);
  expect(summaryOf([{ type, created_on: '2020-05-01' }])).toHaveProperty(
    'value.text',
    expect.stringContaining(words),
  );
  expect(summaryOf([{ type: 'other', description: 'A note' }])).toMatchObject({
    status: 'not_found',
    reason: 'no_summary_on_file',
  });
});
