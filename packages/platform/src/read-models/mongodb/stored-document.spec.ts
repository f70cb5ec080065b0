import fc from 'fast-check';
import type { JsonObject } from '../../values/json.js';
import { keyedDocument, storedDocument } from './stored-document.js';

describe('a stored document', () => {
  it('keeps any fields as JSON has them, and the body as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (key, fields) => {
        const json = JSON.parse(JSON.stringify(fields)) as JsonObject;
        const body = Uint8Array.of(0, 255);
        expect(keyedDocument(storedDocument('c', key, { fields: json, body }))).toEqual({
          key,
          fields: json,
          body,
        });
      }),
    );
  });

  it('holds no name of the fields but what an index may be asked for: text and finite numbers', () => {
    const fields = {
      text: 'a',
      count: 1.5,
      none: null,
      yes: true,
      list: [1],
      deep: { text: 'a' },
      endless: Infinity,
      absent: undefined,
      'a.b': 1,
      $where: 'x',
      '': 'empty',
      'nul\0': 1,
      ...(JSON.parse('{"__proto__":"x"}') as JsonObject),
    };
    const { i } = storedDocument('c', 'k', { fields });
    expect(Object.entries(i ?? {})).toEqual([
      ['text', 'a'],
      ['count', 1.5],
      ['__proto__', 'x'],
    ]);
  });
});
