import { record, type Column } from '../../../../../../test/support/basic-company-data.js';
import { fact } from '../../../../../../test/support/published/golden-companies.js';
import { anOfficer, aFact, runBlock } from '../../../../../../test/support/run-block.js';
import type { FilingRecord } from '../../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../../sources/filings/insolvency-record.js';
import type { OfficerRecord } from '../../../sources/officers/officer-record.js';
import type { ControlPerson, ControlStatement, PscRecord } from '../../../sources/psc/psc-record.js';
import type { Facts } from '../../runner/facts.js';
import signals from './signals.block.js';

let items = 0;
function item<T>(list: string, data: T) {
  items += 1;
  return { list, key: `t${String(items).padStart(3, '0')}`, version: '2026-01-31', data };
}

const filing = (date: string, description: string, form = 'XX01') =>
  item<FilingRecord>('filing-history', {
    record: 'filing',
    date,
    action_date: null,
    form,
    category: null,
    description,
    values: {},
    capital: [],
  });
const officer = (name: string, appointed_on: string, resigned_on: string | null = null) =>
  item<OfficerRecord>('officers', anOfficer({ name, appointed_on, resigned_on }));
const controller = (name: string, notified_on: string, ceased_on: string | null = null) =>
  item<ControlPerson>('persons', {
    record: 'person',
    type: 'individual',
    name,
    natures_of_control: ['ownership-of-shares-75-to-100-percent'],
    notified_on,
    ceased_on,
    identification: null,
  });
const statement = (words: string, notified_on: string, ceased_on: string | null = null) =>
  item<ControlStatement>('statements', { record: 'statement', statement: words, notified_on, ceased_on });

/** `day type state direction` of every signal in the year to 2026-01-31. */
function told(facts: Partial<Facts>, columns: Partial<Record<Column, string>> = {}): string[] {
  const company = record({ IncorporationDate: '01/06/2014', ...columns });
  const answer = runBlock(signals, company, '2026-01-31', facts);
  if (answer.status !== 'available') return [answer.status === 'not_found' ? answer.reason : answer.status];
  const { signals: list } = answer.value as {
    signals: {
      items: { date: string; type: string; direction: string; detail: { state: string } }[];
    };
  };
  return list.items.map(
    ({ date, type, direction, detail }) => `${date} ${type} ${detail.state} ${direction}`,
  );
}
const ofFilings = (...filings: ReturnType<typeof filing>[]) =>
  told({ filings: fact<FilingRecord | InsolvencyRecord>(filings, ['filing-history', 'insolvency']) });
const ofControl = (born: string, ...control: ReturnType<typeof item<PscRecord>>[]) =>
  told({ psc: fact<PscRecord>(control, ['persons', 'statements']) }, { IncorporationDate: born });

describe('a strike-off', () => {
  it('that was discontinued no longer speaks against the company, and both are told', () => {
    const opened = filing('2025-07-01', 'gazette-notice-compulsory', 'GAZ1');
    expect(ofFilings(opened)).toEqual(['2025-07-01 strike_off opened negative']);
    expect(ofFilings(opened, filing('2025-07-15', 'gazette-filings-brought-up-to-date', 'DISS40'))).toEqual([
      '2025-07-15 strike_off discontinued neutral',
      '2025-07-01 strike_off opened neutral',
    ]);
  });

  it.each([
    ['dissolution-withdrawal-application-strike-off-company', 'discontinued', 'neutral'],
    [
      'dissolution-withdrawal-application-strike-off-limited-liability-partnership',
      'discontinued',
      'neutral',
    ],
    ['dissolution-voluntary-strike-off-discontinued', 'discontinued', 'neutral'],
    ['dissolution-voluntary-strike-off-suspended', 'suspended', 'negative'],
    ['gazette-dissolved-voluntary', 'ended', 'negative'],
  ])('that the company applied for: %s', (description, state, direction) =>
    expect(
      ofFilings(
        filing('2025-07-01', 'dissolution-application-strike-off-company', 'DS01'),
        filing('2025-07-15', 'gazette-notice-voluntary', 'GAZ1(A)'),
        filing('2025-08-01', description),
      ),
    ).toEqual([
      `2025-08-01 strike_off ${state} ${state === 'ended' ? 'negative' : 'neutral'}`,
      `2025-07-15 strike_off opened ${direction}`,
      `2025-07-01 strike_off opened ${direction}`,
    ]),
  );

  it('stays in force where the other kind was given up, or a new one was opened later', () => {
    const application = filing('2025-06-01', 'dissolution-application-strike-off-company', 'DS01');
    const compulsory = filing('2025-07-01', 'gazette-notice-compulsary', 'GAZ1');
    const withdrawn = filing('2025-08-01', 'dissolution-withdrawal-application-strike-off-company', 'DS02');
    expect(ofFilings(application, compulsory, withdrawn)).toContain('2025-07-01 strike_off opened negative');
    const discontinued = filing('2025-08-01', 'gazette-filings-brought-up-to-date', 'DISS40');
    const again = filing('2025-11-01', 'gazette-notice-compulsory', 'GAZ1');
    expect(ofFilings(compulsory, discontinued, again)).toEqual([
      '2025-11-01 strike_off opened negative',
      '2025-08-01 strike_off discontinued neutral',
      '2025-07-01 strike_off opened neutral',
    ]);
  });

  it('that was suspended, or is known by its form alone', () => {
    const opened = filing('2025-07-01', 'gazette-notice-compulsory', 'GAZ1');
    const suspended = filing('2025-07-20', 'dissolved-compulsory-strike-off-suspended', 'DISS16(SOAS)');
    expect(ofFilings(opened, suspended)).toEqual([
      '2025-07-20 strike_off suspended neutral',
      '2025-07-01 strike_off opened negative',
    ]);
    const unnamed = { ...filing('2025-07-20', '', 'DISS40') };
    expect(ofFilings(opened, { ...unnamed, data: { ...unnamed.data, description: null } })).toContain(
      '2025-07-20 strike_off discontinued neutral',
    );
    expect(ofFilings(opened, filing('2025-07-20', 'legacy', 'CS01'))).toHaveLength(1);
  });

  it('is undone by a restoration; one from liquidation goes back into it', () => {
    const opened = filing('2025-03-01', 'gazette-notice-compulsory', 'GAZ1');
    const dissolved = filing('2025-06-01', 'gazette-dissolved-compulsory', 'GAZ2');
    const restored = filing('2025-12-01', 'administrative-restoration-company', 'RT01');
    expect(ofFilings(opened, dissolved, restored)).toEqual([
      '2025-12-01 strike_off discontinued neutral',
      '2025-06-01 strike_off ended neutral',
      '2025-03-01 strike_off opened neutral',
    ]);
    const wound = filing('2025-06-01', 'gazette-dissolved-liquidation', 'GAZ2');
    const back = filing(
      '2025-12-01',
      'order-of-court-restoration-previously-compulsory-liquidation',
      'REST-COCOMP',
    );
    expect(ofFilings(wound, back)).toEqual([
      '2025-12-01 insolvency opened negative',
      '2025-06-01 insolvency ended negative',
    ]);
  });

  it('is told of a company that the register has as dissolved, too', () => {
    const filings = fact<FilingRecord | InsolvencyRecord>(
      [filing('2025-06-01', 'gazette-dissolved-compulsory', 'GAZ2')],
      ['filing-history', 'insolvency'],
    );
    expect(told({ filings }, { CompanyStatus: 'Dissolved', DissolutionDate: '01/06/2025' })).toEqual([
      '2025-06-01 strike_off ended negative',
    ]);
  });
});

describe('first entries of the register', () => {
  it('are no change: directors appointed within 30 days of incorporation', () => {
    const officers = fact<OfficerRecord>(
      [
        officer('First, Ann', '2025-06-01'),
        officer('Second, Ben', '2025-07-01'),
        officer('Third, Cat', '2025-07-02'),
        officer('Agent, Dan', '2025-06-01', '2025-06-02'),
      ],
      ['officers'],
    );
    expect(told({ officers }, { IncorporationDate: '01/06/2025' })).toEqual([
      '2025-07-02 director_change opened neutral',
      '2025-06-02 director_change ended neutral',
    ]);
    expect(told({ officers }, { IncorporationDate: '01/06/2014' })).toHaveLength(5);
  });

  it('are no change: the controllers first notified, however late', () => {
    const none = ['no_signals_on_record'];
    expect(ofControl('01/06/2025', controller('Ann', '2025-06-01'))).toEqual(none);
    expect(ofControl('01/06/2025', controller('Ann', '2025-06-01'), controller('Ben', '2025-06-20'))).toEqual(
      none,
    );
    expect(ofControl('01/06/2014', controller('Ann', '2025-06-01'), controller('Ben', '2025-06-01'))).toEqual(
      none,
    );
    const sought = statement('steps-to-find-psc-not-yet-completed', '2024-01-01', '2025-06-01');
    expect(ofControl('01/06/2014', sought, controller('Ann', '2025-06-01'))).toEqual(none);
  });

  it('are changes where another controlled it before, nobody did, or the first is not known', () => {
    const after = ['2025-06-04 control_change opened neutral'];
    const agent = controller('Agent', '2025-06-01', '2025-06-03');
    const taken = ofControl('01/06/2025', agent, controller('Ann', '2025-06-04'));
    expect(taken).toEqual([...after, '2025-06-03 control_change ended neutral']);
    expect(ofControl('01/06/2014', controller('Old', '2016-04-06'), controller('Ann', '2025-06-04'))).toEqual(
      after,
    );
    const nobody = statement('no-individual-or-entity-with-signficant-control', '2016-06-30', '2025-06-04');
    expect(ofControl('01/06/2014', nobody, controller('Ann', '2025-06-04'))).toEqual(after);
    const psc = aFact({ whole: {}, items: [controller('Ann', '2025-06-04')] }, '2026-01-31', true);
    expect(told({ psc: psc })).toEqual(after);
  });
});
