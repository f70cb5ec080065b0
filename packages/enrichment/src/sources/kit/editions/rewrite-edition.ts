/**
 * Implements `register upgrade`: rewrites an edition of an earlier layout for this program. It works like an
 * import: under the lock, in a new file, and the edition is put in force at the end or not at all.
 */
import { ReadOnlyFile } from '../../../../../platform/src/sqlite/sqlite-file.js';
import { editionFactsOf } from './edition-file.js';
import { editionPath, type EditionId } from './edition.js';
import { ImportRefusal, type ImportOutcome } from './import-outcome.js';
import { importRegister, type ImportRequest } from './import-register.js';
import { abandonedOnFault, ImportRun, type FilledEdition } from './import-run.js';
import { importBytesOf, type BuildRequest, type Rewriting } from './importer.js';

type RewriteRequest = Pick<ImportRequest, 'dataDir' | 'source' | 'onProgress' | 'permit' | 'beside'> & {
  readonly edition: EditionId;
};

/** Runs an import whose only file is the older edition. */
export async function rewriteEdition({
  source,
  edition,
  ...request
}: RewriteRequest): Promise<ImportOutcome> {
  const from = editionPath(request.dataDir, source.name, edition);
  const { importer } = source;
  const build = (building: Parameters<typeof importer.build>[0]): ReturnType<typeof importer.build> =>
    importer.rewriting?.build(building, from) ??
    Promise.reject(new ImportRefusal('failed', `no edition of ${source.name} is made out of an older one`));
  return importRegister({
    ...request,
    source: { ...source, importer: { ...importer, build } },
    files: [from],
  });
}

const ROWS_A_REPORT = 10_000;

/** Makes a rewriting that keeps the edition's facts. @param write copies the records into the target */
export const rewriting = <T extends FilledEdition>(
  takes: Rewriting['takes'],
  create: (path: string) => T,
  write: (old: ReadOnlyFile, target: T) => Iterable<unknown>,
): Rewriting => ({
  takes,
  build: async (request, from) => {
    const old = ReadOnlyFile.open(from);
    try {
      const target = create(request.path);
      return await abandonedOnFault(target, async () => {
        const facts = editionFactsOf(old);
        countRows(request, write(old, target), facts.rows);
        target.finish(facts);
        return facts;
      });
    } finally {
      old.close();
    }
  },
});

function countRows(request: BuildRequest, rows: Iterable<unknown>, expected: number): void {
  const run = new ImportRun(request);
  for (const _row of rows) {
    run.usable += 1;
    if (run.usable % ROWS_A_REPORT !== 0) continue;
    run.bytesRead = Math.min(
      importBytesOf(request),
      Math.round((importBytesOf(request) * run.usable) / expected),
    );
    run.report('reading');
  }
  run.bytesRead = importBytesOf(request);
  run.report('indexing');
}
