/** Prints the types of the TypeScript client, made of the description: `test/clients/typescript/types.spec.ts` keeps them. */
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const text = await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8');
const nodes = await openapiTS(JSON.parse(text), { immutable: true, silent: true });
const head = '/* Made of docs/openapi.json: `npm run client:types`. */\n';
process.stdout.write(head + astToString(nodes));
