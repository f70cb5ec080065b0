/**
 * A document gives the items of its list as a parser of the whole of it does, however it is laid out, or
 * nothing.
 */
import * as fc from 'fast-check';
import { ImportRefusal } from '../editions/import-outcome.js';
import type { JsonObject } from './values.js';
import { jsonDocument } from './json-document.js';

interface Found {
  readonly items: readonly unknown[];
  readonly rejected: readonly number[];
}

/** @param pieces whole lines each, as files are read */
function found(pieces: readonly string[]): Found {
  const items: JsonObject[] = [];
  const rejected: number[] = [];
  const read = (item: JsonObject): [] => {
    items.push(item);
    return [];
  };
  const form = jsonDocument({ name: 'a package', partial: false, list: 'grants', read });
  const sink = { add: () => undefined, reject: (line: number) => void rejected.push(line) };
  const reader = form.open({ name: 'package.json', version: '', sink });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return { items, rejected };
}
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

it.each([
  ['an empty list', '{"grants":[ ]}', []],
  [
    'a list among other fields',
    '{"a":{"b":[1,2]},"grants":[{"c":1},{"c":[{}]}],"d":[[],{}],"e":"x"}',
    [1, 2],
  ],
  ['brackets and quotes in strings', '{"grants":[{"c":"]},\\"{[\\\\"},{"c":"\\\\"}]}', [1, 2]],
  ['a list of that name elsewhere', '{"a":{"grants":[{"c":1}]},"b":["grants",[{}]],"grants":[{"c":2}]}', [1]],
  ['what is no item', '{"grants":[{"c":1},7,"x,y",null,[{"c":1}]]}', [1]],
])('finds the items of %s', (_what, text, places) => {
  const { grants } = JSON.parse(text) as { grants: unknown[] };
  const items = places.map((place) => grants[place - 1]);
  for (const pieces of [[text], linesOf(JSON.stringify(JSON.parse(text), null, 2)), [`\uFEFF${text}`]])
    expect(found(pieces)).toMatchObject({
      items,
      rejected: grants.flatMap((_, at) => (at < items.length ? [] : [at + 1])),
    });
});

it.each([
  ['ends in an item', '{"grants":[{"a":1},{"a"'],
  ['ends after the list', '{"grants":[{"a":1}]'],
  ['ends in a string', '{"grants":[{"a":"x'],
  ['has a comma too many', '{"grants":[{"a":1},]}'],
  ['has two commas', '{"grants":[{"a":1},,{"a":2}]}'],
  ['lacks a comma', '{"grants":[{"a":1}{"a":2}]}'],
  ['closes its list with the wrong bracket', '{"grants":[{"a":1}}}'],
  ['closes an item with the wrong bracket', '{"grants":[{"a":1]]}'],
  ['goes on after its end', '{"grants":[{"a":1}]} {"grants":[]}'],
  ['is broken before its list', '{"a":tru,"grants":[{"a":1}]}'],
  ['is broken in an item', '{"grants":[{"a":01}]}'],
  ['breaks a line in a string', '{"grants":[{"a":"x\ny"}]}'],
  ['is nested without end', `{"grants":[${'['.repeat(200)}${']'.repeat(200)}]}`],
])('refuses a document that %s', (_how, text) => {
  expect(() => found([text])).toThrow(ImportRefusal);
  expect(() => found(linesOf(text))).toThrow(ImportRefusal);
});

it('takes what a parser of the whole takes, and nothing else', () => {
  const document = fc.record({
    before: fc.jsonValue({ maxDepth: 2 }),
    grants: fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { maxLength: 4 }),
    after: fc.jsonValue({ maxDepth: 2 }),
  });
  const indents = fc.constantFrom(0, 1);
  fc.assert(
    fc.property(document, indents, (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { grants } = JSON.parse(text) as { grants: unknown[] };
      expect(found(linesOf(text))).toEqual({ items: grants, rejected: [] });
    }),
  );
  const damage = fc.tuple(
    document,
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', '[', ']', '{', '}', ':', '1'),
  );
  fc.assert(
    fc.property(damage, ([value, place, letter]) => {
      const text = JSON.stringify(value);
      const at = place % text.length;
      const damaged = text.slice(0, at) + letter + text.slice(at + 1);
      const whole = parsedOrNull(damaged);
      if (whole === null) expect(() => found([damaged])).toThrow(ImportRefusal);
      else expect(() => found([damaged])).not.toThrow();
    }),
  );
});

function parsedOrNull(text: string): unknown {
  try {
    return { parsed: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
