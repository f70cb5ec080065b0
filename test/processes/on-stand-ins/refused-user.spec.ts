/** The password of the service's user is changed on the server while it runs. It says so once and asks seldom. */
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbProcess, TLS_CERTIFICATE } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { companyNumbers } from '../../support/sample-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { patiently } from '../patiently.js';

jest.setTimeout(600_000);

const [number = ''] = companyNumbers();
const TOLD = 'EVENT_STORE_URL has a user or password that the server does not know';
/** The API, the worker, the projector and the standing check have a client each; one to spare. */
const CLIENTS = 5;

const server = forAllTests(() => EventStoreDbProcess.start({ tls: true, user: 'ops:before' }));
const world = forAllTests(() =>
  ProcessWorld.create({
    plans: { api: {} },
    settings: {
      EVENT_STORE_URL: `esdb://ops:before@localhost:${server.port}?tls=true&tlsCAFile=${encodeURIComponent(TLS_CERTIFICATE)}`,
      KEY_HASH_SECRET: 'the secret of a test: key hashes',
      CURSOR_SECRET: 'the secret of a test: cursors',
      LOG_LEVEL: 'warn',
    },
  }),
);

it('is named once by each role and by /readyz, costs the server few calls, and ends with the right password', async () => {
  const service = await world.fleet.start('api');
  const { key } = await world.account('Changed');
  const resolved = async (name: string): Promise<number> => {
    const url = `${service.url}/v1/resolve?company_number=${number}&blocks=company_identity`;
    const headers = { authorization: `Bearer ${key}`, 'x-idempotency-key': name };
    return (await fetch(url, { headers })).status;
  };
  await patiently('an answer', async () => (await resolved('before')) === 200);
  const readiness = async (): Promise<{ ready: boolean; reasons: string[] }> =>
    (await (await fetch(`${service.url}/readyz`)).json()) as { ready: boolean; reasons: string[] };
  /** The roles that wrote a line about the user, one entry a line. */
  const tellers = (): unknown[] =>
    service.output
      .split('\n')
      .flatMap((line) =>
        line.includes('UNAUTHENTICATED') ? [(JSON.parse(line) as { role: unknown }).role] : [],
      );

  await server.control.changePassword('ops', 'after');
  await patiently('readiness to end', async () => !(await readiness()).ready);
  expect((await readiness()).reasons).toEqual([
    expect.stringContaining(`The event store can't be reached: ${TOLD}`),
  ]);
  const [callsBefore, linesBefore] = [await server.control.strangers(), tellers().length];
  const began = performance.now();
  while (performance.now() - began < 20_000) {
    expect(await resolved(`during ${performance.now()}`)).toBe(503);
    await pause(200);
  }
  const seconds = (performance.now() - began) / 1_000;
  // One call in five seconds from each of them, and one more where the time ends.
  expect((await server.control.strangers()) - callsBefore).toBeLessThanOrEqual(CLIENTS * (seconds / 5 + 1));
  expect(tellers().slice(linesBefore)).toEqual([]);
  expect(new Set(tellers()).size).toBe(tellers().length);
  expect(tellers()).toEqual(expect.arrayContaining(['projector', 'worker']));

  await server.control.changePassword('ops', 'before');
  await patiently('readiness', async () => (await readiness()).ready);
  expect(await resolved('after')).toBe(200);
});
