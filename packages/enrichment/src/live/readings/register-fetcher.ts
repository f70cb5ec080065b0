/** Reads the register's present answers through its API, and turns its failures into reasons. */
import {
  RegisterUnavailable,
  type AskTerms,
  type RegisterAnswers,
  type RegisterApi,
  type RegisterBusy,
} from '../register/register-api.js';
import type { SourceNotes } from './live-source-notes.js';
import type { NotRead, Reading } from './readings.js';
import type { Fetchers } from './shared-readings.js';
import type { RegisterResource } from '../register/pages.js';

/** The answer if no request is left for the priority. */
export const busyNow = ({ retry_after_s }: RegisterBusy): NotRead => ({
  status: 'not_read',
  reason: 'source_busy',
  again_in_ms: retry_after_s * 1_000,
});

const unavailable = ({ lasting }: RegisterUnavailable): NotRead => ({
  status: 'not_read',
  reason: 'register_unavailable',
  ...(!lasting && { again_in_ms: 0 }),
});

/** Calls the register, and notes a failure. @throws errors that are no failure of the register */
export async function askingRegister<R>(notes: SourceNotes, ask: () => Promise<R>): Promise<R | NotRead> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RegisterUnavailable)) throw error;
    notes.failed(error.message);
    return unavailable(error);
  }
}

/** The time limit of a fetch: more than the API's own retries take, less than a late block's deadline. */
const TIME_LIMIT_MS = 60_000;

const REQUESTED_RESOURCES: readonly string[] = [
  'charges',
  'officers',
  'filing-history',
  'insolvency',
] satisfies RegisterResource[];

type RegisterAsker = Pick<RegisterApi, 'answers' | 'get'>;

/** The hundred newest filings of accounts: few of a history's thousands of filings are accounts. */
async function accountsFilings(
  register: RegisterAsker,
  number: string,
  terms: AskTerms,
): Promise<RegisterAnswers> {
  const query = 'category=accounts&items_per_page=100';
  const answer = await register.get(`/company/${encodeURIComponent(number)}/filing-history?${query}`, terms);
  if (answer.status === 'busy') return answer;
  return { ...answer, answers: answer.body === null ? [] : [answer.body] };
}

/** @param key such as `00227590/charges` @throws if it is no such key: a fault of the block */
function askFor(register: RegisterAsker, key: string, terms: AskTerms): Promise<RegisterAnswers> {
  const [number = '', resource = ''] = key.split('/', 2);
  if (number !== '' && resource === 'accounts-filings') return accountsFilings(register, number, terms);
  if (number === '' || !REQUESTED_RESOURCES.includes(resource))
    throw new Error(`the register isn't asked for ${key}`);
  return register.answers(number, resource as RegisterResource, terms);
}

export const registerFetcher =
  (register: RegisterAsker, notes: SourceNotes): NonNullable<Fetchers['register_answer']> =>
  (key, priority): Promise<Reading<'register_answer'>> =>
    askingRegister(notes, async () => {
      const answered = await askFor(register, key, {
        priority,
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      if (answered.status === 'busy') return busyNow(answered);
      notes.succeeded();
      const { fetched_at, answers } = answered;
      return {
        status: 'read',
        reading: { fetched_on: fetched_at.slice(0, 10), answers },
        checked: { checked_live: true, checked_at: fetched_at },
      };
    });
