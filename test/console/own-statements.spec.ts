/**
 * An account's statements as the customer sees them whose they are: only what was issued, and nothing is
 * issued by looking.
 */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { statementFilePath } from '../../src/operator/statements/console-files.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import { eventually } from '../support/eventually.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const written: string[] = [];
const log = createLogger({ logLevel: 'info' }, { write: (line) => void written.push(line) });
const world = forEachTest(() => ConsoleWorld.open({}, log));
let customer: Customer;
let browser: Browser;
let month: string;
beforeEach(async () => {
  customer = await aCustomer(world, { name: 'Bean', email: 'a@bean.example', ref: (row) => `r${row}` });
  browser = await world.customerOf(customer.account);
  month = customer.today.slice(0, 7);
});

/** When the month of today is over. */
const later = (): Date => new Date(Date.now() + 40 * 86_400_000);
const consoleFile = (account = customer.account): string =>
  statementFilePath(world.world.operator, account, month);
const elsewhere = (name: string): string => join(world.world.settings.dataDir, name);

async function issued(file: string, now: Date, account: AccountId = customer.account): Promise<void> {
  const wish = { account, month, file, now, onProgress: () => undefined };
  await issueStatement(world.world.operator, wish);
}
const listed = async (): Promise<string> => (await browser.open('/own/statements')).text;
const download = () => browser.open(`/own/statements/${month}`);
const events = async (): Promise<string> => {
  const { eventStore } = world.world.operator.stores;
  return (await eventStore.readAll({ after: LOG_START, limit: 5_000 })).position;
};

it('a statement that is kept is downloaded as it was signed', async () => {
  await issued(consoleFile(), later());
  expect(await listed()).toContain(`href="/own/statements/${month}"`);
  const { status, text, headers } = await download();
  expect([status, text]).toEqual([200, readFileSync(consoleFile(), 'utf8')]);
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="statement-${customer.account}-${month}.ndjson"`,
    'cache-control': 'no-store',
  });
});

it('one that is kept is there as PDF and as CSV, and in no other form', async () => {
  await issued(consoleFile(), later());
  const sha256 = createHash('sha256').update(readFileSync(consoleFile())).digest('hex');
  const [pdf, csv, other] = await Promise.all(
    ['pdf', 'csv', 'xml'].map((form) => browser.open(`/own/statements/${month}/${form}`)),
  );
  expect([pdf?.status, pdf?.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(pdf?.headers['content-disposition']).toContain(`statement-${customer.account}-${month}.pdf`);
  expect(pdf?.text.slice(0, 5)).toBe('%PDF-');
  expect([csv?.status, csv?.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv?.text).toContain(`SHA-256 ${sha256}`);
  expect(other?.status).toBe(404);
});

it('one that is not kept is made again, the same to the byte, and nothing is issued by it', async () => {
  await issued(elsewhere('issued.ndjson'), later());
  const before = await events();
  expect(await listed()).toContain('make the file');
  const asked = await download();
  expect([asked.status, asked.location]).toEqual([303, '/own/statements']);
  const part = await eventually('the file is made', async () => {
    const { text } = await browser.open('/own/statements/list');
    return text.includes('signed file') && !text.includes('hx-get') && text;
  });
  expect(part).not.toContain('make the file');
  expect((await download()).text).toBe(readFileSync(elsewhere('issued.ndjson'), 'utf8'));
  expect(await events()).toBe(before);
});

it('a partial one is there while its file is kept, and is never issued anew by a customer', async () => {
  await issued(consoleFile(), new Date());
  expect((await download()).status).toBe(200);
  rmSync(consoleFile());
  const before = await events();
  expect(await listed()).toContain('on request only: the month is not over');
  expect((await download()).status).toBe(404);
  expect(await events()).toBe(before);
});

it('a file of before is not passed off as the statement that came after it', async () => {
  await issued(consoleFile(), new Date());
  await issued(elsewhere('complete.ndjson'), later());
  expect(await listed()).toContain('make the file');
  writeFileSync(consoleFile(), readFileSync(elsewhere('complete.ndjson'), 'utf8').slice(0, -20));
  expect(await listed()).toContain('make the file');
});

it('what could not be made says so, and why only in the log of the service', async () => {
  await issued(elsewhere('issued.ndjson'), later());
  writeFileSync(consoleFile(), 'a file of somebody else');
  await download();
  await eventually('it is said', async () => (await listed()).includes('The file could not be made.'));
  expect(await listed()).not.toContain(world.world.settings.dataDir);
  expect(written.join('')).toContain('the file of a statement was not made');
});

it('another’s statement is answered as one that was never issued, whatever stands in the address', async () => {
  const { operator } = world.world;
  const other = await openCustomerAccount(operator, { name: 'Pea', email: 'a@pea.example' }, ['industry']);
  await issued(consoleFile(other), later(), other);
  const months = [month, '2020-01', 'x', '..', '%2e%2e%2fstatement-1002', `${month}/../x`, '2026-13', '%00'];
  const pages = await Promise.all(months.map((of) => browser.open(`/own/statements/${of}`)));
  for (const { status, text } of pages) expect([status, text]).toEqual([404, pages[0]?.text]);
  expect(await listed()).toContain('No statement has been issued yet.');
});

it('is checked in the browser with the public keys of the service', async () => {
  await issued(consoleFile(), later());
  const page = (await browser.open('/own/verify-statement')).text;
  expect(page).toContain('src="/assets/verify-statement.mjs"');
  expect(page).toMatch(/data-keys="[^"]*&quot;kty&quot;/);
  expect(page).not.toMatch(/&quot;d&quot;/);
});
