/** The programs in TypeScript that customers read first are right by the client's types, at their strictest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { blocksOf, fileNameOf, type CodeBlock } from './page-blocks.js';

const ROOT = join(__dirname, '..', '..', '..');
const CLIENT = join(ROOT, 'packages', 'client', 'src');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
  paths: {
    '@company-data/client': [join(CLIENT, 'index.ts')],
    '@company-data/client/node': [join(CLIENT, 'node.ts')],
  },
};

const folder = forEachTest(() => new TemporaryFolder());

const programsOf = (page: string): readonly CodeBlock[] =>
  blocksOf(readFileSync(join(ROOT, page), 'utf8')).filter(({ language }) => language === 'ts');

/** What is wrong with programs. */
function faultsOf(programs: readonly string[]): string[] {
  const files = programs.map((code, at) => folder.write(`program-${at}.mts`, code));
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, OPTIONS))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

it('are right: those of the quick start, and the first of the client', () => {
  const quick = programsOf('docs/quick-start.md');
  expect(quick.map(fileNameOf)).toEqual(['first.mjs', 'list.mjs']);
  const [first] = programsOf('packages/client/README.md');
  expect(faultsOf([...quick, ...(first === undefined ? [] : [first])].map(({ code }) => code))).toEqual([]);
});

it('a field that no answer has is found', () => {
  const [first] = programsOf('docs/quick-start.md');
  const faults = faultsOf([first?.code.replace('matched.company_name', 'matched.name') ?? '']);
  expect(faults).toEqual([expect.stringContaining("Property 'name' does not exist")]);
});
