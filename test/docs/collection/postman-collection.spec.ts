/** The collection in `docs` is made from the description, and the service answers each of its requests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script, createContext } from 'node:vm';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import {
  collectionOf,
  type Collection,
  type CollectionRequest,
  type Described,
} from './postman-collection.js';

const DOCS = join(__dirname, '..', '..', '..', 'docs');
const FILE = join(DOCS, 'company-data.postman_collection.json');

const description = JSON.parse(readFileSync(join(DOCS, 'openapi.json'), 'utf8')) as Described;
const kept = (): string => readFileSync(FILE, 'utf8');

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));

it('is what the description says (`npm run docs` writes it)', () => {
  const made = `${JSON.stringify(collectionOf(description), null, 2)}\n`;
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(FILE, made);
  expect(kept()).toBe(made);
});

it('holds a request of each operation', () => {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const requests = collectionOf(description).item.flatMap(({ item }) => item);
  expect(requests.map(({ name }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
});

/** Runs what a request does with its answer, as Postman would. */
function keep(
  { event = [] }: CollectionRequest,
  { status, body }: Reply,
  variables: Map<string, string>,
): void {
  const set = (name: string, value: string): void => void variables.set(name, value);
  const pm = { response: { code: status, json: () => body }, collectionVariables: { set } };
  for (const { script } of event) new Script(script.exec.join('\n')).runInContext(createContext({ pm }));
}

it('is answered by the service, request by request in its order', async () => {
  const key = await world.customer();
  const collection = JSON.parse(kept()) as Collection;
  const variables = new Map(collection.variable.map((one) => [one.key, one.value]));
  variables.set('base', '');
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');
  const answers: [string, boolean][] = [];
  for (const one of collection.item.flatMap(({ item }) => item)) {
    const { method, url, header, body, auth } = one.request;
    const headers = Object.fromEntries(
      header.filter(({ disabled }) => !disabled).map((each) => [each.key.toLowerCase(), each.value]),
    );
    const sent = { method, headers, ...(body === undefined ? {} : { body: filled(body.raw) }) };
    const reply = await world.call(filled(url.raw), sent, auth === undefined ? key : undefined);
    keep(one, reply, variables);
    answers.push([one.name, reply.status < 400]);
  }
  expect(answers.filter(([, good]) => !good)).toEqual([]);
  expect(variables.get('job')).toMatch(/^job_/);
});
