/** Makes the client of commands that customers use, and turns its errors into those of a command. */
import {
  ApiError,
  AuthenticationError,
  CompanyData,
  CompanyDataError,
  ConnectionError,
  GoneError,
  SmallJobsError,
  StatementsError,
} from '../../../packages/client/src/index.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { parseApiKey } from '../../../packages/contract/src/api-key.js';
import * as args from '../arguments.js';
import type { Cli, OptionsOf, ProgramCommand } from '../command-line.js';
import type { Output } from '../output.js';

/** The waits of a command without `--patience`. */
export const DEFAULT_PATIENCE = { patience: 600_000, patienceAtFirst: 10_000 } as const;

/**
 * Returns the key of the option, or that of the environment. @throws WrongRequest where it is no whole key
 */
export function apiKeyOf(cli: Cli, key = cli.process.env['COMPANY_DATA_KEY'] ?? ''): string {
  if (parseApiKey(key) !== null) return key;
  throw new WrongRequest('no_key', 'Give the whole API key as --key or in COMPANY_DATA_KEY.');
}

/** Shorter waits are not shown, except the first after a failed connection: the address may be wrong. */
const MIN_SHOWN_WAIT_MS = 2_000;

/** Makes a client that shows its waits. */
export function makeClient(
  settings: Omit<ConstructorParameters<typeof CompanyData>[0], 'onWait'>,
  out: Output,
): CompanyData {
  let waitCount = 0;
  const onWait = (waitMs: number, error: CompanyDataError): void => {
    waitCount += 1;
    if (waitMs < MIN_SHOWN_WAIT_MS && !(waitCount === 1 && error instanceof ConnectionError)) return;
    const reason = error.code === 'rate_limited' ? "the key's rate limit is reached" : error.message;
    out.message(`Waiting ${inSeconds(waitMs)}: ${reason}.`);
  };
  return new CompanyData({ ...settings, onWait });
}

const inSeconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'a moment' : `${Math.round(milliseconds / 1_000)} s`;

/** Turns an error of the client into `WrongRequest` if a repeat can't succeed, otherwise into `NotDone`. */
export function asCommandError(error: unknown): unknown {
  if (!(error instanceof CompanyDataError)) return error;
  const { message } = error;
  if (error instanceof GoneError)
    return new WrongRequest(
      'rows_gone',
      `${message}: its rows are no longer kept. --run LABEL submits, and pays for, the list again.`,
    );
  if (error instanceof SmallJobsError)
    return new WrongRequest('rows_per_job_too_small', `--rows-per-job: ${message}`);
  if (error instanceof AuthenticationError) return new WrongRequest('unauthorised', message);
  if (error instanceof ConnectionError || (error instanceof ApiError && isTemporary(error)))
    return new NotDone('gave_up', `${message}; gave up.`);
  if (error instanceof ApiError || error.code === 'not_the_service')
    return new WrongRequest('refused', message);
  return new NotDone(error.code, message);
}

const isTemporary = ({ status }: ApiError): boolean => status === 408 || status === 429 || status >= 500;

export const addServiceOptions = <Args extends unknown[], Options>(command: ProgramCommand<Args, Options>) =>
  command
    .option('--key <key>', 'API key with the scope read (better: COMPANY_DATA_KEY in the environment)')
    .requiredOption('--url <url>', 'address of the service', args.asWebAddress);

type ServiceOptions = OptionsOf<ReturnType<typeof addServiceOptions>>;

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
