/**
 * The fixed keys of the sandbox, and what each is for. Their text is public on purpose: it opens a sandbox
 * and nothing else, because a real service draws the secrets of its keys.
 */
import { formatApiKey } from '../../packages/contract/src/api-key.js';
import { BLOCK_KEYS, CORE_BLOCKS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { KeyId, KeyScope } from '../../packages/contract/src/ids.js';
import type { RefusalCode } from '../../packages/contract/src/refusal-code.js';

/** The code with which calls are refused, by operation; `any` stands for all of them. */
type RefusalByOperation = Readonly<Record<string, RefusalCode>>;

export interface SandboxKey {
  readonly id: KeyId;
  readonly about: string;
  readonly scopes?: readonly KeyScope[];
  readonly max_rows?: number;
  readonly requests_per_minute?: number;
  /** The seconds from its first call until it is revoked; 0: it never worked. */
  readonly revokedAfter?: number;
  /** The days for which the rows of its jobs are kept. */
  readonly retentionDays?: number;
  readonly refused?: RefusalByOperation;
  /** Codes with which every other call of an address is refused, in turn. */
  readonly everyOther?: readonly RefusalCode[];
  /** The seconds that its pages of results and errors take. */
  readonly pagesAfter?: number;
}

export interface SandboxAccount {
  readonly name: string;
  readonly blocks: readonly BlockKey[];
  readonly state?: 'priced' | 'suspended' | 'small_budget';
  /** At most two: an account may have no more working keys in an environment. */
  readonly keys: readonly SandboxKey[];
}

const SECOND_IN_DAYS = 1 / (24 * 60 * 60);

const key = (word: string, about: string, more: Omit<SandboxKey, 'id' | 'about'> = {}): SandboxKey => ({
  id: `sandbox${word}` as KeyId,
  about,
  ...more,
});

const account = (name: string, ...keys: readonly SandboxKey[]): SandboxAccount => ({
  name: `Sandbox: ${name}`,
  blocks: BLOCK_KEYS,
  keys,
});

/** The accounts in the order in which they are opened. Their ids count from 1001. */
export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  {
    ...account(
      'everything',
      key('first', 'May do everything, with all blocks, at 0.01 GBP a unit.'),
      key('other', 'The other key of the same account: it reads the jobs of the first.'),
    ),
    state: 'priced',
  },
  account(
    'scopes',
    key('reads', 'Has the scope `read` alone.', { scopes: ['read'] }),
    key('order', 'Has the scope `enrich` alone.', { scopes: ['enrich'] }),
  ),
  {
    ...account(
      'less',
      key('small', 'Has the core blocks alone, no option, and at most 3 rows a job.', { max_rows: 3 }),
      key('tight', 'Has the core blocks alone. May call 3 times a minute.', { requests_per_minute: 3 }),
    ),
    blocks: CORE_BLOCKS,
  },
  account(
    'short lives',
    key('brief', 'The rows of its jobs expire a minute after the job has ended.', {
      retentionDays: 60 * SECOND_IN_DAYS,
    }),
    key('leave', 'Is revoked 10 seconds after its first call, until the sandbox is started again.', {
      revokedAfter: 10,
    }),
  ),
  account(
    'revoked',
    key('flash', 'The rows of its jobs expire a second after the job has ended.', {
      retentionDays: SECOND_IN_DAYS,
    }),
    key('ended', 'Was revoked.', { revokedAfter: 0 }),
  ),
  { ...account('suspended', key('close', 'Its account is suspended.')), state: 'suspended' },
  {
    ...account('budget', key('spent', 'Has a budget of one unit a month: what may cost more is refused.')),
    state: 'small_budget',
  },
  account(
    'faults',
    key('fault', 'Every call is 500 `error`.', { refused: { any: 'error' } }),
    key('later', 'Every call is 503 `unavailable`.', { refused: { any: 'unavailable' } }),
  ),
  account(
    'crowds',
    key('queue', 'Jobs are 503 `intake_busy`, resolves 429 `too_many_open_resolves`.', {
      refused: { submitJob: 'intake_busy', resolve: 'too_many_open_resolves' },
    }),
    key('crowd', 'Jobs and resolves are 429 `too_many_open_rows`.', {
      refused: { submitJob: 'too_many_open_rows', resolve: 'too_many_open_rows' },
    }),
  ),
  account(
    'patience',
    key(
      'again',
      'Every other call of an address is refused, with 429, 503 and 500 in turn; the same call again is served.',
      { everyOther: ['rate_limited', 'unavailable', 'error'] },
    ),
    key('pages', 'Its pages of results and errors take 2 seconds.', { pagesAfter: 2 }),
  ),
];

export const SANDBOX_KEYS: readonly SandboxKey[] = SANDBOX_ACCOUNTS.flatMap(({ keys }) => keys);

/** The secret of all keys: 40 letters and digits, as every secret has. */
export const SANDBOX_SECRET = 'OpensASandboxAndNothingElseAnywhere00000';

export const keyText = (id: string): string =>
  formatApiKey({ environment: 'test', key_id: id as KeyId, secret: SANDBOX_SECRET });

/** The key that examples use. */
export const FIRST_KEY = keyText('sandboxfirst');
