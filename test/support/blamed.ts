/** Planted breaches, judged by the project's own lint. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Lints texts by the project's own configuration of ESLint, which can't run inside of Jest. */
const LINTER = `
import { ESLint } from 'eslint';
const texts = JSON.parse(process.argv[1]);
const eslint = new ESLint();
const blame = ({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message);
const lint = async ([filePath, text]) => (await eslint.lintText(text, { filePath, warnIgnored: false })).flatMap(blame);
console.log(JSON.stringify(await Promise.all(texts.map(lint))));
`;

/** The rules that each text breaks, as if it were this file. */
export function blamed(texts: readonly (readonly [file: string, text: string])[]): readonly string[][] {
  const args = ['--input-type=module', '-e', LINTER, JSON.stringify(texts)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[][];
}
