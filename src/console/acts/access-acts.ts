/** Defines the acts on accounts, their blocks, options, keys and links. All are done without a preview. */
import {
  changeAccountBlocks,
  changeAccountOption,
  openCustomerAccount,
  recordAccountContact,
} from '../../operator/accounts/change-account.js';
import { isEmailAddress } from '../../operator/accounts/email-address.js';
import { showAccount, type AccountDetails } from '../../operator/accounts/find-account.js';
import { issueApiKey } from '../../operator/keys/keys.js';
import type { OperatorServices } from '../../operator/operator.js';
import { endAccountLink, newAccountLink } from '../../operator/own-account/manage-account-link.js';
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE } from '../../access/caller.js';
import {
  BLOCK_KEYS,
  CORE_BLOCKS,
  DEFAULT_BLOCKS,
  type BlockKey,
} from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyEnvironment, KeyScope } from '../../../packages/contract/src/ids.js';
import { PREMIUM_OPTIONS, type PremiumOption } from '../../../packages/contract/src/options.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { countText, moment, thousands } from '../../../packages/words/src/text/formats.js';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS } from '../../streams/account/account.decider.js';
import { readCount, readIfFilled, readText, readWord, type FieldTexts } from '../form-values.js';
import { paths } from '../view/links.js';
import {
  accountActFields,
  accountIn,
  REASON_FIELD,
  trimmedValue,
  type ActField,
  type DirectAct,
  type NewSecret,
} from './act-form.js';

interface AccountAct<Result> extends Pick<DirectAct, 'title' | 'intro' | 'fieldByRefusal'> {
  readonly actFields: (account: AccountDetails) => readonly ActField[];
  readonly run: (operator: OperatorServices, account: AccountId, values: FieldTexts) => Promise<Result>;
}

/** Makes an act on one account. The act's path has the account's id. */
const accountAct = (path: string, { actFields, run, ...act }: AccountAct<unknown>): DirectAct => ({
  ...act,
  path: `/accounts/:account/${path}`,
  makeFields: async (operator, values) => {
    const account = await showAccount(operator, accountIn(values));
    return accountActFields(account, actFields(account));
  },
  run: async (operator, values) => {
    await run(operator, accountIn(values), values);
    return accountPathIn(values);
  },
});

/** Makes an act on one account that creates a secret. The answer to the form shows the secret, once only. */
const secretAct = (path: string, act: AccountAct<Omit<NewSecret, 'nextPath'>>): DirectAct => ({
  ...accountAct(path, act),
  repeatTarget: accountPathIn,
  run: async (operator, values) => {
    const newSecret = await act.run(operator, accountIn(values), values);
    return { ...newSecret, nextPath: accountPathIn(values) };
  },
});

const accountPathIn = (values: FieldTexts): string => paths.account(accountIn(values));

function checkEmail(text: string): void {
  if (!isEmailAddress(text))
    throw new WrongRequest('wrong_email', `'${text.slice(0, 100)}' is not an e-mail address.`);
}

/** A field for a whole number from 1 to `max`. It is optional if it has no initial value. */
const numberField = (name: string, label: string, max: number, initialValue: number | null): ActField => ({
  name,
  label,
  kind: 'number',
  optional: initialValue === null,
  initialValue: String(initialValue ?? ''),
  read: (text) => {
    const expected = `a whole number from 1 to ${thousands(max)}`;
    const number = readCount(text, expected);
    return number >= 1 && number <= max ? number : readCount('', expected);
  },
});

const contactFields = ({ name, email }: Partial<Pick<AccountDetails, 'name' | 'email'>>): ActField[] => [
  { name: 'name', label: 'Name of the customer', initialValue: name ?? '', read: readText },
  { name: 'email', label: 'E-mail address', initialValue: email ?? '', read: checkEmail },
];
const contactIn = ({ name, email = '' }: FieldTexts) => ({ name: readText(name), email: email.trim() });

/** A field with these words as its choices, the first one chosen. */
function wordField(name: string, label: string, choices: NonNullable<ActField['choices']>): ActField {
  const words = choices.map(([word]) => word);
  const read = (text: string): string | null => readWord(text, words, 'one of these');
  return { name, label, choices, initialValue: words[0] ?? '', read };
}

const BLOCK_CHOICES: readonly (readonly [name: string, text: string, blocks: readonly BlockKey[]])[] = [
  ['default', 'all but the experimental ones', DEFAULT_BLOCKS],
  ['core', 'the core', CORE_BLOCKS],
  ['all', 'all', BLOCK_KEYS],
];

const OPEN_ACT: DirectAct = {
  path: '/accounts',
  title: 'Open an account',
  intro: 'The account gets the next free number. It has no key and no price yet.',
  repeatTarget: () => '/accounts',
  makeFields: () =>
    Promise.resolve([
      ...contactFields({}),
      wordField(
        'blocks',
        'Blocks that it may use. Each can be switched later',
        BLOCK_CHOICES.map(([name, text, { length }]) => [name, `${text}: ${countText(length, 'block')}`]),
      ),
      REASON_FIELD,
    ]),
  run: async (operator, values) => {
    const [, , blocks = []] = BLOCK_CHOICES.find(([name]) => name === trimmedValue(values, 'blocks')) ?? [];
    return paths.account(await openCustomerAccount(operator, contactIn(values), blocks));
  },
};

const CONTACT_ACT = accountAct('contact', {
  title: 'Change name and e-mail address',
  intro: 'They take the place of those before.',
  fieldByRefusal: { contact_erased: 'name' },
  actFields: contactFields,
  run: (operator, account, values) => recordAccountContact(operator, account, contactIn(values)),
});

const BLOCKS_ACT = accountAct('blocks', {
  title: 'Switch blocks on and off',
  intro:
    'For requests that are accepted from now on. A request for a block that is off gets not_enabled for it, and pays nothing for it. Only what you change is written.',
  actFields: ({ blocks }) => [
    {
      name: 'enabled',
      label: 'On today',
      kind: 'fixed',
      initialValue: blocks.join(' '),
      optional: true,
      fixedContent: countText(blocks.length, 'block'),
    },
    ...BLOCK_KEYS.map((block): ActField => {
      const initialValue = blocks.includes(block) ? 'yes' : '';
      return { name: `block.${block}`, label: block, kind: 'check', initialValue };
    }),
  ],
  run: (operator, account, values) => {
    // Only differences from the blocks that the form showed are written, so a change made since then stays.
    const shownBlocks = trimmedValue(values, 'enabled').split(' ');
    const isTicked = (block: BlockKey): boolean => values[`block.${block}`] === 'yes';
    return changeAccountBlocks(operator, account, {
      enable: BLOCK_KEYS.filter((block) => isTicked(block) && !shownBlocks.includes(block)),
      disable: BLOCK_KEYS.filter((block) => !isTicked(block) && shownBlocks.includes(block)),
    });
  },
});

const OPTION_ACT = accountAct('option', {
  title: 'Switch a premium option',
  intro: 'For requests from now on. Requests that ask for an option that is off are refused with 403.',
  fieldByRefusal: { option_not_served: 'option' },
  actFields: ({ options }) => [
    wordField(
      'option',
      'Option',
      PREMIUM_OPTIONS.map((option) => [
        option,
        `${option}, ${options.includes(option) ? 'on' : 'off'} today`,
      ]),
    ),
    wordField('action', 'Switch it', [
      ['enable', 'on'],
      ['disable', 'off'],
    ]),
  ],
  run: (operator, account, values) =>
    changeAccountOption(operator, account, {
      // The form offers no other words.
      option: trimmedValue(values, 'option') as PremiumOption,
      action: trimmedValue(values, 'action') as 'enable' | 'disable',
    }),
});

const SCOPE_CHOICES = [
  ['read,enrich', 'read and enrich: everything'],
  ['enrich', 'enrich: submit jobs and resolve'],
  ['read', 'read: results, status and usage'],
] as const;
const DEFAULT_MAX_ROWS_TEXT = thousands(DEFAULT_MAX_ROWS);
const MAX_PER_MINUTE = 1_000_000;

const KEY_ACT = secretAct('keys', {
  title: 'Issue a key',
  intro:
    'A new key of the account. It is shown once. An account may have two working keys in each environment.',
  fieldByRefusal: { invalid_key: 'name', too_many_keys: 'environment' },
  actFields: () => [
    { name: 'name', label: 'Name of the key: what it is for', read: readText },
    wordField('environment', 'Environment', [
      ['live', 'live'],
      ['test', 'test'],
    ]),
    wordField('scopes', 'What it may do', SCOPE_CHOICES),
    numberField('max_rows', `Most rows of a job; empty: ${DEFAULT_MAX_ROWS_TEXT}`, DEFAULT_MAX_ROWS, null),
    numberField('requests', 'Requests a minute', MAX_PER_MINUTE, DEFAULT_REQUESTS_PER_MINUTE),
    numberField('resolves', 'Resolves a minute', MAX_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE),
  ],
  run: async (operator, account, values) => {
    const { key, key_id } = await issueApiKey(operator, account, {
      name: readText(values['name']),
      // The form offers no other words.
      environment: trimmedValue(values, 'environment') as KeyEnvironment,
      scopes: trimmedValue(values, 'scopes').split(',') as KeyScope[],
      max_rows: readIfFilled(values['max_rows'], readCount),
      requests_per_minute: readCount(values['requests']),
      resolve_per_minute: readCount(values['resolves']),
    });
    const keyText = `Key ${key_id} of account ${account}.`;
    return { secret: key, description: `${keyText} Whoever has the text below can use the account.` };
  },
});

const LINK_ACT = secretAct('link', {
  title: 'Make a link for the customer',
  intro:
    'Whoever has the link can see the account in the console, but change nothing. It is shown once, and an earlier link ends.',
  actFields: () => [numberField('days', 'Days until it expires', MAX_LINK_DAYS, DEFAULT_LINK_DAYS)],
  run: async (operator, account, values) => {
    const { link, expires_at } = await newAccountLink(operator, account, readCount(values['days']));
    return { secret: link, description: `The link opens the account until ${moment(expires_at)}.` };
  },
});

const UNLINK_ACT = accountAct('unlink', {
  title: 'End the customer’s link',
  intro: 'The link of the account opens nothing any more, and all visits that began with it end now.',
  actFields: () => [],
  run: endAccountLink,
});

/** The acts of an account's page, in its order. */
export const ACCOUNT_ACTS = [CONTACT_ACT, BLOCKS_ACT, OPTION_ACT, KEY_ACT, LINK_ACT, UNLINK_ACT];

export const ACCESS_ACTS: readonly DirectAct[] = [OPEN_ACT, ...ACCOUNT_ACTS];
