/**
 * Writes the file of a fetch: one register response per line, all lines of a company together. After an
 * interruption it keeps its content but for an incomplete last line and the company of that line.
 */
import { closeSync, existsSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { errorMessage } from '../../../../platform/src/errors/error-code.js';
import { PRIVATE_FILE_MODE } from '../../../../platform/src/secrets/private-files.js';
import { lineBytesOf } from '../../../../platform/src/files/lines-of-file.js';
import { nextStart, type ListPage, resourceForm, type RegisterResource } from '../../live/register/pages.js';
import { WrongRequest } from '../../../../platform/src/errors/refusal.js';

/** The beginning of every line. This program fixes the order of the keys. */
const BEGINNING = /^\{"company_number":"([A-Z0-9]{8})","resource":"([a-z-]+)","fetched_at":"/;
/** A length that no beginning exceeds. */
const BEGINNING_BYTES = 200;

export interface FetchedResource {
  readonly resource: RegisterResource;
  readonly fetched_at: string;
  readonly answers: readonly unknown[];
}

/** The register's body of a 404, which an import reads as "none". */
const emptyAnswer = (resource: RegisterResource): unknown => ({
  errors: [{ error: `${resource}-not-found`, type: 'ch:service' }],
});

const linesOf = (company: string, { resource, fetched_at, answers }: FetchedResource): string[] =>
  (answers.length === 0 ? [emptyAnswer(resource)] : answers).map(
    (data) => `${JSON.stringify({ company_number: company, resource, fetched_at, data })}\n`,
  );

interface LastCompany {
  readonly company: string;
  /** The byte offset of the company's first line. */
  readonly start: number;
  resource: string;
  pages: Buffer[];
}

export class ResponseFile {
  private readonly handle: number;

  private constructor(
    path: string,
    /** The companies whose lines are complete. */
    private readonly companies: Set<string>,
  ) {
    this.handle = openSync(path, 'a', PRIVATE_FILE_MODE);
  }

  /**
   * Opens the file to append to it, or makes it. @param resources of each company, in order
   * @throws WrongRequest where it holds anything else, or can't be written
   */
  static async open(path: string, resources: readonly RegisterResource[]): Promise<ResponseFile> {
    try {
      if (!existsSync(path)) return new ResponseFile(path, new Set());
      const { companies, length } = await readBack(path, resources);
      truncateSync(path, length);
      return new ResponseFile(path, companies);
    } catch (error) {
      if (error instanceof WrongRequest) throw error;
      throw new WrongRequest('wrong_out_file', `${path} can't be written: ${errorMessage(error)}`);
    }
  }

  get count(): number {
    return this.companies.size;
  }

  has(company: string): boolean {
    return this.companies.has(company);
  }

  /** Appends a company and returns the number of its lines. */
  add(company: string, fetched: readonly FetchedResource[]): number {
    const lines = fetched.flatMap((resource) => linesOf(company, resource));
    const bytes = Buffer.from(lines.join(''), 'utf8');
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.handle, bytes, written, bytes.length - written);
    this.companies.add(company);
    return lines.length;
  }

  close(): void {
    closeSync(this.handle);
  }
}

const START = '{"company_number":"';

/** Tells whether an incomplete line may be the beginning of a line of this format. */
const isTorn = (text: string): boolean => text.startsWith(START) || START.startsWith(text);

class FileContents {
  readonly companies = new Set<string>();
  /** The length of all complete lines in bytes. */
  length = 0;
  private tail: LastCompany | null = null;

  constructor(private readonly resources: readonly RegisterResource[]) {}

  /** Reads a line. Returns false where it does not have this format. */
  add(line: Buffer): boolean {
    const [, company = '', name] = BEGINNING.exec(line.toString('latin1', 0, BEGINNING_BYTES)) ?? [];
    const resource = this.resources.find((candidate) => candidate === name);
    if (resource === undefined) return false;
    if (this.tail?.company !== company) this.tail = { company, start: this.length, resource, pages: [] };
    if (this.tail.resource !== resource) this.tail = { ...this.tail, resource, pages: [] };
    this.tail.pages.push(line);
    this.companies.add(company);
    this.length += line.length + 1;
    return true;
  }

  /** Drops the last company where some of its lines are missing. */
  end(): void {
    if (this.tail === null || isWhole(this.tail, this.resources)) return;
    this.companies.delete(this.tail.company);
    this.length = this.tail.start;
  }
}

/** Reads an existing file. @throws WrongRequest where the file has another format */
async function readBack(path: string, resources: readonly RegisterResource[]): Promise<FileContents> {
  const contents = new FileContents(resources);
  const { size } = statSync(path);
  for await (const line of lineBytesOf(path)) {
    const isIncomplete = contents.length + line.length === size;
    if (isIncomplete && isTorn(line.toString('latin1', 0, BEGINNING_BYTES))) break;
    if (isIncomplete || !contents.add(line)) throw foreignFileError(path, resources);
  }
  contents.end();
  return contents;
}

/** Tells whether the company's last resource is present with its last page. */
function isWhole({ resource, pages }: LastCompany, resources: readonly RegisterResource[]): boolean {
  if (resource !== resources.at(-1)) return false;
  const { pageSize } = resourceForm(resource);
  if (pageSize === null) return true;
  // This class wrote the lines, so their shape is known.
  const answers = pages.map(
    (line) => (JSON.parse(line.toString('utf8')) as { readonly data: ListPage }).data,
  );
  return nextStart(answers, pageSize) === null;
}

const foreignFileError = (path: string, resources: readonly RegisterResource[]): WrongRequest =>
  new WrongRequest(
    'wrong_out_file',
    `${path} holds something else than answers of ${resources.join(', ')}: name another file.`,
  );
