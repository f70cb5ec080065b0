import { record } from '../../../../../test/support/basic-company-data.js';
import { publishedItems } from '../../../../../test/support/published/published-records.js';
import { anOfficer } from '../../../../../test/support/run-block.js';
import { CHARGES } from '../../sources/charges/charge-record.js';
import { FILINGS, type FilingRecord } from '../../sources/filings/filing-record.js';
import { INSOLVENCY } from '../../sources/filings/insolvency-record.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import type { ControlPerson } from '../../sources/psc/psc-record.js';
import { newestEventFirst, type NamedRecord } from './register-event.js';
import { onceARow } from '../runner/facts.js';
import { registerEvents, type RegisterRecords } from './register-events.js';

const FETCHED = '2026-02-28T09:00:00.000Z';
const NOTHING: RegisterRecords = {
  company: null,
  officers: [],
  control: [],
  charges: [],
  filings: [],
  insolvency: [],
};
const eventsOf = (records: Partial<RegisterRecords>, to = '2026-02-28') =>
  registerEvents({ ...NOTHING, ...records }, to, onceARow()).toSorted(newestEventFirst);
const shown = (records: Partial<RegisterRecords>) =>
  eventsOf(records).map(({ date, type, form }) => `${date} ${type} ${form ?? '-'}`);

let filings = 0;
function filing(description: string, more: Partial<FilingRecord> = {}): NamedRecord<FilingRecord> {
  filings += 1;
  const data: FilingRecord = {
    record: 'filing',
    date: '2025-06-10',
    action_date: null,
    form: 'XX01',
    category: null,
    description,
    values: {},
    capital: [],
    ...more,
  };
  return { key: `t${filings}`, data };
}
const officer = (name: string, more: Partial<OfficerRecord> = {}): NamedRecord<OfficerRecord> => ({
  key: name,
  data: anOfficer({ name, appointed_on: '2025-06-01', ...more }),
});
const controller = (name: string): NamedRecord<ControlPerson> => ({
  key: name,
  data: {
    record: 'person',
    type: 'individual',
    name,
    natures_of_control: [],
    notified_on: '2025-06-01',
    ceased_on: null,
    identification: null,
  },
});

it('calls who owns an overseas entity its beneficial owner', () => {
  const { key, data } = controller('Mr Ali Owner');
  const natures_of_control = ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'];
  const titles = [data, { ...data, natures_of_control }].map(
    (one) => eventsOf({ control: [{ key, data: one }] })[0]?.title,
  );
  expect(titles).toEqual([
    'Notification of Mr Ali Owner as a person with significant control',
    'Notification of Mr Ali Owner as a beneficial owner',
  ]);
});

const HISTORY = publishedItems(FILINGS, 'filing-history_07310390', FETCHED);
const PFB_CHARGES = publishedItems(CHARGES, 'charges_07310390', FETCHED);

describe('the filing history of 07310390 alone', () => {
  it('tells of its life, from incorporation to dissolution after a winding up', () => {
    const milestones = shown({ filings: HISTORY }).filter((line) =>
      /incorporated|insolvency|dissolved|address|capital/.test(line),
    );
    expect(milestones).toEqual([
      '2019-01-03 dissolved GAZ2',
      '2018-10-03 insolvency_ended LIQ14',
      '2016-06-15 address_changed AD01',
      '2016-05-26 insolvency_started RESOLUTIONS',
      '2014-07-31 capital_changed SH01',
      '2014-02-17 address_changed AD01',
      '2010-08-24 address_changed AD01',
      '2010-07-09 incorporated NEWINC',
    ]);
  });

  it('is one event a filing', () => {
    expect(eventsOf({ filings: HISTORY })).toHaveLength(47);
  });
});

it('tells of each charge of 07310390 once, with its form, though two sources know of it', () => {
  const events = eventsOf({ filings: HISTORY, charges: PFB_CHARGES });
  const created = events.filter(({ type }) => type === 'charge_created');
  const registered = created.filter(({ source }) => source === 'company_register_charges');
  expect(registered.map(({ form }) => form)).toEqual([
    ...Array<string>(6).fill('MR01'),
    'MG01',
    'MG01',
    'MG01',
  ]);
  expect(registered[0]).toMatchObject({
    date: '2015-12-18',
    values: { charge_code: '073103900009', filed_on: '2015-12-21' },
  });
  // One registration has a filing and is not in the list of charges.
  expect(created.filter(({ source }) => source === 'company_register_filings')).toMatchObject([
    { date: '2015-03-10', title: 'Registration of a charge', form: 'MR01' },
  ]);
  expect(events).toHaveLength(47);
});

describe('one fact from two sources is one event:', () => {
  it('an appointment, in whatever order the name is written', () => {
    const ap01 = filing('appoint-person-director-company-with-name-date', {
      form: 'AP01',
      values: { officer_name: 'Mr Allan Horley', appointment_date: '2025-06-01' },
    });
    expect(shown({ officers: [officer('HORLEY, Allan David')], filings: [ap01] })).toEqual([
      '2025-06-01 officer_appointed AP01',
    ]);
  });

  it('but not of another person, of another day, or as something else', () => {
    const ap01 = (officer_name: string, appointment_date: string) =>
      filing('appoint-person-director-company-with-name-date', {
        values: { officer_name, appointment_date },
      });
    const secretary = officer('HORLEY, Allan David', { role: 'secretary' });
    expect(shown({ officers: [secretary], filings: [ap01('Allan Horley', '2025-06-01')] })).toHaveLength(2);
    const director = officer('HORLEY, Allan David');
    expect(shown({ officers: [director], filings: [ap01('Tracy Griffin', '2025-06-01')] })).toHaveLength(2);
    expect(shown({ officers: [director], filings: [ap01('Allan Horley', '2025-06-02')] })).toHaveLength(2);
  });

  it('a controller', () => {
    const psc01 = filing('notification-of-a-person-with-significant-control', {
      form: 'PSC01',
      values: { psc_name: 'Taha Ejaz', notification_date: '2025-06-01' },
    });
    expect(shown({ control: [controller('Mr Taha Ejaz')], filings: [psc01] })).toEqual([
      '2025-06-01 controller_notified PSC01',
    ]);
  });

  it('incorporation and a change of name', () => {
    const company = record({
      IncorporationDate: '09/07/2010',
      'PreviousName_1.CONDATE': '20/01/2023',
      'PreviousName_1.CompanyName': 'HELPING HANDS TRUST LTD',
    });
    const newinc = filing('incorporation-company', { form: 'NEWINC', date: '2010-07-09' });
    const certnm = filing('certificate-change-of-name-company', { form: 'CERTNM', date: '2023-01-20' });
    expect(shown({ company, filings: [newinc, certnm] })).toEqual([
      '2023-01-20 name_changed CERTNM',
      '2010-07-09 incorporated NEWINC',
    ]);
  });

  it('the beginning of a case; what is filed about it later is a filing', () => {
    const cva = publishedItems(INSOLVENCY, 'insolvency_03867954', FETCHED);
    const effect = filing(
      'liquidation-voluntary-arrangement-meeting-approving-companies-voluntary-arrangement',
      {
        form: 'CVA1',
        date: '2018-10-29',
      },
    );
    const report = filing(
      'liquidation-voluntary-arrangement-supervisors-abstracts-of-receipts-and-payments',
      {
        form: 'CVA3',
        date: '2019-12-20',
      },
    );
    expect(shown({ insolvency: cva, filings: [effect, report] })).toEqual([
      '2022-01-15 insolvency_ended -',
      '2019-12-20 other_filing CVA3',
      '2018-10-16 insolvency_started CVA1',
    ]);
  });
});

it('takes the commencement of a winding up for its beginning, and not the petition', () => {
  const insolvency = publishedItems(INSOLVENCY, 'insolvency_london_airways', FETCHED);
  expect(eventsOf({ insolvency })).toMatchObject([
    { date: '1995-01-18', type: 'insolvency_started', title: 'Compulsory liquidation: wound up' },
  ]);
});

it('knows a second liquidator from a second liquidation', () => {
  const appointed = (date: string) =>
    filing('liquidation-voluntary-appointment-of-liquidator', { form: '600', date });
  expect(shown({ filings: [appointed('2020-01-10'), appointed('2022-03-01')] })).toEqual([
    '2022-03-01 other_filing 600',
    '2020-01-10 insolvency_started 600',
  ]);
});

it.each([
  ['second-filing-of-confirmation-statement-with-made-up-date', 'other_filing'],
  ['registration-as-a-limited-partnership', 'incorporated'],
  ['registration-of-a-limited-partnership', 'incorporated'],
  ['registration-of-a-scottish-partnership', 'incorporated'],
  ['registration-as-a-private-fund-limited-partnership', 'incorporated'],
  ['registration-and-designation-as-a-private-fund-limited-partnership', 'incorporated'],
  ['certificate-registration-limited-partnership', 'incorporated'],
  ['registration-overseas-entity', 'incorporated'],
  ['designation-as-a-private-fund-limited-partnership', 'other_filing'],
  ['transition-of-limited-partnership', 'other_filing'],
  ['registration-of-uk-establishment', 'other_filing'],
  ['registration-company-as-social-landlord', 'other_filing'],
  ['update-to-limited-partnership-details-change-of-name', 'name_changed'],
  ['update-to-limited-partnership-details-registered-office-address', 'address_changed'],
  ['update-to-limited-partnership-details-principal-office-address', 'other_filing'],
  ['update-to-limited-partnership-details-term', 'other_filing'],
  ['appoint-person-general-partner-limited-partnership-with-name-appointment-date', 'officer_appointed'],
  [
    'termination-corporate-limited-partner-limited-partnership-with-name-termination-date',
    'officer_resigned',
  ],
  ['confirmation-statement-with-no-updates', 'confirmation_statement_filed'],
  ['annual-return-company-with-made-up-date', 'other_filing'],
  ['accounts-with-accounts-type-micro-entity', 'accounts_filed'],
  ['change-account-reference-date-company-current-extended', 'other_filing'],
  ['gazette-notice-voluntary', 'strike_off_proposed'],
  ['gazette-notice-compulsary', 'strike_off_proposed'],
  ['dissolution-application-strike-off-company', 'strike_off_proposed'],
  ['gazette-filings-brought-up-to-date', 'other_filing'],
  ['gazette-dissolved-voluntary', 'dissolved'],
  ['restoration-order-of-court', 'restored'],
  ['order-of-court-restoration-previously-members-voluntary-liquidation', 'restored'],
  ['liquidation-administration-order', 'insolvency_started'],
  ['liquidation-administration-order-to-deal-charged-property', 'other_filing'],
  ['liquidation-receiver-ceasing-to-act-scotland', 'insolvency_ended'],
  ['liquidation-court-order-to-rescind-winding-up', 'insolvency_ended'],
  ['liquidation-compulsory-early-dissolution-court-scotland', 'insolvency_ended'],
  ['liquidation-cessation-of-insolvency-proceedings-overseas', 'insolvency_ended'],
  ['dissolution-termination-overseas-company', 'insolvency_ended'],
  ['liquidation-compulsory-defer-dissolution-court-scotland', 'other_filing'],
  ['liquidation-court-order-to-stay-winding-up', 'other_filing'],
  ['notification-of-a-person-with-significant-control-statement', 'control_statement'],
  ['cessation-of-a-person-with-significant-control', 'controller_ceased'],
  ['termination-director-company-with-name-termination-date', 'officer_resigned'],
  ['change-person-director-company-with-change-date', 'other_filing'],
  ['capital-allotment-shares', 'capital_changed'],
  ['capital-variation-of-rights-attached-to-shares', 'other_filing'],
  ['mortgage-satisfy-charge-full', 'charge_satisfied'],
  ['mortgage-satisfy-charge-part', 'other_filing'],
  ['default-companies-house-registered-office-address-applied', 'address_changed'],
  ['liquidation-appointment-of-provisional-liquidator', 'other_filing'],
  ['liquidation-in-administration-appointment-of-administrator', 'insolvency_started'],
  ['liquidation-in-administration-move-to-dissolution-with-case-end-date', 'insolvency_ended'],
  ['liquidation-in-administration-progress-report', 'other_filing'],
  ['legacy', 'other_filing'],
])('takes %s for %s', (description, type) => {
  expect(eventsOf({ filings: [filing(description)] })).toMatchObject([{ type }]);
});

it('dates an event by its own day where the filing tells it, and never later than the filing', () => {
  const address = (action_date: string) =>
    filing('change-registered-office-address-company', { action_date });
  expect(eventsOf({ filings: [address('2025-06-01')] })).toMatchObject([
    { date: '2025-06-01', values: { filed_on: '2025-06-10' } },
  ]);
  expect(eventsOf({ filings: [address('2052-06-01')] })).toMatchObject([{ date: '2025-06-10', values: {} }]);
});

it('tells of no dissolution of a company that was converted', () => {
  const ended = record({ DissolutionDate: '01/05/2024', IncorporationDate: '' });
  const typesOf = (status: string) => eventsOf({ company: { ...ended, status } }).map(({ type }) => type);
  expect(typesOf('Dissolved')).toEqual(['dissolved']);
  expect(typesOf('converted-closed')).toEqual([]);
});

it('leaves out what has not happened yet', () => {
  expect(eventsOf({ officers: [officer('A', { appointed_on: '2026-03-01' })] })).toEqual([]);
});

it('tells the registration of a limited partnership once, though a form and a certificate tell of it', () => {
  const company = record({
    CompanyNumber: 'LP012345',
    CompanyCategory: 'Limited Partnership',
    IncorporationDate: '01/06/2025',
  });
  const forms = [
    filing('registration-as-a-limited-partnership', { date: '2025-06-01', form: 'LP5' }),
    filing('certificate-registration-limited-partnership', { date: '2025-06-01', form: 'CERTLP' }),
    filing('update-to-limited-partnership-details-change-of-name', { date: '2025-08-01', form: 'LP6' }),
    filing('certificate-change-of-name-limited-partnership', { date: '2025-08-04', form: 'CERTNMLP' }),
    filing('certificate-change-of-name-limited-partnership', { date: '2025-12-04', form: 'CERTNMLP' }),
  ];
  const told = [
    '2025-12-04 name_changed CERTNMLP',
    '2025-08-04 other_filing CERTNMLP',
    '2025-08-01 name_changed LP6',
    '2025-06-01 incorporated LP5',
    '2025-06-01 other_filing CERTLP',
  ];
  expect(shown({ filings: forms })).toEqual(told);
  expect(shown({ company, filings: forms })).toEqual(told);
});

it('tells the appointment of a partner once, though the list of officers and a filing tell of it', () => {
  const role = 'limited-partner-in-a-limited-partnership';
  const form = filing('appoint-person-limited-partner-limited-partnership-with-name-appointment-date', {
    values: { officer_name: 'Jo Doe', appointment_date: '2025-06-01' },
    form: 'LPAP',
  });
  expect(shown({ officers: [officer('DOE, Jo', { role })], filings: [form] })).toEqual([
    '2025-06-01 officer_appointed LPAP',
  ]);
});
