import { JOB, KEY, ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { readStreamEvents } from '../../investigate/log-reading.js';
import { KEY_ACTIVITY } from '../../../projections/key-activity/key-activity.document.js';
import type { JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { supportStreams, type SupportId } from '../../streams/support/support.events.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import {
  reportJob,
  reportKey,
  reportKeyRequests,
  reportRequest,
  reportRow,
} from '../investigate/investigate.js';
import { openOperatorServices } from '../operator.js';

const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(3, 2));
});

const WHOLE = { from: null, before: null, only: null, limit: 100 };
const looksAt = (of: SupportId) =>
  readStreamEvents(world.operator.stores.eventStore, supportStreams.streamOf(of));

describe('what support looks at', () => {
  it('is recorded with who looked, at what and why', async () => {
    const named = { actor: 'operator:alice', requestId: 'cli_1' };
    const operator = await openOperatorServices(world.settings, named);
    await reportKey(operator, { ...WHOLE, keyId: KEY }, 'ticket 4711');
    await reportJob(operator, JOB, null);
    await reportRow(operator, { jobId: JOB, row: 1 }, 'ticket 4711');
    await operator.close();
    const looks = await looksAt({ key: KEY });
    expect(looks.map(({ event }) => event.data)).toEqual([
      { operator: 'alice', reason: 'ticket 4711', about: { kind: 'key', key_id: KEY } },
      { operator: 'alice', reason: null, about: { kind: 'job', job_id: JOB } },
      { operator: 'alice', reason: 'ticket 4711', about: { kind: 'row', job_id: JOB, row: 1 } },
    ]);
    for (const look of looks)
      expect(look).toMatchObject({ actor: 'operator:alice', requestId: 'cli_1', account: ACCOUNT });
  });

  it('is recorded of the requests of a key alone, which need none of its use and bills', async () => {
    const range = jest.spyOn(world.operator.models, 'range');
    const question = { ...WHOLE, keyId: KEY };
    const { requests, totals } = await reportKeyRequests(world.operator, question, 'ticket 4711');
    expect(range.mock.calls.map(([collection]) => collection)).toEqual([KEY_ACTIVITY.name]);
    expect((await looksAt({ key: KEY })).map(({ event }) => event.data)).toMatchObject([
      { reason: 'ticket 4711', about: { kind: 'key', key_id: KEY } },
    ]);
    expect(await reportKey(world.operator, question, null)).toMatchObject({ requests, totals });
    const unknown = reportKeyRequests(world.operator, { ...question, keyId: 'nobodynobody' as KeyId }, null);
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('stands with the account where no key is concerned', async () => {
    const [opened] = await readStreamEvents(world.operator.stores.eventStore, accountStream(ACCOUNT));
    await reportRequest(world.operator, { id: opened?.requestId ?? '' }, null);
    expect(await looksAt({ key: KEY })).toEqual([]);
    expect(await looksAt({ account: ACCOUNT })).toMatchObject([
      { event: { data: { about: { kind: 'request' } } } },
    ]);
  });

  it('is a fact each time, and none where nothing was found', async () => {
    await reportJob(world.operator, JOB, null);
    await reportJob(world.operator, JOB, null);
    const unknown = `${JOB.slice(0, -1)}Z` as JobId;
    await expect(reportJob(world.operator, unknown, null)).rejects.toMatchObject({ code: 'unknown_job' });
    await expect(reportRow(world.operator, { jobId: JOB, row: 9 }, null)).rejects.toMatchObject({
      code: 'unknown_row',
    });
    expect(await looksAt({ key: KEY })).toHaveLength(2);
  });
});
