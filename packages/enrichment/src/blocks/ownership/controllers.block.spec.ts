/** What the list of controllers says of records that are many, or that show little. */
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { readPerson, type PscRecord } from '../../sources/psc/psc-record.js';
import controllers from './controllers.block.js';

const DAY = '2025-06-20';

/** @param lines of the snapshot, each the data of a person */
function controllersOf(lines: readonly Record<string, unknown>[]) {
  const items = lines.map((line) => {
    const { key, data } = readPerson(line);
    return { list: 'persons', key, version: DAY, data: data as PscRecord };
  });
  const envelope = runBlock(controllers, null, DAY, {
    psc: aFact({ items, whole: {} }, DAY),
    owners: aFact([], DAY),
  });
  return envelope as { value: { controllers: unknown[]; ceased_controllers: unknown[] } };
}

const person = (name: string, more: object = {}) => ({
  kind: 'individual-person-with-significant-control',
  name,
  notified_on: '2016-04-06',
  ...more,
});

it('lists a hundred who control and a hundred who ceased, and says how many there are', () => {
  const many = Array.from({ length: 101 }, (_, i) => `Person ${i}`);
  const envelope = controllersOf([
    ...many.map((name) => person(name)),
    ...many.map((name) => person(`Former ${name}`, { ceased_on: '2020-01-01' })),
  ]);
  const cut = { total: 101, returned: 100, truncated: true };
  expect(envelope).toMatchObject({ detail: { lists: { controllers: cut, ceased_controllers: cut } } });
  expect(envelope.value.controllers).toHaveLength(100);
  expect(envelope.value.ceased_controllers).toHaveLength(100);
});

it('tells of a super-secure person who ceased, on a day that is not shown', () => {
  const secure = { kind: 'super-secure-person-with-significant-control', links: { self: '/company/1/x/a' } };
  expect(controllersOf([{ ...secure, ceased: false }]).value).toMatchObject({
    controllers: [{ type: 'super_secure', name: null }],
    control: { has_individual_controller: true, no_controller_on_register: false },
  });
  expect(controllersOf([{ ...secure, ceased: true }]).value).toMatchObject({
    controllers: [],
    control: { has_individual_controller: false, no_controller_on_register: true },
    ceased_controllers: [{ type: 'super_secure', name: null, ceased_on: null }],
  });
});
