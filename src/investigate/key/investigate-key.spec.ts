import { ACCOUNT, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { projected } from '../../../test/support/logs/projected.js';
import { OTHER_JOB, aLog } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { accountStream } from '../../streams/account/account.events.js';
import { contactStream } from '../../streams/contact/contact.events.js';
import { type LoggedRequest, requestBatches } from '../request-log/request-batches.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { type KeyQuery, type KeySources, type KeyHistory, investigateKey } from './investigate-key.js';
import { investigateRequest } from '../investigate-request.js';
import { textOf } from '../../../test/support/sheets/sheet-text.js';
import { requestSheet } from '../sheets/request.sheet.js';

const OTHER_KEY = 'mnopqrstuvwx' as KeyId;

const log = forEachTest(aLog);
let coordination: MemoryCoordination;

const sources = (): KeySources => ({ eventStore: log.store, readModels: null, coordination });

async function story(of: KeySources = sources()): Promise<KeyHistory> {
  const found = await investigateKey(of, KEY);
  if (found.outcome !== 'found') throw new Error(found.outcome);
  return found.key;
}

async function logged(request: Partial<LoggedRequest>): Promise<void> {
  const line: LoggedRequest = {
    time: '2026-11-21T12:00:05.000Z',
    request_id: 'req_9',
    key_id: KEY,
    account_id: 1001,
    method: 'POST',
    path: '/v1/enrich/jobs',
    status: 202,
    detail: null,
    job_id: null,
    replayed: false,
    traceparent: null,
    ...request,
  };
  await coordination.putMany(requestBatches([line]));
}

/** A job, a cancel of another, and requests that left nothing in the event log. */
beforeEach(async () => {
  coordination = new MemoryCoordination(() => 0);
  await log.openAccount(1002 as AccountId, OTHER_KEY);
  log.requestId = 'req_2';
  await log.run(aSubmission(3, 2));
  log.requestId = 'req_3';
  log.time = '2026-11-21T12:00:01.000Z';
  const second = aSubmission(3, 2, { job_id: OTHER_JOB });
  await log.submit(second);
  log.requestId = 'req_4';
  log.time = '2026-11-21T12:00:02.000Z';
  await log.job(second, { type: 'JobCancelRequested', data: { key_id: KEY } });
  await logged({ request_id: 'req_2', time: '2026-11-21T12:00:00.000Z', job_id: aSubmission().job_id });
  await logged({ request_id: 'req_5', status: 200, replayed: true, job_id: aSubmission().job_id });
  await logged({ request_id: 'req_6', time: '2026-11-21T12:00:06.000Z', status: 403, detail: 'not_enabled' });
  await logged({
    request_id: 'req_7',
    time: '2026-11-21T12:00:07.000Z',
    status: 200,
    method: 'GET',
    path: '/v1/whoami',
  });
  await logged({ request_id: 'req_8', key_id: OTHER_KEY });
});

const REQUESTS = [
  {
    request_id: 'req_2',
    kind: 'submitted',
    operation: 'enrich_job',
    status: 202,
    job_id: aSubmission().job_id,
  },
  { request_id: 'req_3', kind: 'submitted', operation: 'enrich_job', status: null, job_id: OTHER_JOB },
  { request_id: 'req_4', kind: 'cancelled', operation: 'cancel', status: null, job_id: OTHER_JOB },
  { request_id: 'req_5', kind: 'replayed', status: 200, job_id: aSubmission().job_id, event_id: null },
  { request_id: 'req_6', kind: 'refused', status: 403, detail: 'not_enabled', job_id: null },
  { request_id: 'req_7', kind: 'answered', method: 'GET', path: '/v1/whoami' },
];

describe('investigate key', () => {
  it('lists its requests by time, replays and refusals included', async () => {
    const key = await story();
    expect(key).toMatchObject({ key_id: KEY, account_id: 1001, name: 'production', revoked_at: null });
    expect(key.requests).toMatchObject(REQUESTS);
    expect(key.requests).toHaveLength(REQUESTS.length);
    expect(key.events.map(({ type }) => type)).toEqual(['KeyIssued']);
  });

  it('calls it by the name beside the contact, an older one by its own, and by none once the contact is erased', async () => {
    expect((await story()).name).toBe('production');
    const named = { type: 'KeyNamed', data: { key_id: KEY, name: 'Jane' } };
    await log.append(contactStream(ACCOUNT), log.event(named));
    expect((await story()).name).toBe('Jane');
    await log.store.deleteStream(contactStream(ACCOUNT));
    expect((await story()).name).toBe('');
  });

  it('says the same from the read model, wherever its lane stands', async () => {
    const expected = await story();
    const models = await projected(log.store);
    try {
      const { events } = await log.store.readAll({ after: LOG_START, limit: 1_000 });
      for (const { position } of events) {
        await models.drive(['support'], position);
        expect(await story({ ...sources(), readModels: models.live })).toEqual(expected);
      }
    } finally {
      await models.close();
    }
  });

  it('tells what the log has where the request log is lost', async () => {
    const { requests } = await story({ ...sources(), coordination: null });
    expect(requests.map(({ request_id }) => request_id)).toEqual(['req_2', 'req_3', 'req_4']);
  });

  it('tells who revoked it, when and why', async () => {
    const data = { key_id: KEY, reason: 'lost' };
    await log.append(
      accountStream(1001 as AccountId),
      log.event({ type: 'KeyRevoked', data }, { actor: 'operator' }),
    );
    const key = await story();
    expect(key).toMatchObject({ revoked_at: log.time, revoke_reason: 'lost' });
    expect(key.events[1]).toMatchObject({ type: 'KeyRevoked', actor: 'operator' });
  });

  it('knows no key that was never issued', async () => {
    expect(await investigateKey(sources(), 'nobodynobody' as KeyId)).toEqual({ outcome: 'key_not_found' });
  });

  it('tells equal polls and equal refusals in a row as one, with their number', async () => {
    const at = (second: number) => `2026-11-21T12:01:${String(second).padStart(2, '0')}.000Z`;
    const poll = { method: 'GET', path: `/v1/enrich/jobs/${OTHER_JOB}`, status: 200, job_id: OTHER_JOB };
    for (let second = 0; second < 5; second++)
      await logged({ ...poll, request_id: `req_p${second}`, time: at(second) });
    const refusal = { status: 429, detail: 'rate_limited' };
    for (let second = 10; second < 13; second++)
      await logged({ ...refusal, request_id: `req_r${second}`, time: at(second) });
    await logged({ ...poll, request_id: 'req_p20', time: at(20) });
    const { requests, totals } = await story();
    expect(requests.slice(REQUESTS.length)).toMatchObject([
      { request_id: 'req_p0', count: 5, time: at(0), until: at(4), last_request_id: 'req_p4' },
      { request_id: 'req_r10', count: 3, until: at(12), detail: 'rate_limited' },
      { request_id: 'req_p20', count: 1 },
    ]);
    expect(totals).toMatchObject({
      kinds: { submitted: 2, answered: 7, refused: 4 },
      refused: { '429 rate_limited': 3, '403 not_enabled': 1 },
    });
  });

  it('narrows to days, to a kind, and to the last lines', async () => {
    const asked = async (question: Partial<KeyQuery>): Promise<KeyHistory> => {
      const whole = { from: null, before: null, only: null, limit: 100 };
      const found = await investigateKey(sources(), KEY, { ...whole, ...question });
      if (found.outcome !== 'found') throw new Error(found.outcome);
      return found.key;
    };
    const ids = ({ requests }: KeyHistory) => requests.map(({ request_id }) => request_id);
    expect(ids(await asked({ only: 'refused' }))).toEqual(['req_6']);
    expect(ids(await asked({ status: 200 }))).toEqual(['req_5', 'req_7']);
    expect(ids(await asked({ from: '2026-11-21T12:00:06.000Z' }))).toEqual(['req_6', 'req_7']);
    expect(ids(await asked({ before: '2026-11-21T12:00:02.000Z' }))).toEqual(['req_2', 'req_3']);
    expect(ids(await asked({ from: '2026-11-22' }))).toEqual([]);
    const last = await asked({ limit: 2 });
    expect([ids(last), last.earlier_requests]).toEqual([['req_6', 'req_7'], 4]);
  });

  it('says of a reused idempotency key which fields differ', async () => {
    const conflict = { job_id: OTHER_JOB, key_hash: 'cafe', differs: ['blocks'] };
    const refused = { status: 409, detail: 'idempotency_key_reused', conflict };
    await logged({ ...refused, request_id: 'req_c', time: '2026-11-21T12:02:00.000Z' });
    expect((await story()).requests.at(-1)).toMatchObject({ kind: 'refused', conflict });
  });
});

describe('investigate request', () => {
  const found = async (id: string, of: Partial<KeySources> = {}) => {
    const answer = await investigateRequest({ ...sources(), ...of }, id);
    return answer.outcome === 'found' ? answer.request : answer.outcome;
  };
  const JOB_ID: JobId = aSubmission().job_id;

  it.each([
    ['req_2', { kind: 'submitted', job_id: JOB_ID, key_id: KEY, account_id: 1001, status: 202 }],
    ['req_3', { kind: 'submitted', job_id: OTHER_JOB, key_id: KEY, account_id: 1001, status: null }],
    ['req_4', { kind: 'cancelled', job_id: OTHER_JOB, key_id: KEY }],
    ['req_5', { kind: 'replayed', job_id: JOB_ID, events: [] }],
    ['req_6', { kind: 'refused', detail: 'not_enabled', job_id: null, events: [] }],
    ['req_1', { kind: 'operated', key_id: null, account_id: 1001 }],
  ])('tells what came of %s', async (id, expected) => {
    expect(await found(id)).toMatchObject(expected);
  });

  it('gives the events that carry its id, found by the request log or without it', async () => {
    const types = async (of: Partial<KeySources>): Promise<string[]> => {
      const request = await found('req_2', of);
      return typeof request === 'string' ? [request] : request.events.map(({ type }) => type);
    };
    const expected = [
      'JobSubmitted',
      'ChunkStarted',
      'ChunkCompleted',
      'ChunkStarted',
      'ChunkCompleted',
      'JobCompleted',
    ];
    expect(await types({})).toEqual(expected);
    expect(await types({ coordination: null })).toEqual(expected);
  });

  it('says the same from the read model, wherever its lane stands', async () => {
    await log.claim(aSubmission(3, 2, { job_id: OTHER_JOB }));
    const ids = ['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_99'];
    const expected = await Promise.all(ids.map((id) => found(id)));
    const models = await projected(log.store);
    try {
      const { events } = await log.store.readAll({ after: LOG_START, limit: 1_000 });
      for (const { position } of events) {
        await models.drive(['support'], position);
        const told = ids.map((id) => found(id, { readModels: models.live }));
        expect(await Promise.all(told)).toEqual(expected);
      }
    } finally {
      await models.close();
    }
  });

  it('reads the streams that are asked for, the oldest job first, and says how many there are', async () => {
    log.requestId = 'req_many';
    const jobs = ['1', '2', '3'].map((last) => `${OTHER_JOB.slice(0, -1)}${last}` as JobId);
    for (const job_id of jobs) await log.submit(aSubmission(3, 2, { job_id }));
    const models = await projected(log.store);
    try {
      await models.drive(['support']);
      const of = { ...sources(), readModels: models.live };
      const asked = async (window?: { skip: number; limit: number }) => {
        const answer = await investigateRequest(of, 'req_many', window);
        if (answer.outcome !== 'found') throw new Error(answer.outcome);
        return [answer.request.job_id, answer.request.events.length, answer.streams];
      };
      const [oldest, , newest] = jobs;
      expect([await asked(), await asked({ skip: 0, limit: 1 }), await asked({ skip: 2, limit: 1 })]).toEqual(
        [
          [oldest, 3, 3],
          [oldest, 1, 3],
          [newest, 1, 3],
        ],
      );
    } finally {
      await models.close();
    }
  });

  it('reads no more of the log than the streams that its events stand in', async () => {
    const expected = await found('req_2');
    const models = await projected(log.store);
    try {
      await models.drive(['support']);
      const head = await log.store.head();
      const eventStore: KeySources['eventStore'] = {
        readStream: (stream, read) => log.store.readStream(stream, read),
        readAll: (read) => {
          const isContacts = read.categories?.join() === 'contact';
          if (read.after !== head && !isContacts) throw new Error(`the log is read after ${read.after}`);
          return log.store.readAll(read);
        },
      };
      expect(await found('req_2', { readModels: models.live, eventStore })).toEqual(expected);
    } finally {
      await models.close();
    }
  });

  it('knows no request that nobody made', async () => {
    expect(await found('req_99')).toBe('request_not_found');
  });

  it('reads well on a terminal', async () => {
    const request = await found('req_5');
    if (typeof request === 'string') throw new Error(request);
    expect(textOf(requestSheet(request))).toEqual([
      'Request req_5',
      `It repeated an earlier request under the same idempotency key and was answered with ${JOB_ID}: nothing ran, nothing was billed.`,
      'time      2026-11-21 12:00:05 UTC',
      'account   1001',
      `key       ${KEY}`,
      `job       ${JOB_ID}`,
      'call      POST /v1/enrich/jobs',
      'answered  200',
    ]);
  });
});
