/**
 * One key for one call: the same tool with the same arguments on the same UTC day, or in the same session.
 */
import { createHash } from 'node:crypto';

/** JSON with the names of objects in order, so that equal arguments give equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** @param scope the UTC day, or the session */
export const idempotencyKey = (tool: string, args: unknown, scope: string): string =>
  `mcp-${createHash('sha256')
    .update(canonicalJson([tool, args, scope]))
    .digest('hex')}`;

/** Arguments as they are sent: without blanks around texts, and each block once, in order. */
export function normalised<T extends { readonly blocks?: readonly string[] | undefined }>(args: T): T {
  const trimmed = trimmedIn(args);
  return {
    ...trimmed,
    ...(trimmed.blocks === undefined ? {} : { blocks: [...new Set(trimmed.blocks)].sort() }),
  };
}

/** The form stays as it is: only texts change. */
function trimmedIn<T>(value: T): T;
function trimmedIn(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((item) => trimmedIn<unknown>(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, trimmedIn<unknown>(member)]),
  );
}
