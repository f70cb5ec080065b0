/** Planted breaches, judged by the project's own lint. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Lints texts by the project's own configuration, but for the rules that need types. ESLint is no guest of Jest's. */
const LINTER = `
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
const texts = JSON.parse(process.argv[1]);
const untyped = { ...tseslint.configs.disableTypeChecked, languageOptions: { parserOptions: { project: null, program: null } } };
const eslint = new ESLint({ overrideConfig: [untyped] });
const results = [];
for (const [filePath, text] of texts) results.push(...(await eslint.lintText(text, { filePath })));
console.log(JSON.stringify(results.map(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message))));
`;

/** The rules that each text breaks, as if it were this file. */
export function blamed(texts: readonly (readonly [file: string, text: string])[]): readonly string[][] {
  const args = ['--input-type=module', '-e', LINTER, JSON.stringify(texts)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[][];
}
