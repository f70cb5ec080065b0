/** What the commands of a customer's watch share: the service, the key, and the sentences of faults. */
import { StatementsError, type CompanyData } from '../../../packages/client/src/index.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { parseApiKey } from '../../../packages/contract/src/api-key.js';
import * as args from '../arguments.js';
import type { Cli, ProgramCommand } from '../command-line.js';
import { asCommandError, clientOf } from '../enrich/service-client.js';

export interface ServiceOptions {
  readonly key?: string;
  readonly url: string;
}

export const serviceOptions = (command: ProgramCommand): ProgramCommand =>
  command
    .option('--key <key>', 'API key with the scope read (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', args.asWebAddress);

/** @throws WrongRequest without a key */
function keyOf(cli: Cli, { key = cli.process.env['COMPANY_DATA_KEY'] ?? '' }: ServiceOptions): string {
  if (parseApiKey(key) !== null) return key;
  throw new WrongRequest('no_key', 'Give the whole API key as --key or in COMPANY_DATA_KEY.');
}

const PATIENCE_MS = 600_000;
const PATIENCE_AT_FIRST_MS = 10_000;

/** Runs the work with a client. Faults of the service become errors of the command, with their codes. */
export async function watch<T>(
  cli: Cli,
  options: ServiceOptions,
  work: (client: CompanyData) => Promise<T>,
): Promise<T> {
  const times = { patience: PATIENCE_MS, patienceAtFirst: PATIENCE_AT_FIRST_MS };
  const client = clientOf({ url: options.url, key: keyOf(cli, options), ...times }, cli.out);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof StatementsError)
      throw new NotDone(error.code, error.message, error.lost.length > 0 ? { lost: error.lost } : {});
    throw asCommandError(error);
  }
}

/** Collects an option that may stand several times. */
export const several = (text: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  text,
];
