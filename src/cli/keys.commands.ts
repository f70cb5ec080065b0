/** The commands `keys …`: issue, revoke and list the API keys of an account. */
import { Option } from 'commander';
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE } from '../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../../packages/contract/src/row-cap.js';
import type { KeyRequest } from '../access/commands.js';
import { KEY_COLUMNS } from '../operator/accounts/account.sheet.js';
import { cell, cellText } from '../../packages/words/src/sheet/sheet.js';
import { issueApiKey, listKeys, revokeApiKey } from '../operator/keys/keys.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function keysCommands(program: ProgramCommand): void {
  const keys = program.command('keys').description('the API keys of an account');
  addIssueCommand(keys);
  addRevokeAndListCommands(keys);
}

function addIssueCommand(keys: ProgramCommand): void {
  const asRate = args.asWholeNumber(1, 1_000_000);
  keys
    .command('issue')
    .description('makes a key and prints it; it is shown only once')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--name <name>', "the key's purpose", args.asSentence)
    .addOption<Pick<KeyRequest, 'scopes'>>(
      new Option('--scopes <list>', 'read, enrich or both joined by a comma')
        .argParser(args.asScopes)
        .default(['read', 'enrich'], 'both'),
    )
    .option('--environment <which>', 'live or test', args.asEnvironment, 'live')
    .option(
      '--max-rows <count>',
      `most rows of a job of this key (default: ${DEFAULT_MAX_ROWS})`,
      args.asWholeNumber(1, DEFAULT_MAX_ROWS),
    )
    .option('--requests-per-minute <count>', 'its rate limit', asRate, DEFAULT_REQUESTS_PER_MINUTE)
    .option('--resolve-per-minute <count>', 'its rate limit for resolves', asRate, DEFAULT_RESOLVE_PER_MINUTE)
    .option(...args.REASON_OPTION)
    .does(async (cli, { account, name, environment, scopes, reason, ...limits }) => {
      const { key, key_id } = await issueApiKey(await cli.operator(reason), account, {
        name,
        environment,
        scopes,
        max_rows: limits.maxRows ?? null,
        requests_per_minute: limits.requestsPerMinute,
        resolve_per_minute: limits.resolvePerMinute,
      });
      const result = { key, key_id, account_id: account, environment };
      cli.out.secret(result, () => [key, `Save the key now: it is not shown again. Its id is ${key_id}.`]);
    });
}

function addRevokeAndListCommands(keys: ProgramCommand): void {
  keys
    .command('revoke')
    .description('stops a key for good: it answers 401 from now on')
    .argument('<key>', 'key id', args.asKeyId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, keyId, { reason }) => {
      const result = await revokeApiKey(await cli.operator(), keyId, reason);
      cli.out.document(
        result,
        ({ account_id, revoked_at }) =>
          `Key ${keyId} of account ${account_id} was revoked at ${cellText(cell.time(revoked_at))}.`,
      );
    });
  keys
    .command('list')
    .description('lists the keys of an account, also revoked ones')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .does(async (cli, { account }) => {
      const listedKeys = await listKeys(await cli.operator(), account);
      await cli.out.list(listedKeys, KEY_COLUMNS, `Account ${account} has no key yet: keys issue makes one.`);
    });
}
