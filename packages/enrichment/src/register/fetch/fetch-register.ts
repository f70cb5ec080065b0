/** `register fetch`: asks the register's API about many companies and keeps the answers for an import. */
import { openRegisterApi } from '../../live/register/open-register-api.js';
import { RegisterUnavailable, UnreadableAnswer, type RegisterApi } from '../../live/register/register-api.js';
import { backOffMs } from '../../../../platform/src/time/back-off.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { NotDone, WrongRequest } from '../../../../platform/src/errors/refusal.js';
import type { RegisterContext } from '../register-context.js';
import { fetchedSource, type FetchedSourceName } from './fetched-sources.js';
import { ResponseFile, type FetchedResource } from './response-file.js';
import { readFileSync } from 'node:fs';
import { errorMessage } from '../../../../platform/src/errors/error-code.js';
import { companyNumberProblem, parseWrittenNumber } from '../../../../words/src/company-number.js';
import { activeEdition, editionPath } from '../../sources/kit/editions/edition.js';
import { sourceNamed } from '../../sources/index.js';

export interface FetchRequest {
  readonly source: FetchedSourceName;
  /** A file with one company number per line. Default: companies in force that may have such records. */
  readonly numbersFile?: string;
  /** The file for the answers. Companies that it holds already are skipped. */
  readonly out: string;
  /** Stops the fetch after the current company. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Called before a pause, because the call budget is spent or the register fails. */
  readonly onWait: (milliseconds: number, reason: string) => void;
}

export type FetchSummary = Awaited<ReturnType<RegisterFetch['run']>>;

/** Attempts for a company. Each request within an attempt has its own retries. */
const ROUNDS = 6;
const BACK_OFF = { firstMs: 2_000, longestMs: 120_000 };
const MAX_LISTED = 100;

/**
 * @throws WrongRequest where a file or a setting is wrong; NotDone where the register refuses the key or
 * can't be reached for minutes, or the fetch was stopped: the same request then continues
 */
export async function fetchRegister(
  { settings, coordination }: Pick<RegisterContext, 'settings' | 'coordination'>,
  request: FetchRequest,
): Promise<FetchSummary> {
  const api = openRegisterApi(settings, coordination, {
    onWait: (milliseconds) => request.onWait(milliseconds, 'the call budget is spent'),
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
      return await new RegisterFetch(api, file, request).run(numbers);
    } finally {
      file.close();
    }
  } finally {
    await api.close();
  }
}

class RegisterFetch {
  private readonly failures: { readonly company_number: string; readonly reason: string }[] = [];
  private fetched = 0;
  private failed = 0;
  private lines = 0;

  constructor(
    private readonly api: RegisterApi,
    private readonly file: ResponseFile,
    private readonly request: FetchRequest,
  ) {}

  async run(numbers: readonly string[]) {
    const { source, out, onProgress } = this.request;
    const missing = numbers.filter((number) => !this.file.has(number));
    const already = numbers.length - missing.length;
    for (const [index, number] of missing.entries()) {
      onProgress(already + index, numbers.length);
      await this.fetchCompany(number);
    }
    onProgress(numbers.length, numbers.length);
    const { fetched, lines, failed, failures } = this;
    return {
      source,
      out,
      /** The number of companies in the request, and the number that the file held before. */
      companies: numbers.length,
      already,
      fetched,
      /** The number of lines that this run wrote. */
      lines,
      /** Companies with an unreadable answer, not in the file; `failures` lists at most 100. */
      failed,
      failures,
    };
  }

  private async fetchCompany(company: string): Promise<void> {
    try {
      this.lines += this.file.add(company, await this.askWithRetries(company));
      this.fetched += 1;
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      this.failed += 1;
      if (this.failures.length < MAX_LISTED)
        this.failures.push({ company_number: company, reason: error.message });
    }
  }

  private async askWithRetries(company: string): Promise<readonly FetchedResource[]> {
    const { signal, onWait } = this.request;
    for (let round = 1; ; round++) {
      if (signal.aborted) throw this.stoppedError('stopped', 'Stopped');
      try {
        return await this.ask(company);
      } catch (error) {
        if (signal.aborted) throw this.stoppedError('stopped', 'Stopped');
        if (!(error instanceof RegisterUnavailable) || error instanceof UnreadableAnswer) throw error;
        if (error.lasting) throw new NotDone('register_refused', `${sentence(error.message)}.`);
        if (round === ROUNDS) throw this.stoppedError('register_unavailable', sentence(error.message));
        const wait = backOffMs(BACK_OFF, round, 1);
        onWait(wait, error.message);
        await pause(wait, signal);
      }
    }
  }

  private async ask(company: string): Promise<readonly FetchedResource[]> {
    const fetched: FetchedResource[] = [];
    const { signal, source } = this.request;
    for (const resource of fetchedSource(source).resources) {
      const answers = await this.api.answers(company, resource, { priority: 'bulk', signal });
      if (answers.status === 'busy') throw new Error('a caller that waits for the call budget is never busy');
      fetched.push({ resource, fetched_at: answers.fetched_at, answers: answers.answers });
    }
    return fetched;
  }

  private stoppedError(code: string, reason: string): NotDone {
    const { out } = this.request;
    return new NotDone(
      code,
      `${reason}: ${this.file.count} companies are in ${out}; the same command goes on from there.`,
      { out, companies: this.file.count, fetched: this.fetched, lines: this.lines },
    );
  }
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Reads a file with one company number per line. Returns each once, in order. @throws WrongRequest */
function numbersInFile(path: string): readonly string[] {
  const numbers = new Set<string>();
  for (const [index, text] of linesIn(path).entries()) {
    const word = text.trim();
    if (word === '') continue;
    const number = parseWrittenNumber(word);
    if (number === null)
      throw new WrongRequest('wrong_numbers', `${path} line ${index + 1}: ${companyNumberProblem(word)}`);
    numbers.add(number);
  }
  if (numbers.size === 0) throw new WrongRequest('wrong_numbers', `${path} holds no company number.`);
  return [...numbers];
}

function linesIn(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n');
  } catch (error) {
    throw new WrongRequest('missing_file', `${path} can't be read: ${errorMessage(error)}`);
  }
}

/** Lists companies that may have such records. @throws NotDone where no edition of companies is in force */
function numbersOnFile(dataDir: string, source: FetchedSourceName): readonly string[] {
  const companies = sourceNamed('companies');
  const id = activeEdition(dataDir, companies.name);
  if (id === null)
    throw new NotDone(
      'no_edition',
      'No edition of companies is in force: import one, or name the companies with --numbers.',
    );
  const edition = companies.open(editionPath(dataDir, companies.name, id));
  try {
    const { needs } = fetchedSource(source);
    const numbers: string[] = [];
    for (const company of edition.each()) if (needs(company)) numbers.push(company.number);
    return numbers;
  } finally {
    edition.close();
  }
}
