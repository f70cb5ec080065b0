/** A month's lines for other systems: on the customer's own page, and where an operator looks at it. */
import 'reflect-metadata';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { statementFilePath } from '../../src/operator/statements/console-files.js';
import { exportUsage } from '../../src/operator/usage/export-usage.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../src/billing/export/formats.js';
import { listStatementKeys } from '../../src/operator/statements/statement-keys.js';
import { verifyStatements } from '../../src/operator/statements/verify-statement.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const world = forEachTest(() => ConsoleWorld.open({}));
let customer: Customer;
let browser: Browser;
let month: string;
beforeEach(async () => {
  customer = await aCustomer(world, { name: 'Bean', email: 'a@bean.example', ref: (row) => `r${row}` });
  browser = await world.customerOf(customer.account);
  month = customer.today.slice(0, 7);
});

/** The file as the command line writes it. */
async function written(format: ExportFormat, proofs = false): Promise<string> {
  const request = { account: customer.account, month, format, proofs, now: new Date() };
  let text = '';
  for await (const piece of (await exportUsage(world.world.operator, request)).pieces) text += piece;
  return text;
}
const issue = () =>
  issueStatement(world.world.operator, {
    ...{ account: customer.account, month, now: new Date(Date.now() + 40 * 86_400_000) },
    file: statementFilePath(world.world.operator, customer.account, month),
    onProgress: () => undefined,
  });

it.each(EXPORT_FORMATS)('a customer takes their month as %s, and nothing is left behind', async (format) => {
  const address = `/own/usage/${month}/${format}`;
  expect((await browser.open('/own')).text).toContain(`href="${address}"`);
  const { status, text, headers } = await browser.open(address);
  expect([status, text]).toEqual([200, await written(format)]);
  expect(text.split('\n').length).toBeGreaterThan(20);
  expect(headers['content-disposition']).toContain(`usage-${customer.account}-${month}-${format}.`);
  expect(readdirSync(join(world.world.settings.dataDir, 'console'))).toEqual([]);
});

it('beside a complete statement stand its lines with proofs, which its check takes', async () => {
  const before = await browser.open(`/own/usage/${month}/focus?proofs=yes`);
  expect([before.status, before.text]).toEqual([409, expect.stringContaining('no complete statement yet')]);
  await issue();
  const address = `/own/usage/${month}/focus?proofs=yes`;
  expect((await browser.open('/own/statements')).text).toContain(`href="${address}"`);
  const { text } = await browser.open(address);
  const file = join(world.world.settings.dataDir, 'export.csv');
  writeFileSync(file, text);
  const keys = await listStatementKeys(world.world.operator);
  // The month of today isn't over, so its statement is signed too early for a check.
  const [report] = await verifyStatements([file], keys, () => undefined);
  expect(report?.findings.map(({ detail }) => detail)).toEqual([
    'It is complete, and its month was not over for ten minutes.',
  ]);
});

it.each([
  ['2999-01/csv', 409, 'has not begun'],
  ['2001-01/csv', 409, 'opened after this month'],
  ['2001-13/csv', 404, 'Nothing is here'],
])('%s is refused with a sentence', async (path, status, says) => {
  const answer = await browser.open(`/own/usage/${path}`);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(says)]);
});

it('an account without lines has files with headings alone', async () => {
  const poor = await openCustomerAccount(world.world.operator, { name: 'Pea', email: 'p@pea.example' }, []);
  const other = await world.customerOf(poor);
  for (const format of ['csv', 'focus']) {
    const { status, text } = await other.open(`/own/usage/${month}/${format}`);
    expect([status, text.split('\r\n')]).toEqual([200, [expect.stringMatching(/^\w+,/), '']]);
  }
});

it('an operator has the same files on the page of the account, and each is a look that is recorded', async () => {
  const alice = await world.signedIn('alice', 'support');
  await alice.send('/reason', { reason: 'ticket 4714', to: '/' });
  const address = `/accounts/${customer.account}/usage/${month}/csv`;
  expect((await alice.open(`/accounts/${customer.account}`)).text).toContain(`href="${address}"`);
  const { status, text } = await alice.open(address);
  expect([status, text]).toEqual([200, await written('csv')]);
  const { events } = await world.world.operator.stores.eventStore.readAll({ after: LOG_START, limit: 5_000 });
  const looks = events
    .filter(({ type }) => type === 'InvestigationOpened')
    .map(({ data }) => Buffer.from(data).toString());
  expect(looks.filter((look) => look.includes('"kind":"bill"') && look.includes('ticket 4714'))).toHaveLength(
    1,
  );
  await issue();
  const statements = await alice.open(`/accounts/${customer.account}/statements`);
  expect(statements.text).toContain(`href="/accounts/${customer.account}/usage/${month}/focus?proofs=yes"`);
  expect((await alice.open(`/accounts/9999/usage/${month}/csv`)).status).toBe(404);
  expect(readFileSync(statementFilePath(world.world.operator, customer.account, month), 'utf8')).not.toBe('');
});
