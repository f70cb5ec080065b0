/**
 * Acts of an admin on a customer's access and data: each wants a reason and a confirmation, and stands in the
 * log.
 */
import 'reflect-metadata';
import { issueApiKey } from '../../src/operator/keys/keys.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type { KeyId } from '../../packages/contract/src/ids.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const world = forAllTests(() => ConsoleWorld.open());
let customer: Customer;
let key: KeyId;
let admin: Browser;

beforeAll(async () => {
  customer = await aCustomer(world, {
    name: 'Bean Ltd',
    email: 'a@bean.example',
    ref: (row) => `row ${row}`,
  });
  const rates = { requests_per_minute: 600, resolve_per_minute: 60 };
  const request = { environment: 'live', scopes: ['read'], max_rows: null, name: 'leaked' } as const;
  key = (await issueApiKey(world.world.operator, customer.account, { ...request, ...rates })).key_id;
  admin = await world.signedIn('admin-person', 'admin');
});

const REASON = 'It stood in a public repository.';

/** Events of this type, and why they say that it was done. */
async function reasons(type: string): Promise<readonly unknown[]> {
  const { events } = await world.world.operator.stores.eventStore.readAll({ after: LOG_START });
  const told = events.filter((event) => event.type === type).map(({ data }) => Buffer.from(data).toString());
  return told.map((text) => /"reason":"([^"]*)"/.exec(text)?.[1]);
}

const ACTS: readonly [string, () => string, string, string, () => string][] = [
  ['revokes a key', () => `/keys/${key}`, 'revoke', 'KeyRevoked', () => key],
  [
    'suspends an account',
    () => `/accounts/${customer.account}`,
    'suspend',
    'AccountSuspended',
    () => ' bean ltd',
  ],
  [
    'forgets a customer',
    () => `/accounts/${customer.account}`,
    'forget',
    'ContactErased',
    () => String(customer.account),
  ],
  ['erases the rows of a job', () => `/jobs/${customer.job}`, 'erase', 'JobRowsErased', () => customer.job],
];

describe.each(ACTS)('%s', (_, page, act, type, typed) => {
  const form = () => ({ reason: REASON, typed: typed() });

  it('not without a reason and its name typed', async () => {
    const wrong = [
      ...[{ typed: typed() }, { reason: REASON }, { reason: REASON, confirmed: 'yes' }],
      ...[
        { reason: REASON, typed: 'yes' },
        { ...form(), typed: `${typed()}0` },
      ],
      { ...form(), reason: 'x'.repeat(501) },
    ];
    for (const each of wrong) expect((await admin.send(`${page()}/${act}`, each)).status).toBe(400);
    const kept = await admin.send(`${page()}/${act}`, { reason: REASON, typed: 'another' });
    for (const said of [
      `action="${page()}/${act}"`,
      `value="${REASON}"`,
      'value="another"',
      'Nothing was done',
    ])
      expect(kept.text).toContain(said);
    expect(await reasons(type)).toEqual([]);
  });

  it.each(['support', 'billing'] as const)('not for %s, whose page does not offer it', async (role) => {
    const other = await world.signedIn(`${role}-of-${act}`, role);
    expect((await other.open(page())).text).not.toContain(`action="${page()}/${act}"`);
    expect((await other.send(`${page()}/${act}`, form())).status).toBe(403);
    expect(await reasons(type)).toEqual([]);
  });

  it('from its page, once, with the reason in the log', async () => {
    expect((await admin.open(page())).text).toContain(`action="${page()}/${act}"`);
    const done = await admin.send(`${page()}/${act}`, form());
    expect(done).toMatchObject({ status: 303, location: page() });
    expect(await reasons(type)).toEqual([REASON]);
    expect((await admin.open(page())).text).not.toContain(`action="${page()}/${act}"`);
  });
});

it('an account that is suspended can be reinstated from its page', async () => {
  const page = `/accounts/${customer.account}`;
  expect((await admin.open(page)).text).toContain(`action="${page}/reinstate"`);
  for (const wrong of [{ reason: REASON }, { confirmed: 'yes' }, { confirmed: 'yes', reason: ' ' }])
    expect((await admin.send(`${page}/reinstate`, wrong)).status).toBe(400);
  expect((await admin.send(`${page}/reinstate`, { confirmed: 'yes', reason: REASON })).location).toBe(page);
  const { events } = await world.world.operator.stores.eventStore.readAll({ after: LOG_START });
  const reinstated = events.filter(({ type }) => type === 'AccountReinstated');
  expect(reinstated.map(({ metadata }) => metadata['reason'])).toEqual([REASON]);
  expect((await admin.open(page)).text).toContain(`action="${page}/suspend"`);
});
