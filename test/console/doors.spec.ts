/** The console over HTTP, as whoever reaches its port may ask. */
import 'reflect-metadata';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { request } from 'undici';
import { ConsoleServer } from '../../src/console/server.js';
import { OperatorServicesFactory } from '../../src/operator/operator.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { addUser } from '../../src/operator/staff/users.js';
import { ConsoleWorld } from '../support/worlds/console-world.js';
import { until } from '../support/worlds/worker-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { StandInIssuer } from './stand-in-issuer.js';

const CONSOLE_URL = 'https://console.example:8443';

const issuer = forAllTests(() => StandInIssuer.start());
const world = forAllTests(() => ConsoleWorld.open({ ...issuer.settings, CONSOLE_URL }));
let console: string;
beforeAll(async () => {
  console = await world.listen();
});

it.each<Record<string, string>>([
  { host: 'evil.example' },
  { host: 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
])('the issuer is told to lead back to CONSOLE_URL, whatever a request says: %j', async (headers) => {
  const { statusCode, headers: answered } = await request(`${console}/sign-in/issuer`, { headers });
  const location = new URL(String(answered['location']));
  expect([statusCode, location.searchParams.get('redirect_uri')]).toEqual([
    303,
    `${CONSOLE_URL}/sign-in/callback`,
  ]);
});

it('the way out of the issuer leads to CONSOLE_URL too', async () => {
  const headers = { host: 'evil.example' };
  const { body } = await request(`${console}/sign-in?left=issuer`, { headers });
  expect(await body.text()).toContain(
    `post_logout_redirect_uri=${encodeURIComponent(CONSOLE_URL)}%2Fsign-in`,
  );
});

it('links for new operators begin with CONSOLE_URL', async () => {
  const { link } = await addUser(world.world.operator, 'alice', 'support');
  expect(link).toMatch(/^https:\/\/console\.example:8443\/welcome\?link=[\w-]+$/);
});

describe('a console that has limits', () => {
  /** That waits so long for a request, and holds so many connections. */
  async function limited(limits: { requestTimeoutMs?: number; mostConnections?: number }) {
    const { settings, operator } = world.world;
    const operators = await OperatorServicesFactory.open(settings, operator.stores);
    const logger = createLogger({ logLevel: 'silent' });
    const parts = {
      settings,
      servicesFactory: operators,
      logger,
      clock: systemClock,
      entropy: systemEntropy(),
      issuer: null,
    };
    const { app } = new ConsoleServer({ ...parts, ...limits });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const close = async (): Promise<void> => {
      await app.close();
      await operators.close();
    };
    return { app, close, port: (app.server.address() as AddressInfo).port };
  }
  const HEAD = 'POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';

  it('gives a request 30 seconds unless told otherwise', async () => {
    const { app, close } = await limited({});
    const { requestTimeout, headersTimeout } = app.server;
    await close();
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 10_000 });
  });

  it.each([
    ['a body that never ends', `${HEAD}Content-Length: 100\r\n\r\nname=`],
    ['a head that never ends', HEAD],
    ['nothing at all', ''],
  ])('ends a connection that sends %s', async (_what, sent) => {
    const { port, close } = await limited({ requestTimeoutMs: 200 });
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.resume();
    await once(socket, 'close');
    await close();
    expect(socket.destroyed).toBe(true);
  });

  it('is open to a new client while another holds 500 connections and asks on each', async () => {
    const { port, close } = await limited({});
    const idle = await Promise.all(Array.from({ length: 500 }, () => keptAlive(port)));
    const { statusCode } = await request(`http://127.0.0.1:${port}/sign-in`);
    expect(statusCode).toBe(200);
    // A place holds 100 of them: the 400 that were idle longest made room, and one more for the new client.
    await until(() => idle.filter(({ destroyed }) => destroyed).length === 401);
    for (const socket of idle) socket.destroy();
    await close();
  });

  /** A connection on which a request was answered. */
  async function keptAlive(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.on('error', () => undefined);
    await once(socket, 'data');
    socket.resume();
    return socket;
  }
});
