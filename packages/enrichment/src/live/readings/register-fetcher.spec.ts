import { RegisterUnavailable, type RegisterApi, type RegisterAnswers } from '../register/register-api.js';
import { registerFetcher } from './register-fetcher.js';

/** A register that gives or throws this; what it was asked and what was noted. */
function asking(answer: RegisterAnswers | Error) {
  const asked: string[] = [];
  const noted: string[] = [];
  const register: Pick<RegisterApi, 'answers' | 'get'> = {
    get: async (path, { priority }) => {
      asked.push(`${path} ${priority}`);
      if (answer instanceof Error) throw answer;
      return answer.status === 'busy' ? answer : { ...answer, body: { ...(answer.answers[0] as object) } };
    },
    answers: async (number, resource, { priority }) => {
      asked.push(`${number} ${resource} ${priority}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const notes = {
    succeeded: () => void noted.push('succeeded'),
    failed: (why: string) => void noted.push(why),
  };
  return { asked, noted, fetch: registerFetcher(register, notes) };
}

it('asks the register for a list of a company, and dates the answer by its fetch', async () => {
  const answers = [{ items: [] }];
  const { asked, noted, fetch } = asking({
    status: 'answered',
    fetched_at: '2026-11-21T23:59:59.999Z',
    answers,
  });
  expect(await fetch('00227590/filing-history', 'resolve')).toEqual({
    status: 'read',
    reading: { fetched_on: '2026-11-21', answers },
    checked: { checked_live: true, checked_at: '2026-11-21T23:59:59.999Z' },
  });
  expect([asked, noted]).toEqual([['00227590 filing-history resolve'], ['succeeded']]);
});

it('asks for the filings of accounts alone, however much of the history there is', async () => {
  const answers = [{ items: [] }];
  const { asked, fetch } = asking({ status: 'answered', fetched_at: '2026-11-21T09:00:00.000Z', answers });
  for (const key of ['00227590/accounts-filings', '00227590/accounts-filings/2025-12-31'])
    expect(await fetch(key, 'job')).toMatchObject({ status: 'read', reading: { answers } });
  const path = '/company/00227590/filing-history?category=accounts&items_per_page=100 job';
  expect(asked).toEqual([path, path]);
});

it('is busy where the allowance is spent, and says when to come back', async () => {
  const { noted, fetch } = asking({ status: 'busy', retry_after_s: 7 });
  expect(await fetch('00227590/charges', 'job')).toEqual({
    status: 'not_read',
    reason: 'source_busy',
    again_in_ms: 7_000,
  });
  expect(noted).toEqual([]);
});

it('is unavailable where the register fails, for good where asking again can not help', async () => {
  const failing = asking(new RegisterUnavailable('it did not answer in time'));
  expect(await failing.fetch('00227590/charges', 'job')).toEqual({
    status: 'not_read',
    reason: 'register_unavailable',
    again_in_ms: 0,
  });
  expect(failing.noted).toEqual(['it did not answer in time']);
  const refused = asking(new RegisterUnavailable('it refuses the key', true));
  expect(await refused.fetch('00227590/charges', 'job')).toEqual({
    status: 'not_read',
    reason: 'register_unavailable',
  });
});

it('passes on what is no failure of the register, and asks for nothing that is not a list of a company', async () => {
  await expect(asking(new Error('a store is away')).fetch('00227590/charges', 'job')).rejects.toThrow('away');
  const { asked, fetch } = asking({ status: 'busy', retry_after_s: 1 });
  for (const key of ['00227590', '/charges', '00227590/exemptions', ''])
    await expect(fetch(key, 'job')).rejects.toThrow("isn't asked");
  expect(asked).toEqual([]);
});
