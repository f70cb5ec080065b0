import { likenessOf } from './name-likeness.js';

describe('a name that was typed beside a company number', () => {
  it.each([
    ['KPMG LLP', ['KPMG LLP']],
    ['24x7', ['24 X 7 LTD']],
    ['PwC (PricewaterhouseCoopers)', ['PRICEWATERHOUSECOOPERS LLP']],
    ['Fr Aviation t/a Draken Europe', ['DRAKEN EUROPE LIMITED', 'FR AVIATION LIMITED']],
    ['The Food Co', ['NEW NAME LIMITED', 'FOOD CO LTD(THE)']],
  ])('is the company: %s', (typed, names) => {
    expect(likenessOf(typed, names)).toBe('same');
  });

  it.each([
    ['Sir Jacob & Sons Ltd t/a Behrens Group', ['SIR JACOB BEHRENS & SONS LIMITED']],
    ['RSM UK Ltd', ['RSM UK CORPORATE FINANCE LLP']],
    ['Computacentre', ['COMPUTACENTER (UK) LIMITED']],
    ['A1 Taxis', ['A1 TAXIS CORBY LTD']],
  ])('is like the company: %s', (typed, names) => {
    expect(likenessOf(typed, names)).toBe('alike');
  });

  it.each([
    ['Computacentre', ['ANOTHER COMPANY LIMITED']],
    ['Property Management Services', ['PROPERTY MANAGEMENT SERVICES (LEEDS) SMITH LTD']],
    ['Smith Property Management Services', ['JONES PROPERTY MANAGEMENT SERVICES LIMITED']],
    ['UK', ['UK FISH LTD']],
    ['Abc', ['ABD LTD']],
    ['()', ['() LTD']],
    ['', ['X LTD']],
    ['Anybody', []],
  ])('says nothing: %s', (typed, names) => {
    expect(likenessOf(typed, names)).toBe('other');
  });
});
