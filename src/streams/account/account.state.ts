/** The state of an account: the fold of its stream. Pure. */
import type {
  AccountEvent,
  AccountLinkIssued,
  BudgetSet,
  KeyIssued,
  MonthRulesAgreed,
} from './account.events.js';
import { priceTermOf, type PriceAgreement } from './price-terms.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../../packages/contract/src/options.js';

export type { PriceAgreement };
export type MonthRules = MonthRulesAgreed['data'];
export type Budget = Omit<BudgetSet['data'], 'reason'>;

export interface KeyOnFile extends Readonly<KeyIssued['data']> {
  readonly revoked: boolean;
}

export interface OpenedAccount {
  readonly status: 'active' | 'suspended';
  readonly account_id: AccountId;
  readonly blocks: ReadonlySet<BlockKey>;
  readonly options: ReadonlySet<PremiumOption>;
  readonly prices: readonly PriceAgreement[];
  readonly monthRules: readonly MonthRules[];
  readonly budget: Budget | null;
  readonly keys: ReadonlyMap<KeyId, KeyOnFile>;
  /** The link issued last, which may have expired; null: there is none, or it was ended. */
  readonly link: AccountLinkIssued['data'] | null;
  /** Never becomes false again. */
  readonly contactErased: boolean;
}

export type AccountState = { readonly status: 'unopened' } | OpenedAccount;

export const UNOPENED: AccountState = { status: 'unopened' };

/** Returns the state after an event. Before AccountOpened no other event changes anything. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountOpened') return opened(event.data.account_id, event.data.blocks);
  return state.status === 'unopened' ? state : evolveOpened(state, event);
}

const opened = (account_id: AccountId, blocks: readonly BlockKey[]): OpenedAccount => ({
  status: 'active',
  account_id,
  blocks: new Set(blocks),
  options: new Set(),
  prices: [],
  monthRules: [],
  budget: null,
  keys: new Map(),
  link: null,
  contactErased: false,
});

function evolveOpened(
  state: OpenedAccount,
  event: Exclude<AccountEvent, { type: 'AccountOpened' }>,
): OpenedAccount {
  switch (event.type) {
    case 'AccountSuspended':
      return { ...state, status: 'suspended', link: null };
    case 'AccountReinstated':
      return { ...state, status: 'active' };
    case 'BlocksEnabled':
      return { ...state, blocks: new Set([...state.blocks, ...event.data.blocks]) };
    case 'BlocksDisabled':
      return { ...state, blocks: without(state.blocks, event.data.blocks) };
    case 'OptionEnabled':
      return { ...state, options: new Set([...state.options, event.data.option]) };
    case 'OptionDisabled':
      return { ...state, options: without(state.options, [event.data.option]) };
    case 'PricesAgreed':
    case 'PricesWithdrawn':
    case 'ContractAgreed':
      return { ...state, prices: [...state.prices, ...priceTermOf(event)] };
    case 'BudgetSet':
      return { ...state, budget: budgetIn(event.data) };
    case 'MonthRulesAgreed':
      return { ...state, monthRules: [...state.monthRules, event.data] };
    case 'ContactErased':
      return { ...state, contactErased: true };
    case 'AccountLinkIssued':
      return { ...state, link: event.data };
    case 'AccountLinkEnded':
      return { ...state, link: null };
    case 'KeyIssued':
      return withKey(state, { ...event.data, revoked: false });
    case 'KeyRevoked': {
      const key = state.keys.get(event.data.key_id);
      return key === undefined ? state : withKey(state, { ...key, revoked: true });
    }
  }
}

/** Returns null if the event ended the budget. */
export const budgetIn = ({ month_units, month_amount, currency, stop }: Budget): Budget | null =>
  month_units === null && month_amount === null ? null : { month_units, month_amount, currency, stop };

const without = <T>(all: ReadonlySet<T>, gone: readonly T[]): ReadonlySet<T> =>
  new Set([...all].filter((item) => !gone.includes(item)));

const withKey = (state: OpenedAccount, key: KeyOnFile): OpenedAccount => ({
  ...state,
  keys: new Map(state.keys).set(key.key_id, key),
});
