import { Suppressing } from '../../../test/support/worlds/suppressing.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { REREAD_MS } from './suppressed-hashes.js';

const PERSON = { kind: 'person_number', value: '12345678' } as const;
const DOMAIN = { kind: 'domain', value: 'example.co.uk' } as const;

const log = forEachTest(() => new Suppressing());

it('knows what was suppressed, however it is written', async () => {
  await log.suppress(PERSON, DOMAIN);
  const list = log.list();
  await list.bringUpToDate();
  expect([...list.kinds].sort()).toEqual(['domain', 'person_number']);
  expect(list.has('person_number', '123456780009')).toBe(true);
  expect(list.has('person_number', '123456790001')).toBe(false);
  expect(list.has('domain', 'https://www.example.co.uk/')).toBe(true);
  expect(list.has('domain', 'shop.example.co.uk')).toBe(true);
  expect(list.has('domain', 'notexample.co.uk')).toBe(false);
  expect(list.has('company_number', '12345678')).toBe(false);
});

it('reads on once what it read is a second old', async () => {
  const list = log.list();
  await list.bringUpToDate();
  await log.suppress(PERSON);
  log.now = REREAD_MS - 1;
  await list.bringUpToDate();
  expect(list.kinds.size).toBe(0);
  log.now = REREAD_MS;
  await list.bringUpToDate();
  expect(list.has('person_number', PERSON.value)).toBe(true);
});

it('shows again what was lifted, and suppresses it when it is suppressed anew', async () => {
  const list = log.list();
  const knows = async (): Promise<boolean> => {
    log.now += REREAD_MS;
    await list.bringUpToDate();
    return list.has('person_number', PERSON.value);
  };
  await log.suppress(PERSON, DOMAIN);
  expect(await knows()).toBe(true);
  await log.lift(PERSON);
  expect(await knows()).toBe(false);
  expect([...list.kinds]).toEqual(['domain']);
  await log.suppress(PERSON);
  expect(await knows()).toBe(true);
});

it('recognises nothing that was hashed under another secret', async () => {
  await log.suppress(PERSON);
  const list = log.list('another secret of a deployment');
  await list.bringUpToDate();
  expect(list.has('person_number', PERSON.value)).toBe(false);
});

it('leaves no value in the log', async () => {
  await log.suppress(PERSON, DOMAIN);
  const { events } = await log.store.readAll({ after: LOG_START, categories: ['suppressions'] });
  const text = events.map(({ data }) => Buffer.from(data).toString()).join('\n');
  expect(text.match(/"value_hash":"[0-9a-f]{64}"/g)).toHaveLength(2);
  for (const { value } of [PERSON, DOMAIN]) expect(text).not.toContain(value);
});
