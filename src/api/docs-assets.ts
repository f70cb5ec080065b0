/** The files that the pages of the documentation load: from this service alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = 'text/javascript; charset=utf-8';

const TYPES = {
  'docs.css': 'text/css; charset=utf-8',
  'call.mjs': SCRIPT,
  'try-call.mjs': SCRIPT,
} as const;

export type DocsAsset = keyof typeof TYPES;

const read = new Map<DocsAsset, Uint8Array>();

/** @param name one of `src/api/assets`; read once. */
export function docsAsset(name: DocsAsset): { readonly type: string; readonly bytes: Uint8Array } {
  const bytes = read.get(name) ?? readFileSync(join(__dirname, 'assets', name));
  read.set(name, bytes);
  return { type: TYPES[name], bytes };
}
