import { RecordsWorld } from '../../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { grants } from '../../grants/grants.source.js';
import { psc } from '../../psc/psc.source.js';
import { refuseNamesTwice } from './names-twice.js';

const check = (text: string) => () => {
  refuseNamesTwice(text, JSON.parse(text));
};

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":2,"a":1}', 'a'],
  ['{"x":{"a":[],"a":[]}}', 'a'],
  ['{"x":[{"b":1},{"a" : 1, "a"\t:2}]}', 'a'],
  ['{"caf\\u00e9":1,"café":2}', 'café'],
  ['{"t":"\\":","a":{"t":1},"a":3}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('refuses %s', (text, name) => {
  expect(check(text)).toThrow(`the name "${name}" stands twice in one object`);
});

it.each([
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '{"a":"\\":\\":","b":"a\\" : "}',
  '{"a":"{\\"b\\":1,\\"b\\":2}"}',
  '{"A":1,"a":2,"a ":3}',
  '[1,"a",":",{}]',
  '{"__proto__":{"a":1},"url":"http://x"}',
])('takes %s', (text) => {
  expect(check(text)).not.toThrow();
});

const world = forEachTest(() => new RecordsWorld());

it('rejects such a line, and such an item of a document, with its number', async () => {
  const line = (number: string, more = '') =>
    `{"company_number":"${number}","data":{"kind":"individual-person-with-significant-control","name":"A",${more}"natures_of_control":[],"notified_on":"2020-01-01","links":{"self":"/company/${number}/x/${number}"}}}`;
  const text = [line('00000001'), line('00000002', '"name":"B",'), line('00000003')].join('\n') + '\n';
  const imported = await world.import(psc, [world.write('psc-2026-01-01.txt', text)], {
    maxRejectedPercent: 50,
  });
  const reason = 'the name "name" stands twice in one object';
  expect(imported).toMatchObject({ rows: 2, rejects: [{ line: 2, reason }] });
  const grant = '{"id":"g","awardDate":"2025-01-01","name":1,"recipientOrganization":[{"id":"GB-COH-1"}]}';
  const all = `{"grants":[${grant},${grant.replace('"name":1', '"name":1,"name":2').replace('"g"', '"h"')}]}`;
  const given = await world.import(grants, [world.write('g-2026-01-01.json', all)], {
    maxRejectedPercent: 50,
  });
  expect(given).toMatchObject({ rows: 1, rejects: [{ line: 2, reason }] });
});

it('rejects such a line alone where it is the first of its file', async () => {
  const line = (number: string, more = '') =>
    `{"company_number":"${number}",${more}"resource":"persons-with-significant-control","fetched_at":"2026-01-01T00:00:00Z","data":{"items":[]}}\n`;
  const files = ['00000001', '00000002'].map((number, i) =>
    line(number, i === 0 ? '"company_number":"00000009",' : ''),
  );
  const imported = await world.import(psc, [world.write('answers.jsonl', files.join(''))], {
    maxRejectedPercent: 60,
  });
  expect(imported).toMatchObject({
    outcome: 'imported',
    rejects: [{ line: 1, reason: 'the name "company_number" stands twice in one object' }],
  });
});
