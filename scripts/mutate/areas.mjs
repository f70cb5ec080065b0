/**
 * The areas whose tests are judged, each with its files and the specs that belong to them:
 * those named here. Paths end in `/` for a folder.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const AREAS = {
  deciders: {
    files: [
      'src/streams/account/account.decider.ts',
      'src/streams/account/account.state.ts',
      'src/streams/adjustments/adjustments.decider.ts',
      'src/streams/adjustments/adjustments.state.ts',
      'src/streams/decision.ts',
      'src/streams/job/job.decider.ts',
      'src/streams/job/job.state.ts',
      'src/streams/support/support.decider.ts',
    ],
    specs: [
      'src/access/access.handlers.spec.ts',
      'src/jobs/cancel/',
      'src/jobs/retention/retained-jobs.spec.ts',
    ],
  },
  charges: {
    files: ['src/billing/charge-rules.ts'],
    specs: ['src/jobs/record/chunk-record.spec.ts', 'src/investigate/explain/'],
  },
  record: {
    files: ['src/jobs/record/', 'src/streams/rows/'],
    specs: ['src/jobs/worker/worker.spec.ts', 'src/jobs/resolve/', 'test/rooms/streams/'],
  },
  claims: {
    files: ['src/jobs/submit/', 'src/jobs/idempotency/', 'src/streams/idempotency/'],
    specs: ['src/jobs/retention/eraser.spec.ts', 'src/jobs/resolve/'],
  },
  chunks: {
    files: ['src/jobs/worker/chunk-claims.ts'],
    specs: ['src/jobs/worker/dying-workers.spec.ts'],
  },
  erasure: {
    files: ['src/jobs/retention/', 'src/jobs/status/job-view.ts'],
    specs: ['src/jobs/submit/', 'src/jobs/worker/dying-workers.spec.ts'],
  },
  pages: { files: ['src/jobs/pages/'], specs: [] },
  'rate-limits': { files: ['src/access/gate/'], specs: ['src/access/authenticator.spec.ts'] },
  matching: { files: ['packages/enrichment/src/pipeline/matching/'], specs: [] },
  usage: {
    files: ['src/billing/usage/', 'projections/usage/'],
    specs: ['src/billing/adjustments/', 'projections/usage/', 'src/operator/billing/'],
  },
  adjustments: {
    files: ['src/billing/adjustments/', 'src/operator/adjustments/', 'src/streams/adjustments/'],
    specs: ['src/operator/billing/', 'src/investigate/explain/', 'packages/statement-check/src/check/'],
  },
  statements: {
    files: ['src/billing/statements/', 'src/operator/statements/', 'src/streams/statement/'],
    specs: [
      'test/docs/statements-doc.spec.ts',
      'test/cli/statements.spec.ts',
      'test/rooms/billing/statements/',
      'src/verify/checks/',
    ],
  },
  projector: {
    files: ['packages/platform/src/projector/'],
    specs: ['test/rooms/platform/projector/', 'projections/usage/'],
  },
};

const isSpec = (file) => file.endsWith('.spec.ts');
/**
 * What is only put together is tested over HTTP alone. The modules of operators' streams hold the handlers of
 * their commands, and are no wiring.
 */
const isWiring = (file) => /\.controller\.ts$|^src\/(?!operator\/).*\.module\.ts$/.test(file);

/** The TypeScript files that these paths name: files, or all in and below folders. */
const filesIn = (root, paths) =>
  paths.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true })
          .map((name) => posix.join(path, name.replaceAll('\\', '/')))
          .filter((file) => file.endsWith('.ts'))
          .sort()
      : [path],
  );

/** The specs in the folders of these files. */
const specsBeside = (root, files) =>
  [...new Set(files.map((file) => posix.dirname(file)))].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter(isSpec)
      .map((name) => posix.join(folder, name)),
  );

function areaOf(root, name, { files, specs }) {
  const sources = filesIn(root, files).filter((file) => !isSpec(file) && !isWiring(file));
  const all = [...specsBeside(root, sources), ...filesIn(root, specs).filter(isSpec)];
  return { name, files: sources, specs: [...new Set(all)] };
}

/** Specs of the areas that a path belongs to, which judge it as well. */
const specsOfAreasOf = (path) =>
  Object.values(AREAS)
    .filter(({ files }) => files.some((file) => path.startsWith(file) || file.startsWith(`${path}/`)))
    .flatMap(({ specs }) => specs);

/** A word that is no name of an area: a path, perhaps with lines of it, as `src/a.ts:12,40`. */
function areaOfPath(root, word) {
  const [, path, lines] = /^(.+?)(?::([\d,]+))?$/.exec(word);
  const area = areaOf(root, word, { files: [path], specs: specsOfAreasOf(path) });
  return lines === undefined ? area : { ...area, lines: lines.split(',').map(Number) };
}

/**
 * The areas of these names, and one of each path that is no name; all where there is no word. Each with its
 * source files and its specs, as paths from the root, and `lines` where only some are meant.
 */
export const chosenAreas = (root, words) =>
  (words.length === 0 ? Object.keys(AREAS) : words).map((word) =>
    word in AREAS ? areaOf(root, word, AREAS[word]) : areaOfPath(root, word),
  );
