import { aPage } from '../../../../../test/support/a-site.js';
import { headcountOn } from './headcount.js';
import { tradingNameOn } from './trading-name.js';

const site = (text: string, kind: 'home' | 'privacy' = 'home') => ({
  pages: [aPage({ kind, text: [{ region: 'main', text }] })],
});

describe('the trading name that a site tells', () => {
  it.each([
    ['Pump Doctors is a trading name of Bramley Pumps Limited, No. 01234998.', 'Pump Doctors'],
    ['Ask us. Pump Doctors is the trading name of Bramley Pumps Ltd', 'Pump Doctors'],
    ['© 2026 Bramley Pumps Limited t/a The Pump Doctors. All rights reserved.', 'The Pump Doctors'],
    [
      'Bramley Pumps Limited (trading as Pump Doctors of Leeds) is registered in England',
      'Pump Doctors of Leeds',
    ],
  ])('%s', (text, name) => {
    expect(tradingNameOn(site(text), 'BRAMLEY PUMPS LIMITED')?.name).toBe(name);
  });

  it('is read of structured data that has both names', () => {
    const both = { legal_name: 'Bramley Pumps Ltd', name: 'Pump Doctors' };
    const nothing = {
      identifiers: [],
      vat_id: null,
      telephone: null,
      email: null,
      address: null,
      same_as: [],
    };
    const pages = [aPage({ organisations: [{ ...both, ...nothing }] })];
    expect(tradingNameOn({ pages }, 'BRAMLEY PUMPS LIMITED')?.name).toBe('Pump Doctors');
  });

  it.each([
    'Pump Doctors is a trading name of Orchard Fruit Limited.',
    'Orchard Fruit Limited t/a Pump Doctors',
    'Bramley Pumps is a trading name of Bramley Pumps Limited.',
    'We have been trading as long as anybody.',
  ])('is none where it is of another company, or its own: %s', (text) => {
    expect(tradingNameOn(site(text), 'BRAMLEY PUMPS LIMITED')).toBeNull();
  });
});

describe('the headcount that a site tells', () => {
  it.each<[string, number, boolean]>([
    ['We employ 45 people in Leeds.', 45, true],
    ['Founded in 1987, the company now employs over 1,200 engineers.', 1200, false],
    ['We have a team of 12 staff.', 12, true],
    ['Our 300+ employees are proud of it.', 300, false],
    ['We are around 80 people.', 80, false],
  ])('%s', (text, people, exact) => {
    expect(headcountOn(site(text))).toMatchObject({ people, exact, snippet: text });
  });

  it.each([
    'We help businesses with 50 employees.',
    'We have over 500 customers.',
    'A team of 12 engineers visits you.',
    'We employ 12 people at the time of writing of our clients.',
    'Our office has 20 rooms.',
  ])('is none in: %s', (text) => {
    expect(headcountOn(site(text))).toBeNull();
  });

  it('is none on a page of terms', () => {
    expect(headcountOn(site('We employ 45 people.', 'privacy'))).toBeNull();
  });
});
