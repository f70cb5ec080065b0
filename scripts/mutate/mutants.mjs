/** Mutants of a TypeScript file: small faults, each a piece of its text and what stands in its place. */
import ts from 'typescript';

const FLIPPED = new Map([
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['&&', ['||']],
  ['||', ['&&']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
]);

/** Where a text is a name, a type or a part of the syntax, and no value. */
const isNoValue = (node) => {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isCaseClause(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertyDeclaration(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    (ts.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
  );
};

/** Types and what they are checked by, decorators, names of symbols and the words of an error are no behaviour. */
const isPassedOver = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isDecorator(node) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'Symbol') ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword);

const isCall = (node) => ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);

const inBrackets = (node) => (ts.isBinaryExpression(node) ? `(${node.getText()})` : node.getText());

function ofBinary(node) {
  const [left, right] = [node.left, node.right].map(inBrackets);
  const operator = node.operatorToken.getText();
  if (operator === '??') return [left];
  return (FLIPPED.get(operator) ?? []).map((flipped) => `${left} ${flipped} ${right}`);
}

/** Of a comparison only the sign counts: `a < b ? -1 : 1`. */
const isSign = ({ parent }) => {
  const choice = ts.isPrefixUnaryExpression(parent) ? parent.parent : parent;
  return (
    ts.isConditionalExpression(choice) &&
    choice.whenTrue.getText() === '-1' &&
    choice.whenFalse.getText() === '1'
  );
};

function ofLiteral(node) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  if ((!isText && !ts.isNumericLiteral(node)) || isNoValue(node)) return [];
  if (ts.isNumericLiteral(node)) return isSign(node) ? [] : [`${node.getText()} + 1`];
  if (/ /.test(node.getText())) return []; // words for a person
  return [node.text === '' ? "'mutant'" : "''"];
}

/** What may stand in the place of an expression. */
function replacements(node) {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isConditionalExpression(node)) {
    const [condition, whenTrue, whenFalse] = [node.condition, node.whenTrue, node.whenFalse].map((part) =>
      part.getText(),
    );
    return [`${condition} ? ${whenFalse} : ${whenTrue}`];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node.operand.getText()];
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 || isNoValue(node) ? [] : ['[]'];
  return ofLiteral(node);
}

/** A condition that always, or never, holds. A loop only never: the other would not end. */
function conditions(node) {
  if (ts.isIfStatement(node)) return [[node.expression, ['true', 'false']]];
  return ts.isWhileStatement(node) && node.expression.kind !== ts.SyntaxKind.TrueKeyword
    ? [[node.expression, ['false']]]
    : [];
}

/**
 * The mutants of a file's text, in its order: `start` and `end` in characters, the text there, what stands in its place
 * (an empty text for a statement that is left out), and its line, from 1 and as
 * text.
 */
export function mutantsOf(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found = [];
  const add = (node, replacement, isStatement = false) => {
    const [start, end] = [node.getStart(), node.end];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const sourceLine = (lines[line - 1] ?? '').trim();
    found.push({ start, end, original: text.slice(start, end), replacement, isStatement, line, sourceLine });
  };
  const visit = (node) => {
    if (isPassedOver(node)) return;
    for (const replacement of replacements(node)) add(node, replacement);
    for (const [condition, values] of conditions(node))
      for (const value of values) if (condition.getText() !== value) add(condition, value);
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, '', true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** One place of a text with the mutants of just this piece, and the places within it. */
function placesOf(mutants) {
  const root = { start: 0, end: Infinity, mutants: [], inner: [] };
  const open = [root];
  for (const mutant of mutants) {
    while (open.at(-1).end <= mutant.start) open.pop();
    let place = open.at(-1);
    if (place === root || place.start !== mutant.start || place.end !== mutant.end) {
      place = { start: mutant.start, end: mutant.end, mutants: [], inner: [] };
      open.at(-1).inner.push(place);
      open.push(place);
    }
    place.mutants.push(mutant);
  }
  return root.inner;
}

const switchOf = (place, within) =>
  place.mutants.reduce(
    (rest, { id, replacement, isStatement }) =>
      isStatement ? `{ if (!__mutant(${id})) ${rest} }` : `(__mutant(${id}) ? (${replacement}) : ${rest})`,
    place.mutants[0].isStatement ? within : `(${within})`,
  );

/** The text with all these mutants (of one file, in order, each with its number `id`) built in as switches. */
export function withSwitches(text, mutants) {
  const print = (places, start, end) => {
    let at = start;
    let printed = '';
    for (const place of places) {
      printed += text.slice(at, place.start) + switchOf(place, print(place.inner, place.start, place.end));
      at = place.end;
    }
    return printed + text.slice(at, end);
  };
  return print(placesOf(mutants), 0, text.length);
}
