/** What comments, tests and pages cite, and what there is to be cited (`docs/spec/README.md` says how). */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const SEARCHED = ['src', 'projections', 'packages', 'test', 'bench', 'scripts', 'docs', 'samples'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const NOT_READ = /(^|\/)(node_modules|dist|fixtures|__snapshots__)\/|(^|\/)test\/docs\/citations\./;
const TEXT = /\.(ts|js|mjs|cjs|md|yaml)$/;

const DOCUMENTS = {
  Spec: 'docs/spec/interface.md',
  Contract: 'docs/spec/contract.md',
  Blocks: 'docs/spec/blocks.md',
  Architecture: 'docs/architecture.md',
} as const;

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (NOT_READ.test(`${file}/`)) return [];
    if (entry.isDirectory()) return filesUnder(file);
    return TEXT.test(entry.name) && !NOT_READ.test(file) ? [file] : [];
  });
}

/** Every file that may cite, as paths from the root. */
export function citingFiles(): readonly string[] {
  const folders = readdirSync(ROOT).filter((name) => SEARCHED.includes(name));
  return [...PAGES, ...folders.flatMap(filesUnder)];
}

/**
 * The numbers of headings (`## 3. Title`, `### 3.4 Title`) and of paragraphs that begin with theirs (`**3.4** ...`). A
 * section that has numbers in it is too wide to be cited.
 */
function numbersOf(document: string): readonly string[] {
  const found = textOf(document).matchAll(/^(?:#{2,3} (\d+(?:\.\d+)*)\.? |\*\*(\d+(?:\.\d+)*)\*\* )/gm);
  const numbers = [...found].map(([, heading, paragraph]) => heading ?? paragraph ?? '');
  return numbers.filter((number) => !numbers.some((other) => other.startsWith(`${number}.`)));
}

/** All that can be cited, as it is cited. */
export function citable(): readonly string[] {
  const numbered = Object.entries(DOCUMENTS).flatMap(([word, document]) =>
    numbersOf(document).map((number) => `${word} ${number}`),
  );
  const invariants = numbersOf(DOCUMENTS.Architecture).filter((number) => number.startsWith('8.'));
  const decisions = readdirSync(join(ROOT, 'docs', 'decisions'));
  const outside = textOf('docs/spec/sources.md').matchAll(/^\| `([^`]+)`/gm);
  return [
    ...numbered,
    ...invariants.map((number) => `Invariant ${number.slice(2)}`),
    ...decisions.map((file) => `decision ${file.slice(0, 4)}`),
    ...decisions.map((file) => `docs/decisions/${file}`),
    ...[...outside].map(([, name = '']) => name),
  ];
}

const NUMBERS = String.raw`\d+(?:\.\d+)*`;
const OURS = new RegExp(
  String.raw`\b(Spec|Contract|Blocks|Architecture|[Ii]nvariant|decision)s? (${NUMBERS}(?:(?:, | and | to |, and )${NUMBERS})*)`,
  'g',
);
const OUTSIDE = /\b(RFC \d+|SI \d{4}\/\d+|ISO \d{4}|E\.164|IETF rate limit draft \d+|W3C [a-z]+ [a-z]+)\b/g;
const DECISION = /\bdocs\/decisions\/[\w.-]*\w/g;

/** Forms that say neither document nor number, or name a document that is not here. */
const UNRESOLVABLE = [
  /\b(block|blocks) guide\b/gi,
  /\bquirks? \d+/gi,
  /\bdocs\/decisions (?=\()[^)]*/g,
  /\((Spec|Contract|Blocks|Architecture|Specification)\b(?! \d)[^)]{0,40}/g,
  /\b(Spec|Contract|Blocks|Architecture|Specification), [^ ]{1,20}( \d+)?/g,
  /\b(Spec|Contract|Blocks|Architecture|Invariant)s? (rule|section|no\.?|§) ?\d+/gi,
  /\b(Behaviours?|Authentication|Rule|§) ?\d+(\.\d+)*/g,
  /\b(IETF|W3C)\b(?! rate limit draft \d| [a-z]+ [a-z]+)[^.,;)]{0,20}/g,
];

/** Running text: a comment's lines joined, without what begins each. */
const joined = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\*)|\/\/|>|- )?[ \t]*/g, ' ');

const written = (word: string): string => (word === 'invariant' ? 'Invariant' : word);

/** What a text cites, each by its full name. */
export function citationsIn(text: string): readonly string[] {
  const running = joined(text);
  const ours = [...running.matchAll(OURS)].flatMap(([, word = '', numbers = '']) =>
    numbers.split(/, and |, | and | to /).map((number) => `${written(word)} ${number}`),
  );
  return [...ours, ...[OUTSIDE, DECISION].flatMap((form) => running.match(form) ?? [])];
}

/** What a text cites in a form that can't be looked up. */
const unresolvableIn = (text: string): readonly string[] =>
  UNRESOLVABLE.flatMap((form) => joined(text).match(form) ?? []);

/** What a text cites and is not there. */
export function brokenIn(text: string, there: ReadonlySet<string>): readonly string[] {
  return [...citationsIn(text).filter((citation) => !there.has(citation)), ...unresolvableIn(text)];
}

export const read = textOf;
