/** The service by the client that customers have, and what `enrich` says where it doesn't answer as it should. */
import {
  ApiError,
  AuthenticationError,
  CompanyData,
  CompanyDataError,
  ConnectionError,
  GoneError,
  SmallJobsError,
} from '../../../packages/client/src/index.js';
import { NotDone, WrongRequest } from '../../operator/refusal.js';
import type { Output } from '../output.js';

export interface ServiceSettings {
  readonly url: string;
  readonly key: string;
  /** Milliseconds without a good answer of a service that has answered before: it may be restarted meanwhile. */
  readonly patience: number;
  /** The same where nothing has answered at all. */
  readonly patienceAtFirst: number;
}

/** Pauses that are shorter are not told, but for the first that follows no answer: the address may be wrong. */
const A_MOMENT_MS = 2_000;

export function clientOf(settings: ServiceSettings, out: Output): CompanyData {
  let waits = 0;
  const onWait = (milliseconds: number, why: CompanyDataError): void => {
    waits += 1;
    if (milliseconds < A_MOMENT_MS && !(waits === 1 && why instanceof ConnectionError)) return;
    const reason = why.code === 'rate_limited' ? "the key's rate limit is used up" : why.message;
    out.message(`Waiting ${inSeconds(milliseconds)}: ${reason}.`);
  };
  return new CompanyData({ ...settings, onWait });
}

const inSeconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'a moment' : `${Math.round(milliseconds / 1_000)} s`;

/** What the client throws, as a command reports it: wrong where a repeated call can't succeed, else not done. */
export function reported(error: unknown): unknown {
  if (!(error instanceof CompanyDataError)) return error;
  const { message } = error;
  if (error instanceof GoneError)
    return new WrongRequest(
      'rows_gone',
      `${message}: its rows are no longer kept. --run LABEL asks, and pays, for the list anew.`,
    );
  if (error instanceof SmallJobsError)
    return new WrongRequest('rows_per_job_too_small', `--rows-per-job: ${message}`);
  if (error instanceof AuthenticationError) return new WrongRequest('unauthorised', message);
  if (error instanceof ConnectionError || (error instanceof ApiError && isPassing(error)))
    return new NotDone('gave_up', `${message}; gave up.`);
  if (error instanceof ApiError || error.code === 'not_the_service')
    return new WrongRequest('refused', message);
  return new NotDone(error.code, message);
}

const isPassing = ({ status }: ApiError): boolean => status === 408 || status === 429 || status >= 500;
