/** Projects accounts: blocks, options and prices, and contact and names of keys while they are kept. */
import { priceTermOf } from '../../src/streams/account/price-terms.js';
import { budgetIn } from '../../src/streams/account/account.state.js';
import { accountOfStream } from '../../src/streams/account/account.events.js';
import type { Logged } from '../../src/streams/envelope.js';
import { STREAM_DELETED } from '../../packages/platform/src/event-store/event-store.js';
import type { DocumentOperation } from '../../packages/platform/src/projector/projection.js';
import { update } from '../../packages/platform/src/projector/operations.js';
import { sortBlockKeys } from '../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import { PREMIUM_OPTIONS } from '../../packages/contract/src/options.js';
import { defineProjection } from '../define-projection.js';
import { ACCOUNTS, type AccountDocument } from './accounts.document.js';
import { accountPart } from '../key-parts.js';

const unopened = (account_id: AccountId): AccountDocument => ({
  account_id,
  name: '',
  email: '',
  key_names: {},
  contact_erased: false,
  status: 'active',
  blocks: [],
  options: [],
  prices: [],
  opened_at: null,
});

/** An account and its contact have two streams with the same id, and either may be projected first. */
function changed(
  { stream }: Pick<Logged<unknown>, 'stream'>,
  change: (account: AccountDocument) => Partial<AccountDocument>,
  erases = false,
): readonly DocumentOperation[] {
  const account = accountOfStream(stream);
  const changeIt = (current: AccountDocument | undefined): AccountDocument => {
    const before = current ?? unopened(account);
    return { ...before, ...change(before) };
  };
  return [update(ACCOUNTS, accountPart(account), changeIt, erases)];
}

/** An older `KeyIssued` holds the name itself. It may have been appended after the erasure. */
const named = (fact: Logged<{ readonly data: { readonly key_id: KeyId; readonly name: string } }>) =>
  changed(fact, ({ key_names, contact_erased }) => {
    const { key_id, name } = fact.event.data;
    return contact_erased || name === '' ? {} : { key_names: { ...key_names, [key_id]: name } };
  });

const agreed = (fact: Logged<Parameters<typeof priceTermOf>[0]>) =>
  changed(fact, ({ prices }) => ({
    prices: [...prices, ...priceTermOf(fact.event).map((term) => ({ ...term, agreed_at: fact.time }))],
  }));

export const accounts = defineProjection({
  name: 'accounts',
  version: 2,
  lane: 'access',
  collections: [ACCOUNTS],
  // The customer asked for this deletion, so it is done for a parked account too.
  evenIfParked: [STREAM_DELETED],
  on: {
    AccountOpened: (opened) =>
      changed(opened, () => ({
        blocks: sortBlockKeys(opened.event.data.blocks),
        opened_at: opened.time,
      })),
    AccountSuspended: (suspended) => changed(suspended, () => ({ status: 'suspended' })),
    AccountReinstated: (reinstated) => changed(reinstated, () => ({ status: 'active' })),
    BlocksEnabled: (enabled) =>
      changed(enabled, ({ blocks }) => ({
        blocks: sortBlockKeys([...blocks, ...enabled.event.data.blocks]),
      })),
    BlocksDisabled: (disabled) =>
      changed(disabled, ({ blocks }) => ({
        blocks: blocks.filter((block) => !disabled.event.data.blocks.includes(block)),
      })),
    OptionEnabled: (enabled) =>
      changed(enabled, ({ options }) => ({
        options: PREMIUM_OPTIONS.filter(
          (option) => option === enabled.event.data.option || options.includes(option),
        ),
      })),
    OptionDisabled: (disabled) =>
      changed(disabled, ({ options }) => ({
        options: options.filter((option) => option !== disabled.event.data.option),
      })),
    PricesAgreed: agreed,
    PricesWithdrawn: agreed,
    ContractAgreed: agreed,
    MonthRulesAgreed: (agreed) =>
      changed(agreed, ({ month_rules = [] }) => ({
        month_rules: [...month_rules, { ...agreed.event.data, agreed_at: agreed.time }],
      })),
    BudgetSet: (set) => changed(set, () => ({ budget: budgetIn(set.event.data) })),
    ContactRecorded: (recorded) =>
      changed(recorded, () => ({ name: recorded.event.data.name, email: recorded.event.data.email })),
    KeyIssued: named,
    KeyNamed: named,
    // A deletion of any stream comes here. In this lane only contacts are ever deleted.
    [STREAM_DELETED]: (deleted) =>
      deleted.stream.startsWith('contact-')
        ? changed(deleted, () => ({ name: '', email: '', key_names: {}, contact_erased: true }), true)
        : [],
  },
});
