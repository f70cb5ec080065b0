/** `register fetch`: asks the public register's API about many companies, and keeps its answers for an import. */
import { openRegisterApi } from '../../../live/register/open-register-api.js';
import {
  RegisterUnavailable,
  UnreadableAnswer,
  type RegisterApi,
} from '../../../live/register/register-api.js';
import { backOffMs } from '../../../platform/time/back-off.js';
import { pause } from '../../../platform/time/pause.js';
import { NotDone, WrongRequest } from '../../refusal.js';
import type { Operator } from '../../operator.js';
import { numbersInFile, numbersOnFile } from './company-numbers.js';
import { fetchedSource, type FetchedSourceName } from './fetched-sources.js';
import { ResponseFile, type Fetched } from './response-file.js';

export interface FetchRequest {
  readonly source: FetchedSourceName;
  /** A file with a company number a line; left out: the companies of the edition in force that need it. */
  readonly numbersFile?: string;
  /** Where the answers go; what is in it already is not asked for again. */
  readonly out: string;
  /** Ends the fetch after the company at hand. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** The allowance is spent, or the register fails: nothing happens for so many milliseconds. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

export interface FetchSummary {
  readonly source: FetchedSourceName;
  readonly out: string;
  /** That were asked for. */
  readonly companies: number;
  /** Of these, those that were in the file before. */
  readonly already: number;
  readonly fetched: number;
  /** Written now. */
  readonly lines: number;
  /** Companies of which the register's answer can't be taken; they are not in the file. At most 100 are listed. */
  readonly failed: number;
  readonly failures: readonly FetchFailure[];
}

export interface FetchFailure {
  readonly company_number: string;
  readonly reason: string;
}

/** After the tries of each single request. */
const ROUNDS = 6;
const BACK_OFF = { firstMs: 2_000, longestMs: 120_000 };
const MOST_LISTED = 100;

/**
 * @throws WrongRequest where a file or setting is wrong; NotDone where the register is out of reach for minutes,
 * refuses the key, or the signal was given: what came so far is in the file, and the same request goes on from there
 */
export async function fetchRegister(
  { settings, stores }: Pick<Operator, 'settings' | 'stores'>,
  request: FetchRequest,
): Promise<FetchSummary> {
  const api = openRegisterApi(settings, stores.coordination, {
    onWait: (milliseconds) => request.onWait(milliseconds, 'the allowance is spent'),
  });
  if (api === null)
    throw new WrongRequest(
      'no_key',
      'REGISTER_API_KEY is not set: the public register takes no call without.',
    );
  try {
    const { source, numbersFile, out } = request;
    const numbers =
      numbersFile === undefined ? numbersOnFile(settings.dataDir, source) : numbersInFile(numbersFile);
    const file = await ResponseFile.open(out, fetchedSource(source).resources);
    try {
      return await new Fetch(api, file, request).run(numbers);
    } finally {
      file.close();
    }
  } finally {
    await api.close();
  }
}

class Fetch {
  private readonly failures: FetchFailure[] = [];
  private fetched = 0;
  private failed = 0;
  private lines = 0;

  constructor(
    private readonly api: RegisterApi,
    private readonly file: ResponseFile,
    private readonly request: FetchRequest,
  ) {}

  async run(numbers: readonly string[]): Promise<FetchSummary> {
    const { source, out, onProgress } = this.request;
    const missing = numbers.filter((number) => !this.file.has(number));
    const already = numbers.length - missing.length;
    for (const [index, number] of missing.entries()) {
      onProgress(already + index, numbers.length);
      await this.take(number);
    }
    onProgress(numbers.length, numbers.length);
    const { fetched, lines, failed, failures } = this;
    return { source, out, companies: numbers.length, already, fetched, lines, failed, failures };
  }

  private async take(company: string): Promise<void> {
    try {
      this.lines += this.file.add(company, await this.patiently(company));
      this.fetched += 1;
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      this.failed += 1;
      if (this.failures.length < MOST_LISTED)
        this.failures.push({ company_number: company, reason: error.message });
    }
  }

  /** Rides out minutes in which the register fails. */
  private async patiently(company: string): Promise<readonly Fetched[]> {
    const { signal, onWait } = this.request;
    for (let round = 1; ; round++) {
      if (signal.aborted) throw this.stopped('stopped', 'Stopped');
      try {
        return await this.ask(company);
      } catch (error) {
        if (signal.aborted) throw this.stopped('stopped', 'Stopped');
        if (!(error instanceof RegisterUnavailable) || error instanceof UnreadableAnswer) throw error;
        if (error.lasting) throw new NotDone('register_refused', `${sentence(error.message)}.`);
        if (round === ROUNDS) throw this.stopped('register_unavailable', sentence(error.message));
        const wait = backOffMs(BACK_OFF, round, 1);
        onWait(wait, error.message);
        await pause(wait, signal);
      }
    }
  }

  private async ask(company: string): Promise<readonly Fetched[]> {
    const fetched: Fetched[] = [];
    const { signal, source } = this.request;
    for (const resource of fetchedSource(source).resources) {
      const answers = await this.api.answers(company, resource, { priority: 'bulk', signal });
      if (answers.status === 'busy') throw new Error('whoever waits for the allowance is never busy');
      fetched.push({ resource, fetched_at: answers.fetched_at, answers: answers.answers });
    }
    return fetched;
  }

  private stopped(code: string, why: string): NotDone {
    const { out } = this.request;
    return new NotDone(
      code,
      `${why}: ${this.file.count} companies are in ${out}; the same command goes on from there.`,
      { out, companies: this.file.count, fetched: this.fetched, lines: this.lines },
    );
  }
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
