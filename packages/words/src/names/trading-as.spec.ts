import { tradingAs } from './trading-as.js';

it.each([
  ['Fr Aviation t/a Draken Europe', 'Fr Aviation', 'Draken Europe'],
  ['Sir Jacob & Sons Ltd t/a Behrens Group', 'Sir Jacob & Sons Ltd', 'Behrens Group'],
  ['A LIMITED (TRADING AS B)', 'A LIMITED', 'B'],
])('%s', (name, bearer, trading) => {
  expect(tradingAs(name)).toEqual({ bearer, trading });
});

it.each([
  'DRAKEN EUROPE LIMITED',
  'A LIMITED T/A',
  'A (T/A B) C LIMITED',
  'TRADING AS USUAL LIMITED',
  'DATA/ANALYSIS LIMITED',
])('%s tells no trading name', (name) => {
  expect(tradingAs(name)).toBeNull();
});
