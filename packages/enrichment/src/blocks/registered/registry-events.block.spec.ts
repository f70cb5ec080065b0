import fc from 'fast-check';
import { record } from '../../../../../test/support/basic-company-data.js';
import {
  fact,
  filingsOf,
  FINANCIAL_TIMES,
  financialTimes,
  POWERLEAGUE,
  powerleague,
} from '../../../../../test/support/published/golden-companies.js';
import { aFact, anOfficer, runBlock } from '../../../../../test/support/run-block.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import { appointmentItem } from '../../sources/officers/officer-record.js';
import type { Item, Records } from '../../sources/kit/records/record.js';
import type { Facts, SourceFact } from '../runner/facts.js';
import registryEvents from './registry-events.block.js';

const answered = (company: typeof POWERLEAGUE, facts: Partial<Facts>, as_of = '2026-02-01') =>
  runBlock(registryEvents, company, as_of, facts) as {
    value: {
      events: {
        items: { date: string; type: string; title: string; values: Record<string, string> }[];
        total: number;
      };
    };
  };

describe('the golden record of 03867954', () => {
  it('has what happened in 24 months, each fact once, newest first', () => {
    const envelope = answered(POWERLEAGUE, powerleague());
    expect(envelope).toMatchObject({
      status: 'available',
      source: 'company_register_filings',
      as_of: '2026-02-28',
      detail: { coverage: 'with_filings' },
      value: { window: { from: '2024-02-28', to: '2026-02-28' }, latest_event_on: '2026-02-11' },
    });
    expect(envelope.value.events.items.map(({ date, type }) => `${date} ${type}`)).toMatchInlineSnapshot(`
      [
        "2026-02-11 charge_satisfied",
        "2026-02-11 charge_satisfied",
        "2026-02-04 charge_created",
        "2025-12-24 charge_satisfied",
        "2025-12-24 charge_satisfied",
        "2025-10-27 officer_appointed",
        "2025-10-15 confirmation_statement_filed",
        "2025-09-19 officer_resigned",
        "2025-06-10 control_statement",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-06-09 charge_satisfied",
        "2025-05-30 controller_ceased",
        "2025-05-30 controller_ceased",
        "2025-05-30 officer_appointed",
        "2024-12-10 other_filing",
        "2024-09-12 confirmation_statement_filed",
      ]
    `);
    expect(envelope.value.events.items).toContainEqual({
      date: '2026-02-04',
      type: 'charge_created',
      title: 'Charge 038679540056 created, held by Barclays Bank PLC',
      form: null,
      values: { charge_code: '038679540056', persons_entitled: 'Barclays Bank PLC' },
      source: 'company_register_charges',
    });
    expect(envelope.value.events.items).toContainEqual({
      date: '2025-10-15',
      type: 'confirmation_statement_filed',
      title: 'Confirmation statement made on 2025-09-12 with updates',
      form: 'CS01',
      values: { made_up_date: '2025-09-12' },
      source: 'company_register_filings',
    });
    expect(envelope.value.events.items).toContainEqual(
      expect.objectContaining({ date: '2025-06-10', type: 'control_statement' }),
    );
  });

  it('has milestones of any age', () => {
    expect(answered(POWERLEAGUE, powerleague())).toHaveProperty('value.milestones', [
      { type: 'insolvency_ended', date: '2022-01-15' },
      { type: 'insolvency_started', date: '2018-10-16' },
      { type: 'name_changed', date: '2005-05-05' },
      { type: 'name_changed', date: '2000-05-08' },
      { type: 'incorporated', date: '1999-10-25' },
    ]);
  });
});

it('says of 00227590 what its directors, its owner and its filings tell', () => {
  const envelope = answered(FINANCIAL_TIMES, financialTimes());
  expect(envelope.value.events.items.map(({ date, type }) => `${date} ${type}`)).toMatchInlineSnapshot(`
    [
      "2025-06-30 officer_appointed",
      "2025-06-30 officer_resigned",
      "2025-06-16 confirmation_statement_filed",
      "2024-06-13 confirmation_statement_filed",
    ]
  `);
  expect(envelope).toHaveProperty('value.milestones', [{ type: 'incorporated', date: '1928-01-26' }]);
});

describe('without a filing history', () => {
  it('tells what the other editions date, and says that it is no more than that', () => {
    const { filings: _filings, ...others } = powerleague();
    expect(answered(POWERLEAGUE, others)).toMatchObject({
      status: 'available',
      source: 'company_register',
      detail: { coverage: 'dates_only' },
    });
  });

  it('says where nothing is dated within 24 months, and what was last', () => {
    expect(answered(FINANCIAL_TIMES, {})).toMatchObject({
      status: 'not_found',
      reason: 'no_events_in_window',
      source: 'company_register',
      as_of: '2026-02-01',
      detail: {
        coverage: 'dates_only',
        latest_event_on: '1928-01-26',
        milestones: [{ type: 'incorporated', date: '1928-01-26' }],
      },
    });
  });

  it.each([
    [{ 'PreviousName_1.CONDATE': '05/05/2005', 'PreviousName_1.CompanyName': 'OLD LTD' }, 'name_changed'],
    [{ CompanyStatus: 'Dissolved', DissolutionDate: '05/05/2005' }, 'dissolved'],
  ])('serves milestones of any age without events in the window: %j', (row, type) => {
    const company = record({ IncorporationDate: '26/01/1998', ...row });
    expect(answered(company, {})).toMatchObject({
      status: 'available',
      value: {
        events: { items: [], total: 0 },
        latest_event_on: '2005-05-05',
        milestones: [
          { type, date: '2005-05-05' },
          { type: 'incorporated', date: '1998-01-26' },
        ],
      },
    });
  });

  it('says where nothing is dated at all', () => {
    const undated = record({ IncorporationDate: '' });
    expect(answered(undated, {})).toMatchObject({ status: 'not_found', reason: 'no_registry_dates_on_file' });
  });
});

it('asks to try again where a history is held and can not be read', () => {
  const envelope = runBlock(registryEvents, POWERLEAGUE, '2026-02-01', {
    filings: 'source_unavailable' as never,
  });
  expect(envelope).toMatchObject({ reason: 'events_unavailable', retry_suggested: true });
});

it('serves a hundred events and counts the others', () => {
  const many = Array.from({ length: 130 }, (_, index) => {
    const [first] = filingsOf('03867954');
    return { ...(first as Item<FilingRecord | InsolvencyRecord>), key: `t${index}` };
  });
  const { events } = answered(POWERLEAGUE, { filings: fact(many, ['filing-history', 'insolvency']) }).value;
  expect(events).toMatchObject({ total: 130, truncated: true });
  expect(events.items).toHaveLength(100);
});

/** Some of the records, as they might be on file at an earlier day. */
function thinned<T>(
  held: SourceFact<Records<T>> | undefined,
  keep: (place: number) => boolean,
  day: string,
): SourceFact<Records<T>> {
  const items = (held?.record?.items ?? []).filter((_, place) => keep(place));
  return aFact({ whole: {}, items: items.map((item) => ({ ...item, version: day })) }, day, true);
}

it('never tells a day or a value that no record has', () => {
  const companies = [
    { company: POWERLEAGUE, facts: powerleague() },
    { company: FINANCIAL_TIMES, facts: financialTimes() },
  ];
  const days = fc.date({ min: new Date('1985-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  let judged = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...companies),
      fc.infiniteStream(fc.boolean()),
      days,
      (whose, coins, date) => {
        const as_of = date.toISOString().slice(0, 10);
        const keep = (): boolean => coins.next().value === true;
        const facts = {
          officers: thinned(whose.facts.officers, keep, as_of),
          charges: thinned(whose.facts.charges, keep, as_of),
          psc: thinned(whose.facts.psc, keep, as_of),
          filings: thinned(whose.facts.filings, keep, as_of),
        };
        const envelope = runBlock(registryEvents, whose.company, as_of, facts);
        if (envelope.status !== 'available') return;
        const records = JSON.stringify([whose.company, facts]);
        for (const { date: day, values } of (envelope as ReturnType<typeof answered>).value.events.items) {
          expect(records).toContain(`"${day}"`);
          expect(day <= as_of).toBe(true);
          for (const filed of Object.values(values).flatMap((value) => value.split('; '))) {
            expect(records).toContain(JSON.stringify(filed).slice(1, -1));
            judged += 1;
          }
        }
      },
    ),
  );
  expect(judged).toBeGreaterThan(100);
});

it('tells an appointment once whose role a bulk file does not name, and an event does', () => {
  const roles = ['appointment-type-23', 'general-partner-in-a-limited-partnership'];
  const items = roles.map((role) => ({
    list: 'officers',
    version: '2026-01-10',
    ...appointmentItem(anOfficer({ name: 'DOE, Jo', role, appointed_on: '2026-01-05' })),
  }));
  const officers = aFact({ whole: {}, items }, '2026-02-01', false);
  const { value } = answered(record({ CompanyNumber: 'LP003181' }), { officers });
  expect(value.events.items.map(({ title }) => title)).toEqual([
    'Appointment of DOE, Jo as general partner in a limited partnership',
  ]);
});
