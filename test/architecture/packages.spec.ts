/** The packages that the product is made of export what others import, and nothing else. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { importsIn, PACKAGES, placeInRoom } from './rooms.js';

const ROOT = path.resolve(__dirname, '../..');
const IMPORTS = importsIn(ROOT, ['src', 'projections', 'packages/client/src']);

/** The files that a package's manifest exports, as paths that begin with its name. */
function exportedBy(name: string): readonly string[] {
  const manifest = readFileSync(path.join(ROOT, 'packages', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string> };
  return Object.values(exports).map((file) => placeInRoom(path.posix.join('packages', name, file)));
}

/** The files of a package that files outside of it import. */
function importedFrom(name: string): readonly string[] {
  const inside = `${name}/`;
  const imported = [...IMPORTS].flatMap(([file, named]) => (file.startsWith(inside) ? [] : named));
  return [...new Set(imported.filter((file) => file.startsWith(inside)))].map((file) =>
    file.replace(/\.js$/, '.ts'),
  );
}

it.each(PACKAGES)('%s exports the files that others import', (name) => {
  expect(exportedBy(name).toSorted()).toEqual(importedFrom(name).toSorted());
});

describe('the door of enrichment', () => {
  const DOOR = path.join(ROOT, 'packages/enrichment/src/index.ts');
  const source = ts.createSourceFile(DOOR, readFileSync(DOOR, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    const { exportClause } = statement;
    return ts.isNamespaceExport(exportClause)
      ? [exportClause.name.text]
      : exportClause.elements.map(({ name }) => name.text);
  });

  it('is one file', () => expect(exportedBy('enrichment')).toEqual(['enrichment/index.ts']));

  it('has at most 30 names', () => {
    expect(names.length).toBeGreaterThan(15);
    expect(names.length).toBeLessThanOrEqual(30);
  });
});
