/** Makes `/docs/search.json`: an entry for each operation, parameter, block, code and schema. */
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { REFUSAL_CODES } from '../../../packages/contract/src/refusal-code.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn, textIn } from '../openapi-json.js';
import { schemaPath, schemasIn } from './schema-words.js';
import { operationPath, operationsIn } from './site-menu.js';

/**
 * Returns the entries: operations first, then their parameters, blocks, codes and schemas. `about` is the
 * kind of entry, such as `block` or `parameter of Resolve one company`; for an operation its call.
 */
export function searchIndex(document: JsonObject) {
  const operations = operationsIn(document);
  const parameters = operations.flatMap(({ id, operation }) =>
    listIn(operation['parameters']).map((value) => {
      const name = textIn(objectIn(value)['name']);
      const path = `${operationPath(id)}#parameter-${name.toLowerCase()}`;
      return { name, about: `parameter of ${textIn(operation['summary'])}`, path };
    }),
  );
  const codes = [...new Set<string>([...REFUSAL_CODES, ...REASON_CODES])];
  return [
    ...operations.map(({ id, path, method, operation }) => ({
      name: textIn(operation['summary']),
      about: `${method.toUpperCase()} ${path}`,
      path: operationPath(id),
    })),
    ...parameters,
    ...Catalogue.BLOCKS.map(({ key }) => ({ name: key, about: 'block', path: `/docs/blocks#${key}` })),
    ...codes.map((code) => ({ name: code, about: 'error or reason', path: `/docs/errors#${code}` })),
    ...Object.keys(schemasIn(document)).map((name) => ({ name, about: 'schema', path: schemaPath(name) })),
  ];
}
