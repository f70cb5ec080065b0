/** `keys …`: the API keys of an account. */
import { Option, type Command } from 'commander';
import { AccessModule } from '../access/access.module.js';
import { KEYS, apiKeyKey } from '../../projections/keys/keys.document.js';
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE } from '../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../shared/row-cap.js';
import type { KeyRequest } from '../access/commands.js';
import { IssueKey, RevokeKey } from '../access/commands.js';
import type { AccountId, KeyId } from '../shared/ids.js';
import { KEY_COLUMNS, findAccount, keysOf } from './account-shown.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { UsageFailure } from './failure.js';
import type { Services } from './services.js';
import { changed, openServices, perform, refused } from './services.js';

export function keysCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('the API keys of an account');
  issue(keys, run);
  revoke(keys, run);
  list(keys, run);
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

function issue(keys: Command, run: Run): void {
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
    .option('--requests-per-minute <count>', 'its allowance', perMinute, DEFAULT_REQUESTS_PER_MINUTE)
    .option(
      '--resolve-per-minute <count>',
      'its allowance of resolves',
      perMinute,
      DEFAULT_RESOLVE_PER_MINUTE,
    )
    .action(
      run(async (cli, options: IssueOptions) => {
        const services = await openServices(cli);
        const command = new IssueKey(services.operator, options.account, requested(options));
        const issued = await perform(services, AccessModule, command);
        if (issued.outcome === 'refused') throw refused(issued);
        await services.pass('access', issued.position);
        const { key, key_id } = issued;
        const shown = { key, key_id, account_id: options.account, environment: options.environment };
        cli.out.document(shown, () => `${key}\nKeep it now: it is not shown again. Its id is ${key_id}.`);
      }),
    );
}

const requested = (options: IssueOptions): KeyRequest => ({
  name: options.name,
  environment: options.environment,
  scopes: options.scopes,
  max_rows: options.maxRows ?? null,
  requests_per_minute: options.requestsPerMinute,
  resolve_per_minute: options.resolvePerMinute,
});

function revoke(keys: Command, run: Run): void {
  keys
    .command('revoke')
    .description('the key answers 401 from now on, for ever')
    .argument('<key>', 'key id', words.keyId)
    .requiredOption('--reason <reason>', 'stays in the log', words.sentence)
    .action(
      run(async (cli, keyId: KeyId, { reason }: { reason: string }) => {
        const services = await openServices(cli);
        await services.upToDate('access');
        const { account_id } = await findKey(services, keyId);
        const command = new RevokeKey(services.operator, account_id, keyId, reason);
        const made = await changed(services, await perform(services, AccessModule, command));
        const { revoked_at, revoke_reason } = await findKey(services, keyId);
        const shown = { key_id: keyId, account_id, revoked_at, revoke_reason, changed: made };
        cli.out.document(
          shown,
          () => `Key ${keyId} of account ${account_id} is revoked since ${revoked_at}.`,
        );
      }),
    );
}

function list(keys: Command, run: Run): void {
  keys
    .command('list')
    .description('the keys of an account, revoked ones too')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .action(
      run(async (cli, { account }: { account: AccountId }) => {
        const services = await openServices(cli);
        await services.upToDate('access');
        await findAccount(services, account);
        const none = `Account ${account} has no key yet: keys issue makes one.`;
        await cli.out.list(await keysOf(services, account), KEY_COLUMNS, none);
      }),
    );
}

async function findKey(services: Services, keyId: KeyId) {
  const document = await services.models.get(KEYS.name, apiKeyKey(keyId));
  if (document === undefined)
    throw new UsageFailure(
      'unknown_key',
      `There is no key ${keyId}; keys list --account ID shows an account's.`,
    );
  return KEYS.fields(document);
}
