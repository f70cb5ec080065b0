/** Shared parts of the commands with which customers check the service: options, files and errors. */
import { StatementsError, type CompanyData } from '../../../packages/client/src/index.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import * as args from '../arguments.js';
import type { Cli, ProgramCommand } from '../command-line.js';
import { apiKeyOf, asCommandError, makeClient, DEFAULT_PATIENCE } from '../enrich/service-client.js';

export interface ServiceOptions {
  readonly key?: string;
  readonly url: string;
}

export const addServiceOptions = (command: ProgramCommand): ProgramCommand =>
  command
    .option('--key <key>', 'API key with the scope read (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', args.asWebAddress);

/** Waits for files that are being read. @throws WrongRequest where one of them can't be read */
export const awaitFiles = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new WrongRequest('no_file', errorMessage(error));
  });

/** Runs the work with a client of the service. The client's errors become errors of the command. */
export async function runWithClient<T>(
  cli: Cli,
  { url, key }: ServiceOptions,
  work: (client: CompanyData) => Promise<T>,
): Promise<T> {
  const client = makeClient({ url, key: apiKeyOf(cli, key), ...DEFAULT_PATIENCE }, cli.out);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof StatementsError)
      throw new NotDone(error.code, error.message, error.lost.length > 0 ? { lost: error.lost } : {});
    throw asCommandError(error);
  }
}
