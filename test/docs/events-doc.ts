/**
 * Makes `docs/events.md` from the comments and types of `src/streams`: the code is the only place where an event is
 * described. Reads the syntax alone, so that a field is shown as it is written.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const EVENTS = path.resolve(__dirname, '../../src/streams');

interface Field {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

interface Described {
  readonly name: string;
  readonly comment: string;
  readonly shape: Shape;
}

/** What a type looks like: an object's fields, the choices of a union, or just another type's name. */
type Shape =
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'choices'; readonly choices: readonly Omit<Field, 'name'>[] }
  | { readonly kind: 'as'; readonly type: string };

interface StreamFile {
  /** `{category}-{id}` as the opening comment writes it. */
  readonly stream: string;
  readonly opening: string;
  readonly events: readonly Described[];
  readonly types: readonly Described[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text of a JSDoc comment without its stars, paragraphs kept. */
const cleaned = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

function commentOf(node: ts.Node, source: ts.SourceFile): string {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const docs = ranges
    .map(({ pos, end }) => source.text.slice(pos, end))
    .filter((text) => text.startsWith('/**'));
  return cleaned(docs.at(-1) ?? '');
}

/** A type as it is written, but for what says nothing to a reader of events. */
const written = (node: ts.Node | undefined, source: ts.SourceFile): string =>
  oneLine(node?.getText(source) ?? '')
    .replace(/\breadonly /g, '')
    .replace(/Readonly<(.*)>/g, '$1')
    .replace(/; }/g, ' }');

const fieldsOf = (members: ts.NodeArray<ts.TypeElement>, source: ts.SourceFile): Field[] =>
  members.filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(source) + (member.questionToken === undefined ? '' : '?'),
    type: written(member.type, source),
    comment: oneLine(commentOf(member, source)),
  }));

/** The comment of a union's member stands before the bar, out of the member's own reach. */
const lastComment = (text: string): string => oneLine(cleaned(/\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? ''));

function shapeOf(type: ts.TypeNode, source: ts.SourceFile): Shape {
  if (ts.isTypeLiteralNode(type)) return { kind: 'fields', fields: fieldsOf(type.members, source) };
  if (!ts.isUnionTypeNode(type)) return { kind: 'as', type: written(type, source) };
  const choices = type.types.map((choice, index) => ({
    type: written(choice, source),
    comment: lastComment(source.text.slice(type.types[index - 1]?.end ?? type.pos, choice.getStart(source))),
  }));
  return { kind: 'choices', choices };
}

/** `Fact<'Name', data>`: what the event's data are. */
function eventOf(node: ts.TypeAliasDeclaration, source: ts.SourceFile): Described | null {
  if (!ts.isTypeReferenceNode(node.type) || node.type.typeName.getText(source) !== 'Fact') return null;
  const data = node.type.typeArguments?.[1];
  if (data === undefined) return null;
  return { name: node.name.text, comment: commentOf(node, source), shape: shapeOf(data, source) };
}

function typeOf(node: ts.Statement, source: ts.SourceFile): Described | null {
  if (ts.isInterfaceDeclaration(node)) {
    const shape = { kind: 'fields' as const, fields: fieldsOf(node.members, source) };
    return { name: node.name.text, comment: commentOf(node, source), shape };
  }
  if (!ts.isTypeAliasDeclaration(node)) return null;
  return { name: node.name.text, comment: commentOf(node, source), shape: shapeOf(node.type, source) };
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

function readStreamFile(file: string): StreamFile {
  const text = readFileSync(path.join(EVENTS, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const opening = cleaned(/^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '');
  const exported = source.statements.filter(isExported);
  const events = exported.filter(ts.isTypeAliasDeclaration).flatMap((node) => eventOf(node, source) ?? []);
  const names = new Set(events.map(({ name }) => name));
  const types = exported
    .flatMap((node) => typeOf(node, source) ?? [])
    // The union of a stream's events says nothing new.
    .filter(({ name, shape }) => !names.has(name) && !isUnionOf(shape, names));
  const [, stream = file, tells = opening] = /^`([^`]+)`: (.*)$/s.exec(opening) ?? [];
  return { stream, opening: tells.charAt(0).toUpperCase() + tells.slice(1), events, types };
}

const isUnionOf = (shape: Shape, names: ReadonlySet<string>): boolean =>
  shape.kind === 'choices'
    ? shape.choices.every(({ type }) => names.has(type))
    : shape.kind === 'as' && names.has(shape.type);

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replace(/\|/g, '\\|');

function tableOf(fields: readonly Field[]): string {
  const row = ({ name, type, comment }: Field): string =>
    `| ${code(name)} | ${cell(code(type))} | ${cell(comment)} |`;
  return ['| field | type | |', '| --- | --- | --- |', ...fields.map(row)].join('\n');
}

function bodyOf(shape: Shape): string {
  switch (shape.kind) {
    case 'fields':
      return tableOf(shape.fields);
    case 'choices':
      return shape.choices
        .map(({ type, comment }) => `- ${code(type)}${comment === '' ? '' : `: ${comment}`}`)
        .join('\n');
    case 'as':
      return shape.type === 'Record<string, never>' ? 'No data.' : `As ${code(shape.type)}.`;
  }
}

const described = ({ name, comment, shape }: Described): string =>
  [`### ${name}`, ...(comment === '' ? [] : [comment]), bodyOf(shape)].join('\n\n');

function section({ stream, opening, events, types }: StreamFile): string {
  return [`## ${code(stream)}`, opening, ...[...events, ...types].map(described)].join('\n\n');
}

/** Every stream file, those that tell a life first. */
export const streamFiles = (): string[] =>
  readdirSync(EVENTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.events.ts'))
    .sort();

/** The names of all events, by file. */
export const eventNames = (file: string): string[] => readStreamFile(file).events.map(({ name }) => name);

/** The whole page. */
export function eventsPage(): string {
  const files = streamFiles().map(readStreamFile);
  const contents = files.map(
    ({ stream, events }) => `- \`${stream}\`: ${events.map(({ name }) => name).join(', ')}`,
  );
  return (
    [
      '# Events',
      'Made from the comments of `src/streams` by `npm run docs`; a test fails when it differs. The event log is the only truth of this service: everything else can be made from it again.',
      'Every event carries flat metadata beside its data: `$correlationId` (the request id, as in `X-Request-ID`), `$causationId` where it answers another event, `account`, `actor` (`key:<key id>`, `operator` or `worker`), `time` (ISO 8601 UTC, set by the appender, never going back within a stream) and `v` (the version of its shape).',
      contents.join('\n'),
      ...files.map(section),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}
