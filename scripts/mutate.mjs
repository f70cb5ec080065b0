/**
 * `npm run mutate -- [PATH|PATH:LINE,LINE|AREA...] [--sample N] [--seed S] [--stale]`: plants small faults in the source,
 * one at a time, and tells which of them no test sees. Without words every area of `mutate/areas.mjs`; `--sample` takes N
 * mutants of each area, or of the paths, drawn by the seed. The tree is copied and the copy is changed. It ends with 1
 * where a mutant lived. `--stale` tries none, and names the known equivalents whose line was changed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenAreas } from './mutate/areas.mjs';
import { staleEquivalents } from './mutate/equivalent.mjs';
import { mutantsOf } from './mutate/mutants.mjs';
import { described, reported } from './mutate/report.mjs';
import { sampled } from './mutate/sample.mjs';
import { MutationTrial } from './mutate/trial.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    stale: { type: 'boolean', default: false },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
  },
});
const { root } = values;

/** All that is tracked, or new and not ignored, with the installed packages linked. */
function copyOf(project) {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const file of files)
    if (file !== '' && file !== 'node_modules' && existsSync(join(project, file)))
      cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const mutantsIn = ({ files, lines }) =>
  files.flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8'))
      .filter((mutant) => lines === undefined || lines.includes(mutant.line))
      .map((mutant) => ({ ...mutant, file })),
  );

function whole(text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`'${text}' is no whole number from 1`);
  return number;
}

const say = (line) => process.stdout.write(`${line}\n`);

async function tried(area, mutants) {
  const copy = copyOf(root);
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await new MutationTrial(copy, area.specs).run(mutants, say);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

/** Names the entries of `mutate/equivalent.mjs` that mean no mutant; says how many there are. */
function toldStale() {
  const ofFile = new Map();
  const mutantsOfFile = (file) => {
    if (!existsSync(join(root, file))) return [];
    if (!ofFile.has(file)) ofFile.set(file, mutantsIn({ files: [file] }));
    return ofFile.get(file);
  };
  const stale = staleEquivalents(mutantsOfFile);
  for (const { file, original, replacement } of stale) say(`${file} ${original} -> ${replacement}`);
  return stale.length;
}

let lived = values.stale ? toldStale() : 0;
for (const area of values.stale ? [] : chosenAreas(root, positionals)) {
  const all = mutantsIn(area);
  const mutants = values.sample === undefined ? all : sampled(all, whole(values.sample), whole(values.seed));
  say(`${area.name}: ${mutants.length} of ${all.length} mutants in ${area.files.length} files`);
  if (values.list) for (const mutant of mutants) say(described(mutant));
  else lived += reported(area.name, await tried(area, mutants), say);
}
process.exitCode = lived === 0 ? 0 : 1;
