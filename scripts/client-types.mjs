/**
 * Prints the types of the TypeScript client, made of the description: `test/clients/typescript/types.spec.ts`
 * keeps them.
 */
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

/** Columns of a comment, as in the rest of the program. */
const WIDTH = 110;

/** The line, or the lines of a comment that is too wide. */
function wrapped(line) {
  const comment = line.trimStart();
  const opens = comment.startsWith('/** ');
  if (line.length <= WIDTH || !(opens || comment.startsWith('* '))) return [line];
  const indent = ' '.repeat(line.length - comment.length + (opens ? 1 : 0));
  const lines = [];
  for (const word of (opens ? comment.slice(4, -3) : comment.slice(2)).split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(`${indent}* ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return opens ? [`${indent.slice(1)}/**`, ...lines, `${indent}*/`] : lines;
}

const text = await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8');
const nodes = await openapiTS(JSON.parse(text), { immutable: true, silent: true });
const head = '/* Made of docs/openapi.json: `npm run client:types`. */\n';
process.stdout.write(head + astToString(nodes).split('\n').flatMap(wrapped).join('\n'));
