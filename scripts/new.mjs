/**
 * `npm run new:KIND -- WORDS`: a block, projection, operator-command, source or stream more. Writes the templates of
 * `scripts/new/KIND/files`, in which `{{word}}` stands for a word, also in names of files, and enters it where its kind
 * is listed, as `scripts/new/KIND/plan.mjs` says. What is left is to say what it is. `--root` is for tests.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SCRIPTS = dirname(fileURLToPath(import.meta.url));
const [kind = '', ...args] = process.argv.slice(2);
const folder = join(SCRIPTS, 'new', kind);
const { options, plan } = await import(join(folder, 'plan.mjs'));
const { values, positionals } = parseArgs({
  args,
  allowPositionals: true,
  options: { ...options, root: { type: 'string', default: dirname(SCRIPTS) } },
});
const { root } = values;

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const filled = (text, words) => text.replace(/\{\{(\w+)\}\}/g, (_, word) => words[word]);
const camel = (text) => text.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());

/** What plans use. Paths are relative to the root. */
const tools = {
  refuse,
  camel,
  pascal: (text) => camel(text).replace(/^./, (letter) => letter.toUpperCase()),
  exists: (path) => existsSync(join(root, path)),
  read: (path, encoding = 'utf8') => readFileSync(join(root, path), encoding),
  list: (path) => readdirSync(join(root, path), { withFileTypes: true }),
  template: (name, words) => filled(readFileSync(join(folder, `${name}.template`), 'utf8'), words),
  /** Puts text before what `end` finds from where `start` is found on. */
  entered(source, start, end, text) {
    const from = source.search(start);
    const to = from < 0 ? -1 : source.indexOf(end, from);
    if (to < 0) refuse(`${start} is not where it was: enter it by hand`);
    return source.slice(0, to) + text + source.slice(to);
  },
};

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const { words, edits, then, said } = plan(positionals, values, tools);
const templates = join(folder, 'files');
for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const target = filled(relative(templates, path).replace(/\.template$/, ''), words);
  write(target, filled(readFileSync(path, 'utf8'), words));
}
for (const [path, text] of Object.entries(edits)) write(path, text);
for (const [path, text] of Object.entries(then?.() ?? {})) write(path, text);
process.stdout.write(`Wrote ${join(root, said)}\n`);
