import Big from 'big.js';
import * as fc from 'fast-check';
import { payableOf } from './payable.js';

it.each([
  ['12.3', 'GBP', '12.30'],
  ['0.125', 'GBP', '0.13'],
  ['0.135', 'GBP', '0.14'],
  ['-0.125', 'GBP', '-0.13'],
  ['0.1249999999', 'GBP', '0.12'],
  ['-0.004', 'GBP', '0.00'],
  ['0', 'GBP', '0.00'],
  ['12.5', 'JPY', '13'],
  ['-12.5', 'JPY', '-13'],
  ['1.0005', 'KWD', '1.001'],
  ['1.00005', 'CLF', '1.0001'],
  ['1.005', 'HUF', '1.01'],
])('%s %s is paid as %s', (net, currency, payable) => {
  expect(payableOf(new Big(net), currency)).toBe(payable);
});

it('is at most half a penny away, and opposite for the opposite amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (units) => {
      const net = new Big(units.toString()).div(10 ** 6);
      const payable = payableOf(net, 'GBP');
      expect(net.minus(payable).abs().lte('0.005')).toBe(true);
      expect(new Big(payableOf(net.times(-1), 'GBP')).plus(payable).eq(0)).toBe(true);
    }),
  );
});
