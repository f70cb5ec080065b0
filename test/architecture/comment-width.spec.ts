/** Comments fit in 110 columns: those of the product, its specs, the packages and the benches. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const COLUMNS = 110;
const HELD = ['src', 'projections', 'packages', 'bench'];
/** A generator writes it from the description. */
const MADE = 'packages/client/src/openapi.ts';
/** The ranges of all comments. What only looks like one, in a template, an expression or a text of JSX, is none. */
function commentsOf(source: ts.SourceFile): readonly ts.CommentRange[] {
  const { text } = source;
  const comments: ts.CommentRange[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0 || node.kind === ts.SyntaxKind.JsxText) return;
    comments.push(...(ts.getLeadingCommentRanges(text, node.pos) ?? []));
    const isInJsx = ts.isJsxOpeningElement(node.parent) || ts.isJsxClosingElement(node.parent);
    if (!isInJsx) comments.push(...(ts.getTrailingCommentRanges(text, node.end) ?? []));
  };
  visit(source);
  return comments;
}

/** `file:line` of every line with a comment that is wider than the limit. Code before the comment counts. */
function wideComments(file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  // Only a file with a long line that may be one of a comment is worth its syntax tree.
  if (!lines.some((line) => line.length > COLUMNS && /\/[/*]|^\s*\*|\*\//.test(line))) return [];
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line;
  const wide = commentsOf(source).flatMap(({ pos, end }) => {
    const first = lineAt(pos);
    return lines
      .slice(first, lineAt(end) + 1)
      .flatMap((line, at) => (line.length > COLUMNS ? first + at + 1 : []));
  });
  return [...new Set(wide)].map((line) => `${file}:${line}`);
}

const FILES = execFileSync('git', ['ls-files', ...HELD], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && file !== MADE);
const wideIn = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => wideComments(file, readFileSync(join(ROOT, file), 'utf8')));

const WORDS = 'word '.repeat(24).trim();

describe('comments', () => {
  it(`have at most ${COLUMNS} columns`, () => {
    expect(FILES.length).toBeGreaterThan(1_000);
    expect(wideIn(FILES)).toEqual([]);
  });

  it.each([
    ['a doc comment of one line', `/** ${WORDS} */\nexport const a = 1;\n`, 1],
    ['a line of a longer one', `/**\n * short\n * ${WORDS}\n */\nexport const a = 1;\n`, 3],
    ['a comment behind code', `export const a = 1; // ${WORDS}\n`, 1],
    ['a comment in an empty block', `export function a(): void {\n  // ${WORDS}\n}\n`, 2],
    ['a comment before a closing bracket', `export const a = [\n  1,\n  // ${WORDS}\n];\n`, 3],
    ['a comment at the end', `export const a = 1;\n\n// ${WORDS}\n`, 3],
  ])('are found: %s', (_what, text, line) => {
    expect(wideComments('planted.ts', text)).toEqual([`planted.ts:${line}`]);
  });

  it.each([
    ['a template', `export const a = \`// ${WORDS}\n/* ${WORDS} */\`;\n`],
    ['a string', `export const a = '// ${WORDS}';\n`],
    ['an expression', `export const a = /\\/\\*${WORDS}\\*\\//;\n`],
    ['code', `export const a = '${WORDS}';\n// short\n`],
  ])('are not mistaken: %s', (_what, text) => {
    expect(wideComments('planted.ts', text)).toEqual([]);
  });

  it('are not mistaken: a text of JSX', () => {
    expect(wideComments('planted.tsx', `export const a = <p>// ${WORDS}</p>;\n`)).toEqual([]);
  });
});
