/**
 * A filed document as text with its numeric facts found in it, so that one thing at a time can be changed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = join(process.cwd(), 'test/fixtures/accounts');

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A numeric fact as it stands in the text. */
export interface FactElement {
  readonly start: number;
  readonly end: number;
  /** The opening tag as it stands. */
  readonly open: string;
  readonly inner: string;
  readonly close: string;
  /** Local name. */
  readonly concept: string;
  readonly context: string;
}

export interface FiledPage {
  readonly name: string;
  readonly text: string;
  readonly facts: readonly FactElement[];
}

const INLINE =
  /(?<open><ix:nonFraction\b[^>]*>)(?<inner>(?:(?!<ix:nonFraction)[\s\S])*?)(?<close><\/ix:nonFraction>)/g;
const PLAIN =
  /(?<open><(?<tag>[\w-]+:[\w-]+|[\w-]+)\b[^>]*\bunitRef=[^>]*>)(?<inner>[^<]*)(?<close><\/\k<tag>>)/g;

export const attribute = (open: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(open)?.[1] ?? null;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function factsIn(text: string): FactElement[] {
  const pattern = text.includes('<ix:') ? INLINE : PLAIN;
  return [...text.matchAll(pattern)].map((match) => {
    const { open = '', inner = '', close = '', tag = '' } = match.groups ?? {};
    return {
      start: match.index,
      end: match.index + match[0].length,
      open,
      inner,
      close,
      concept: localName(tag === '' ? (attribute(open, 'name') ?? '') : tag),
      context: attribute(open, 'contextRef') ?? '',
    };
  });
}

/** Nobody filed them: pages that were made with errors in them. */
const MADE_WRONG = /^account_errors/;

/** The filed documents that stand in the repository, an archive in an archive aside. */
export function filedPages(): FiledPage[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.gz') && !MADE_WRONG.test(file))
    .sort()
    .map((file) => {
      const text = gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8');
      return { name: file.slice(0, -3), text, facts: factsIn(text) };
    });
}

export function edited(text: string, edits: readonly Edit[]): string {
  let done = text;
  for (const { start, end, text: by } of [...edits].sort((a, b) => b.start - a.start))
    done = done.slice(0, start) + by + done.slice(end);
  return done;
}

/** The opening tag with an attribute set, or taken away. */
export function withAttribute(open: string, name: string, value: string | null): string {
  const bare = open.replace(new RegExp(`\\s${name}\\s*=\\s*["'][^"']*["']`), '');
  return value === null ? bare : bare.replace(/(\s*\/?>)$/, ` ${name}="${value}"$1`);
}

export const replaced = (
  { start, end, open, inner, close }: FactElement,
  by: Partial<FactElement>,
): Edit => ({
  start,
  end,
  text: `${by.open ?? open}${by.inner ?? inner}${by.close ?? close}`,
});
