import { evolve, findVersion, NO_PRICE_LISTS, publish } from './pricelists.decider.js';
import type { PriceListVersion } from './pricelists.events.js';

const STANDARD: PriceListVersion = {
  ...{ name: 'standard', version: 1, currency: 'GBP', reason: 'for 2027' },
  prices: { industry: '0.02', domain: '0.01' },
};
const event = (data: PriceListVersion) => ({ type: 'PriceListPublished', data }) as const;
const given = (...versions: readonly PriceListVersion[]) =>
  evolve(
    NO_PRICE_LISTS,
    versions.map((data) => ({ event: event(data), time: '2026-11-21T12:00:00.000Z' })),
  );
const second: PriceListVersion = { ...STANDARD, version: 2, prices: { industry: '0.03' } };

describe('a price list', () => {
  it.each<[string, PriceListVersion[], Partial<PriceListVersion>, number]>([
    ['of a new name', [], {}, 1],
    ['beside a list of another name', [{ ...STANDARD, name: 'other' }], {}, 1],
    ['with another price', [STANDARD], { prices: { industry: '0.03', domain: '0.01' } }, 2],
    ['with a block less', [STANDARD], { prices: { industry: '0.02' } }, 2],
    ['with a block more', [STANDARD], { prices: { ...STANDARD.prices, subsidiaries: '1' } }, 2],
    ['in another currency', [STANDARD], { currency: 'EUR' }, 2],
    ['with the prices of a version before the last', [STANDARD, second], {}, 3],
  ])('is published %s', (_what, before, change, version) => {
    const list = { ...STANDARD, ...change };
    expect(publish(given(...before), list)).toEqual({
      outcome: 'decided',
      events: [event({ ...list, version })],
    });
  });

  it.each<[string, PriceListVersion[], Partial<PriceListVersion>, string, string]>([
    ['without a name', [], { name: '' }, 'invalid_price_list', "'' is not a name"],
    ['with capitals', [], { name: 'Standard' }, 'invalid_price_list', 'small letters, digits and dashes'],
    ['with a name of two lines', [], { name: 'a\nb' }, 'invalid_price_list', 'is not a name'],
    ['with a long name', [], { name: 'a'.repeat(41) }, 'invalid_price_list', '1 to 40'],
    ['in no currency', [], { currency: 'gbp' }, 'invalid_price_list', "'gbp' is not a currency code"],
    ['without a price', [], { prices: {} }, 'invalid_price_list', 'No price was named.'],
    ['with a wrong price', [], { prices: { industry: '-1' } }, 'invalid_price_list', 'price for industry'],
    ['with a wrong block', [], { prices: { shoes: '1' } as never }, 'invalid_price_list', 'not a block'],
    ['without a reason', [], { reason: ' ' }, 'reason_missing', 'A reason is needed'],
    ['unchanged', [STANDARD], {}, 'unchanged_price_list', 'Version 1 of price list standard has these'],
    [
      'with the same prices, written otherwise',
      [second, STANDARD],
      { prices: { domain: '0.0100', industry: '0.020' } },
      'unchanged_price_list',
      'change a price',
    ],
  ])('is refused %s', (_what, before, change, code, sentence) => {
    expect(publish(given(...before), { ...STANDARD, ...change })).toEqual({
      outcome: 'refused',
      code,
      detail: expect.stringContaining(sentence) as string,
    });
  });
});

describe('a version', () => {
  it.each<[number | null, PriceListVersion]>([
    [null, second],
    [1, STANDARD],
    [2, second],
  ])('%s is found', (version, list) => {
    expect(findVersion(given(STANDARD, second), 'standard', version)).toEqual({ outcome: 'found', list });
  });

  it.each<[string, number | null, string, string]>([
    ['standrad', null, 'unknown_price_list', "There is no price list 'standrad'; did you mean standard?"],
    ['gold', 1, 'unknown_price_list', "There is no price list 'gold': publish it first."],
    ['standard', 3, 'unknown_price_list_version', 'Price list standard has no version 3: its newest is 2.'],
  ])('of %s %s is not found', (name, version, code, detail) => {
    expect(findVersion(given(STANDARD, second), name, version)).toEqual({ outcome: 'refused', code, detail });
  });
});
