/** The console over HTTP, as whoever reaches its port may ask. */
import 'reflect-metadata';
import { request } from 'undici';
import { addUser } from '../../src/operator/staff/users.js';
import { ConsoleWorld } from '../support/worlds/console-world.js';
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
