/** The files that the pages of the documentation load: from this service alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lasting } from '../platform/http/coding/lasting.js';

const SCRIPT = 'text/javascript; charset=utf-8';

const TYPES = {
  'docs.css': 'text/css; charset=utf-8',
  'call.mjs': SCRIPT,
  'try-call.mjs': SCRIPT,
} as const;

export type DocsAsset = keyof typeof TYPES;

const read = new Map<DocsAsset, Lasting>();

/** @param name one of `src/api/assets`; read once. */
export function docsAsset(name: DocsAsset): { readonly type: string; readonly body: Lasting } {
  const body = read.get(name) ?? new Lasting(readFileSync(join(__dirname, 'assets', name)));
  read.set(name, body);
  return { type: TYPES[name], body };
}
