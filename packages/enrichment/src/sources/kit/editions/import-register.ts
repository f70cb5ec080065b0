/** Implements `register import`: makes an edition of published files and puts it in force. */
import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { ulid } from 'ulid';
import { errorCode, errorMessage } from '../../../../../platform/src/errors/error-code.js';
import { SqliteFileError, type ProcessLock } from '../../../../../platform/src/sqlite/sqlite-file.js';
import { clockDay } from '../../../../../platform/src/time/clock.js';
import { parseIsoDate, type IsoDate } from '../../../../../words/src/calendar.js';
import type { Source } from '../../define-source.js';
import {
  activeEdition,
  buildingPath,
  digestsPath,
  editionPath,
  keepEdition,
  lockSource,
  publishEdition,
  removeLeftovers,
  type EditionId,
} from './edition.js';
import { digestsBeside, hasDigests, writeDigests } from '../history/digests.js';
import { ImportNotes } from './import-note.js';
import {
  ImportRefusal,
  refusedImport,
  RejectList,
  type ImportOutcome,
  type ImportProgress,
} from './import-outcome.js';
import { describeFile, type PublishedFile } from './published-file.js';

export interface ImportRequest {
  readonly source: Source;
  /** The paths, read in this order. */
  readonly files: readonly string[];
  readonly dataDir: string;
  /** The maximum percentage of rejected rows; an import with more is refused. Default: 1. */
  readonly maxRejectedPercent?: number;
  /** The day of the data. Absent: from the file names or the records. */
  readonly asOf?: string;
  /** The present day. Absent: from this machine's clock. */
  readonly today?: IsoDate;
  /** True if the files lack companies. */
  readonly part?: boolean;
  /** True if the new edition is the one in force, updated by the files. */
  readonly update?: boolean;
  /** Called before the import, and before its edition comes into force. @throws ImportRefusal to stop it */
  readonly permit?: () => Promise<void>;
  /** True if the edition isn't put in force, for programs that can't read the one in force. */
  readonly beside?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

const DEFAULT_MAX_REJECTED_PERCENT = 1;

/** Makes the id, with a digest of the updated edition, the files in order, the rules and the layout. */
async function editionId(
  { source: { name, importer }, part = false }: ImportRequest,
  { files, updates }: { readonly files: readonly PublishedFile[]; readonly updates: EditionId | null },
  as_of: IsoDate,
): Promise<EditionId> {
  const { layout, reader } = importer;
  const hash = createHash('sha256').update(`${name} ${layout}\n`);
  if (reader !== undefined) hash.update(`reader ${reader}\n`);
  if (updates !== null) hash.update(`${updates}\n`);
  if (part) hash.update('part\n');
  for (const file of files) hash.update(`${await file.sha256()}\n`);
  return `${as_of}-${hash.digest('hex').slice(0, 12)}`;
}

/** @throws ImportRefusal if there is no edition to update */
function editionToUpdate({
  update = false,
  dataDir,
  source: { name, importer },
}: ImportRequest): EditionId | null {
  if (!update) return null;
  const inForce = activeEdition(dataDir, name);
  if (inForce === null) {
    throw new ImportRefusal(
      'nothing_to_update',
      `no edition of ${name} is in force: import whole files first`,
    );
  }
  if (importer.updates) return inForce;
  throw new ImportRefusal('nothing_to_update', `an edition of ${name} is always made anew, from whole files`);
}

function dateArgument(asOf: string | undefined): IsoDate | null {
  if (asOf === undefined) return null;
  const day = parseIsoDate(asOf);
  if (day === null) throw new ImportRefusal('invalid_date', `'${asOf}' is not a day YYYY-MM-DD`);
  return day;
}

async function buildAndPublish(request: ImportRequest, rejects: RejectList): Promise<ImportOutcome> {
  const { source, dataDir } = request;
  const asOf = dateArgument(request.asOf);
  const files: PublishedFile[] = [];
  for (const path of request.files) files.push(await describeFile(path));
  const updates = editionToUpdate(request);
  const path = buildingPath(dataDir, source.name, ulid());
  try {
    const { rows, as_of, as_of_basis } = await source.importer.build({
      files,
      path,
      asOf,
      today: request.today ?? clockDay(),
      part: request.part ?? false,
      updates: updates === null ? null : editionPath(dataDir, source.name, updates),
      maxRejectedPercent: request.maxRejectedPercent ?? DEFAULT_MAX_REJECTED_PERCENT,
      rejects,
      onProgress: request.onProgress ?? (() => undefined),
    });
    const edition = await editionId(request, { files, updates }, as_of);
    if (hasDigests(source)) writeDigests(source, path, digestsBeside(path));
    await request.permit?.();
    if (hasDigests(source)) renameSync(digestsBeside(path), digestsPath(dataDir, source.name, edition));
    (request.beside === true ? keepEdition : publishEdition)(dataDir, source.name, path, edition);
    return {
      outcome: 'imported',
      source: source.name,
      edition,
      rows,
      as_of,
      as_of_basis,
      rejected: rejects.count,
      rejects: rejects.first,
      ...rejects.held,
    };
  } finally {
    for (const built of [path, digestsBeside(path)]) rmSync(built, { force: true });
  }
}

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error;
  const isFull = (error instanceof SqliteFileError && error.kind === 'full') || errorCode(error) === 'ENOSPC';
  return new ImportRefusal(isFull ? 'disk_full' : 'failed', errorMessage(error));
}

async function buildNoted(request: ImportRequest, rejects: RejectList): Promise<ImportOutcome> {
  const { dataDir, source, files } = request;
  const notes = new ImportNotes({ dataDir, source: source.name, files }, rejects);
  const onProgress = (progress: ImportProgress): void => {
    notes.noteProgress(progress);
    request.onProgress?.(progress);
  };
  const outcome = await buildAndPublish({ ...request, onProgress }, rejects).catch((error: unknown) =>
    refusedImport(source.name, refusalOf(error), rejects),
  );
  notes.ended(outcome);
  return outcome;
}

/**
 * Builds a new edition of a source and puts it in force. A faulty file refuses the whole import, and the
 * edition in force stays. A small share of unusable rows is only counted and listed. A crash at any point
 * leaves the old edition in force, and the next import removes the files that the crash left.
 */
export async function importRegister(request: ImportRequest): Promise<ImportOutcome> {
  const rejects = new RejectList();
  const { dataDir, source } = request;
  const { name } = source;
  let lock: ProcessLock | null = null;
  try {
    lock = lockSource(dataDir, name);
    if (lock === null) throw new ImportRefusal('import_running', `another import of ${name} is running`);
    removeLeftovers(dataDir, name);
    await request.permit?.();
    return await buildNoted(request, rejects);
  } catch (error) {
    return refusedImport(name, refusalOf(error), rejects);
  } finally {
    lock?.release();
  }
}
