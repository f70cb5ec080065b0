/** `keys …`: the API keys of an account. */
import { Option } from 'commander';
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE } from '../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../shared/row-cap.js';
import type { KeyRequest } from '../access/commands.js';
import type { AccountId, KeyId } from '../shared/ids.js';
import { KEY_COLUMNS } from '../operator/accounts/account.sheet.js';
import { cell, cellText } from '../shared/sheet/sheet.js';
import { issueKey, listKeys, revokeKey } from '../operator/keys/keys.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function keysCommands(program: ProgramCommand): void {
  const keys = program.command('keys').description('the API keys of an account');
  issue(keys);
  revoke(keys);
  list(keys);
}

interface IssueOptions {
  account: AccountId;
  name: string;
  scopes: KeyRequest['scopes'];
  environment: KeyRequest['environment'];
  maxRows?: number;
  requestsPerMinute: number;
  resolvePerMinute: number;
}

function issue(keys: ProgramCommand): void {
  const perMinute = words.wholeNumber(1, 1_000_000);
  keys
    .command('issue')
    .description('makes a key and prints it, the only time that it is shown')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .requiredOption('--name <name>', 'what the key is for', words.sentence)
    .addOption(
      new Option('--scopes <list>', 'read, enrich or both joined by a comma')
        .argParser(words.scopes)
        .default(['read', 'enrich'], 'both'),
    )
    .option('--environment <which>', 'live or test', words.environment, 'live')
    .option(
      '--max-rows <count>',
      `rows that a job of this key may have (default: ${DEFAULT_MAX_ROWS})`,
      words.wholeNumber(1, DEFAULT_MAX_ROWS),
    )
    .option('--requests-per-minute <count>', 'its rate limit', perMinute, DEFAULT_REQUESTS_PER_MINUTE)
    .option(
      '--resolve-per-minute <count>',
      'its rate limit of resolves',
      perMinute,
      DEFAULT_RESOLVE_PER_MINUTE,
    )
    .does(async (cli, options: IssueOptions) => {
      const { account, environment } = options;
      const { key, key_id } = await issueKey(await cli.operator(), account, requested(options));
      const shown = { key, key_id, account_id: account, environment };
      cli.out.secret(shown, () => [key, `Keep it now: it is not shown again. Its id is ${key_id}.`]);
    });
}

const requested = (options: IssueOptions): KeyRequest => ({
  name: options.name,
  environment: options.environment,
  scopes: options.scopes,
  max_rows: options.maxRows ?? null,
  requests_per_minute: options.requestsPerMinute,
  resolve_per_minute: options.resolvePerMinute,
});

function revoke(keys: ProgramCommand): void {
  keys
    .command('revoke')
    .description('the key answers 401 from now on, for ever')
    .argument('<key>', 'key id', words.keyId)
    .requiredOption('--reason <reason>', 'stays in the log', words.sentence)
    .does(async (cli, keyId: KeyId, { reason }: { reason: string }) => {
      const shown = await revokeKey(await cli.operator(), keyId, reason);
      const { account_id, revoked_at } = shown;
      const at = cellText(cell.time(revoked_at));
      cli.out.document(shown, () => `Key ${keyId} of account ${account_id} was revoked at ${at}.`);
    });
}

function list(keys: ProgramCommand): void {
  keys
    .command('list')
    .description('the keys of an account, revoked ones too')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .does(async (cli, { account }: { account: AccountId }) => {
      const keys = await listKeys(await cli.operator(), account);
      await cli.out.list(keys, KEY_COLUMNS, `Account ${account} has no key yet: keys issue makes one.`);
    });
}
