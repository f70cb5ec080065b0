/**
 * Defines the acts on an account's terms: prices, price list, contract, withdrawal, month rules and budget.
 */
import {
  agreeAccountContract,
  agreePricesOfAccount,
  termsSheet,
  withdrawAccountPrices,
} from '../../operator/accounts/change-terms.js';
import { agreeAccountMonthRules } from '../../operator/accounts/agree-rules-of-months.js';
import { findAccount } from '../../operator/accounts/find-account.js';
import { monthRulesSheet } from '../../operator/accounts/account.sheet.js';
import { budgetSheet, setBudgetOfAccount } from '../../operator/accounts/set-budget.js';
import { givePriceList, listPriceLists } from '../../operator/pricelists/price-lists.js';
import { driveLanesToHead, type OperatorServices } from '../../operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { CURRENCIES, isPrice, priceOn } from '../../streams/account/price-agreement.js';
import { isContract, standingPrices } from '../../streams/account/price-terms.js';
import { readCount, readDay, readIfFilled, reasonIn, type FieldTexts } from '../form-values.js';
import { paths } from '../view/links.js';
import { accountActFields, accountIn, trimmedValue, type ActField, type PreviewedAct } from './act-form.js';

type FoundAccount = Awaited<ReturnType<typeof findAccount>>;

/** What the acts of this file have in common: their reason, and whether they are only previewed. */
type Order = { readonly reason: string; readonly dryRun: boolean };

type ActFields = readonly ActField[];
/** The result of an act. A preview with an effect has the sides before and after it. */
type Change = { readonly sheet: Sheet; readonly sides?: readonly unknown[]; readonly effectKey?: string };

interface TermsAct extends Pick<PreviewedAct, 'title' | 'intro' | 'button' | 'fieldByRefusal'> {
  readonly actFields: (of: FoundAccount, now: Date, by: OperatorServices) => ActFields | Promise<ActFields>;
  readonly change: (by: OperatorServices, id: AccountId, values: FieldTexts, order: Order) => Promise<Change>;
}

/** Makes an act on an account's terms. The act's path has the account's id. */
const termsAct = (path: string, { actFields, change, ...act }: TermsAct): PreviewedAct => ({
  ...act,
  path: `/accounts/:account/${path}`,
  previewTitle: `Preview: ${act.title.toLowerCase()}`,
  findAccount: (_, values) => Promise.resolve(accountIn(values)),
  makeFields: async (operator, values, now) => {
    const id = accountIn(values);
    await driveLanesToHead(operator, 'access');
    const account = await findAccount(operator, id);
    return accountActFields(account, await actFields(account, now, operator));
  },
  run: async (operator, values, dryRun) => {
    const account = accountIn(values);
    const order = { reason: reasonIn(values), dryRun };
    const { sheet, sides, effectKey = '' } = await change(operator, account, values, order);
    return { sheet, effectKey, hasEffect: sides !== undefined, path: dryRun ? null : paths.account(account) };
  },
});

/** Returns the field's trimmed value; null where it is empty. */
const valueOrNull = (values: FieldTexts, name: string): string | null => trimmedValue(values, name) || null;
const currencyIn = (values: FieldTexts): string => trimmedValue(values, 'currency').toUpperCase();

function readCurrency(code: string): void {
  if (!CURRENCIES.has(code.toUpperCase()))
    throw new WrongRequest('wrong_currency', `'${code}' is not a currency code of ISO 4217, such as GBP.`);
}

function readPrice(price: string): void {
  if (!isPrice(price))
    throw new WrongRequest('wrong_price', `'${price}' is not an amount: a decimal number such as 0.0200.`);
}

function readFirstOfMonth(day: string): void {
  if (!readDay(day).endsWith('-01'))
    throw new WrongRequest('wrong_day', `'${day}' is not the first of a month (YYYY-MM-01).`);
}

/** The currencies that the account has prices or contracts in, or any where it has none. */
function currencyField({ prices }: FoundAccount): ActField {
  const field: ActField = { name: 'currency', label: 'Currency, such as GBP', read: readCurrency };
  const codes = [...new Set(standingPrices(prices).map(({ currency }) => currency))];
  return codes.length === 0
    ? field
    : { ...field, label: 'Currency', choices: codes.map((code) => [code, code]) };
}

const firstDayField = (now: Date): ActField => ({
  name: 'from',
  label: 'First day (UTC), today or later',
  kind: 'day',
  initialValue: dayOf(now),
});
const firstOfMonthField = (now: Date): ActField => ({
  name: 'from',
  label: 'First day (UTC), the first of a month',
  kind: 'day',
  initialValue: dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))),
  read: readFirstOfMonth,
});
const numberField = (
  name: string,
  label: string,
  initialValue: string | null | undefined,
  read: (text: string) => unknown,
): ActField => ({ name, label, kind: 'number', optional: true, initialValue: initialValue ?? '', read });

const PRICES_ACT = termsAct('prices', {
  title: 'Agree prices',
  intro:
    'Units cost these prices from the first day on, also those that were charged on that day before. Blocks that are left empty keep their prices. What was charged on earlier days is put right by "Correct a price".',
  button: 'Agree the prices',
  fieldByRefusal: { invalid_price: 'from' },
  actFields: (account, now) => [
    currencyField(account),
    firstDayField(now),
    ...BLOCK_KEYS.filter((block) => account.blocks.includes(block))
      .map((block): ActField => {
        const agreement = priceOn(account.prices, block, dayOf(now));
        const fieldFor = (label: string): ActField => numberField(`price.${block}`, label, '', readPrice);
        return agreement === null
          ? { ...fieldFor(`${block}: a unit, such as 0.0200`), group: 'Blocks without a price today' }
          : fieldFor(`${block}: a unit (${agreement.price} ${agreement.currency} today)`);
      })
      .sort((a, b) => Number(a.group !== undefined) - Number(b.group !== undefined)),
  ],
  change: async (operator, account, values, order) => {
    const prices = BLOCK_KEYS.flatMap((block) => {
      const price = trimmedValue(values, `price.${block}`);
      return price === '' ? [] : [[block, price] as const];
    });
    if (prices.length === 0) throw new WrongRequest('no_price', 'Fill in the price of at least one block.');
    const result = await agreePricesOfAccount(operator, account, {
      currency: currencyIn(values),
      from: readDay(values['from']),
      prices: Object.fromEntries(prices),
      ...order,
    });
    return { ...result, sheet: termsSheet(result) };
  },
});

const PRICE_LIST_ACT = termsAct('price-list', {
  title: 'Give a price list',
  intro: 'Units cost the prices of the list from the first day on. Blocks that it does not name keep theirs.',
  button: 'Give the price list',
  fieldByRefusal: { invalid_price: 'from', unknown_price_list: 'list' },
  actFields: async (_, now, operator) => {
    const lists = await listPriceLists(operator);
    const choices = lists.map(({ name, version }): [string, string] => [name, `${name}, version ${version}`]);
    return [{ name: 'list', label: 'Price list, its newest version', choices }, firstDayField(now)];
  },
  change: async (operator, account, values, order) => {
    const list = { name: trimmedValue(values, 'list'), version: null };
    const request = { ...list, from: readDay(values['from']), ...order };
    const result = await givePriceList(operator, account, request);
    return { ...result, sheet: termsSheet(result), effectKey: JSON.stringify(result.list) };
  },
});

const CONTRACT_ACT = termsAct('contracts', {
  title: 'Agree a contract',
  intro: 'From its first day on the account is billed in its currency, until another contract begins.',
  button: 'Agree the contract',
  fieldByRefusal: { invalid_contract: 'from', wrong_days: 'to' },
  actFields: ({ prices }, now) => [
    {
      name: 'currency',
      label: 'Currency, such as GBP',
      read: readCurrency,
      initialValue: standingPrices(prices).at(-1)?.currency ?? '',
    },
    firstOfMonthField(now),
    { name: 'to', label: 'Last day (UTC); empty: open', kind: 'day', optional: true },
    { name: 'number', label: 'Number of the contract, as statements print it' },
    { name: 'purchase_order', label: 'The customer’s order number, as statements print it', optional: true },
  ],
  change: async (operator, account, values, order) => {
    const [from, to] = [trimmedValue(values, 'from'), valueOrNull(values, 'to')];
    if (to !== null && to < from)
      throw new WrongRequest('wrong_days', 'The last day is before the first day.');
    const result = await agreeAccountContract(operator, account, {
      currency: currencyIn(values),
      from,
      to,
      number: trimmedValue(values, 'number'),
      purchase_order: valueOrNull(values, 'purchase_order'),
      ...order,
    });
    return { ...result, sheet: termsSheet(result) };
  },
});

const WITHDRAWAL_ACT = termsAct('withdrawals', {
  title: 'Withdraw prices to come',
  intro: 'Prices that have not begun are no longer agreed. Units then cost what they would without them.',
  button: 'Withdraw the prices',
  fieldByRefusal: { invalid_price: 'from' },
  actFields: ({ prices }, now) => {
    const laterTerms = standingPrices(prices).filter(
      (agreement) => agreement.from > dayOf(now) && !isContract(agreement),
    );
    const days = [...new Set(laterTerms.map(({ from }) => from))].sort();
    const choices = days.map((day): [string, string] => [day, `the prices from ${day} on`]);
    const label = days.length === 0 ? 'Prices (there are none to come)' : 'Prices';
    return [{ name: 'from', label, choices, read: readDay }];
  },
  change: async (operator, account, values, order) => {
    const terms = { from: readDay(values['from']), ...order };
    const result = await withdrawAccountPrices(operator, account, terms);
    return { ...result, sheet: termsSheet(result) };
  },
});

const readUnits = (text: string | undefined): number => readCount(text, 'a whole number of units');

/** Reads tiers, one a line: `10000=12.5`. */
const readTiers = (lines: string): readonly { readonly after: number; readonly percent: string }[] =>
  lines.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [after, percent, ...rest] = line.split('=').map((part) => part.trim());
    if (percent === undefined || rest.length > 0)
      throw new WrongRequest('wrong_tier', `'${line.trim()}' is not a tier: write 10000=12.5.`);
    return [{ after: readUnits(after), percent }];
  });

const MONTH_RULES_ACT = termsAct('month-rules', {
  title: 'Agree month rules',
  intro:
    'They replace the earlier rules, for whole calendar months. If all are left empty, months have no rules from then on.',
  button: 'Agree the month rules',
  fieldByRefusal: { invalid_month_rules: 'from' },
  actFields: (account, now) => {
    const { free_units = 0, tiers = [], minimum = null } = account.month_rules?.at(-1) ?? {};
    const freeUnits = free_units === 0 ? '' : String(free_units);
    return [
      currencyField(account),
      firstOfMonthField(now),
      numberField('free_units', 'Free units a month', freeUnits, readUnits),
      {
        name: 'tiers',
        label: 'Tiers, one a line: 10000=12.5 is 12.5 % off behind 10,000 units',
        kind: 'lines',
        optional: true,
        read: readTiers,
        initialValue: tiers.map(({ after, percent }) => `${after}=${percent}`).join('\n'),
      },
      numberField('minimum', 'Minimum of a month, such as 50.00', minimum, readPrice),
    ];
  },
  change: async (operator, account, values, order) => {
    const result = await agreeAccountMonthRules(operator, account, {
      currency: currencyIn(values),
      from: trimmedValue(values, 'from'),
      ...order,
      free_units: readIfFilled(values['free_units'], readUnits) ?? 0,
      tiers: readTiers(values['tiers'] ?? ''),
      minimum: valueOrNull(values, 'minimum'),
    });
    return { ...result, sheet: monthRulesSheet(result) };
  },
});

const BUDGET_ACT = termsAct('budget', {
  title: 'Set the budget',
  intro: 'The budget of each calendar month (UTC). It replaces the budget before; empty ends it.',
  button: 'Set the budget',
  fieldByRefusal: { invalid_budget: 'month_amount' },
  actFields: ({ budget }) => [
    numberField('month_units', 'Net units a month', budget?.month_units?.toString(), readUnits),
    numberField('month_amount', 'Or an amount a month, such as 250.00', budget?.month_amount, readPrice),
    {
      name: 'stop',
      label: 'Refuse requests that could pass it (429)',
      kind: 'check',
      initialValue: budget?.stop === true ? 'yes' : '',
    },
  ],
  change: async (operator, account, values, order) => {
    const result = await setBudgetOfAccount(operator, account, {
      month_units: readIfFilled(values['month_units'], readUnits),
      month_amount: valueOrNull(values, 'month_amount'),
      stop: values['stop'] === 'yes',
      ...order,
    });
    return { ...result, sheet: budgetSheet(result) };
  },
});

/** The acts in the order of an account's page. */
export const TERMS_ACTS = [
  PRICES_ACT,
  PRICE_LIST_ACT,
  CONTRACT_ACT,
  WITHDRAWAL_ACT,
  MONTH_RULES_ACT,
  BUDGET_ACT,
];
