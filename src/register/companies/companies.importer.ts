/** Builds a companies edition from the published BasicCompanyData files. */
import type { IsoDate } from '../../shared/calendar.js';
import { dateInFileNames } from '../edition-date.js';
import type { DateBasis } from '../edition.js';
import { ImportRefusal, type RejectList } from '../import-outcome.js';
import type { BuildRequest, BuiltEdition, Importer } from '../importer.js';
import { CompaniesEditionBuilder, COMPANIES_LAYOUT } from './companies.edition.js';
import { companyBatches, type CompanyBatch } from './company-batches.js';
import { numberOfLine } from './company-record.js';
import { SeenNumbers } from './seen-numbers.js';

/** In place of the id of a company whose number came before. */
const REPEATED = 0;

/** Adds batches to the edition being built. The first row of a number wins, so that a file given twice is noticed. */
class Loader {
  readonly tables = new Set<string>();
  newestIncorporation: IsoDate | null = null;
  private readonly seen = new SeenNumbers();

  constructor(
    private readonly edition: CompaniesEditionBuilder,
    private readonly rejects: RejectList,
  ) {}

  load(batch: CompanyBatch): void {
    this.tables.add(batch.file);
    for (const reject of batch.rejects) this.rejects.add(reject);
    const ids = this.loadCompanies(batch);
    batch.formerNameKeys.forEach((key, i) => {
      const company = ids[batch.formerNameOf[i] ?? -1];
      if (company !== undefined && company !== REPEATED) this.edition.addFormerName(key, company);
    });
    const newest = batch.newestIncorporation;
    if (newest !== null && newest > (this.newestIncorporation ?? '')) this.newestIncorporation = newest;
  }

  private loadCompanies({ file, records, nameKeys, lines }: CompanyBatch): number[] {
    if (records === '') return [];
    return records.split('\n').map((record, i) => {
      const number = numberOfLine(record);
      if (this.seen.add(number)) return this.edition.add(record, nameKeys[i] ?? 0);
      this.rejects.add({ file, line: lines[i] ?? 0, reason: `${number} came in an earlier row` });
      return REPEATED;
    });
  }
}

function checkCounts(rows: number, rejected: number, maxRejectedPercent: number): void {
  if (rows === 0) throw new ImportRefusal('no_valid_row', 'no row of the files can be used');
  const percent = (100 * rejected) / (rows + rejected);
  if (percent > maxRejectedPercent) {
    throw new ImportRefusal(
      'too_many_rejected',
      `${rejected} of ${rows + rejected} rows can't be used (${percent.toFixed(2)} %), more than ${maxRejectedPercent} %`,
    );
  }
}

/**
 * The day the data speak of, never the day of the import, and how it is known. The last resort is the newest
 * incorporation among the rows: the file is at least as new as that.
 */
function dateOf(asOf: IsoDate | null, { tables, newestIncorporation }: Loader): [IsoDate, DateBasis] {
  if (asOf !== null) return [asOf, 'argument'];
  const named = dateInFileNames([...tables]);
  if (named !== null) return [named, 'file_name'];
  if (newestIncorporation !== null) return [newestIncorporation, 'newest_incorporation'];
  throw new ImportRefusal('invalid_date', 'neither the file names nor any row tell the date of the data');
}

async function readAll(
  request: BuildRequest,
  edition: CompaniesEditionBuilder,
  loader: Loader,
): Promise<void> {
  const bytes_total = request.files.reduce((sum, { size }) => sum + size, 0);
  for await (const batch of companyBatches(request.files)) {
    loader.load(batch);
    request.onProgress({
      file: batch.file,
      rows: edition.rows,
      rejected: request.rejects.count,
      bytes: batch.bytesRead,
      bytes_total,
      phase: 'reading',
    });
  }
  const { rows } = edition;
  const file = [...loader.tables].at(-1) ?? '';
  request.onProgress({
    file,
    rows,
    rejected: request.rejects.count,
    bytes: bytes_total,
    bytes_total,
    phase: 'indexing',
  });
}

async function build(request: BuildRequest): Promise<BuiltEdition> {
  const edition = CompaniesEditionBuilder.create(request.path);
  try {
    const loader = new Loader(edition, request.rejects);
    await readAll(request, edition, loader);
    const { rows } = edition;
    const rejected = request.rejects.count;
    checkCounts(rows, rejected, request.maxRejectedPercent);
    const [as_of, as_of_basis] = dateOf(request.asOf, loader);
    const files = request.files.map(({ name, sha256 }) => ({ name, sha256 }));
    edition.finish({ as_of, as_of_basis, rows, rejected, files });
    return { rows, as_of, as_of_basis };
  } catch (error) {
    edition.abandon();
    throw error;
  }
}

export const companiesImporter: Importer = { layout: COMPANIES_LAYOUT, build };
