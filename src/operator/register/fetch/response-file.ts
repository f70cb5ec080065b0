/**
 * The file that a fetch writes: register responses, a line each, all lines of a company together. What was written
 * before a break is kept, but for a torn line at the end and the company that it belongs to.
 */
import { closeSync, existsSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { errorMessage } from '../../../platform/errors/error-code.js';
import { PRIVATE_FILE_MODE } from '../../../platform/secrets/private-files.js';
import { lineBytesOf } from '../../../platform/files/lines-of-file.js';
import { nextStart, type Page } from '../../../live/register/pages.js';
import { resourceForm, type RegisterResource } from '../../../live/register/resources.js';
import { WrongRequest } from '../../refusal.js';

/** How every line begins: the order of its keys is ours. */
const BEGINNING = /^\{"company_number":"([A-Z0-9]{8})","resource":"([a-z-]+)","fetched_at":"/;
/** Longer than any beginning. */
const BEGINNING_BYTES = 200;

export interface Fetched {
  readonly resource: RegisterResource;
  readonly fetched_at: string;
  readonly answers: readonly unknown[];
}

/** What an import reads as "none": the register's 404 in its own words. */
const nothing = (resource: RegisterResource): unknown => ({
  errors: [{ error: `${resource}-not-found`, type: 'ch:service' }],
});

const linesOf = (company: string, { resource, fetched_at, answers }: Fetched): string[] =>
  (answers.length === 0 ? [nothing(resource)] : answers).map(
    (data) => `${JSON.stringify({ company_number: company, resource, fetched_at, data })}\n`,
  );

/** The company whose lines are the last in the file. */
interface Tail {
  readonly company: string;
  /** Where its first line begins. */
  readonly start: number;
  resource: string;
  /** The lines of that resource. */
  pages: Buffer[];
}

export class ResponseFile {
  private readonly handle: number;

  private constructor(
    path: string,
    /** Those that are in the file, whole. */
    private readonly companies: Set<string>,
  ) {
    this.handle = openSync(path, 'a', PRIVATE_FILE_MODE);
  }

  /**
   * Opens it to go on where it ends, or makes it.
   * @param resources what each company is asked for, in order
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

  /** Adds a company; returns how many lines it took. */
  add(company: string, fetched: readonly Fetched[]): number {
    const lines = fetched.flatMap((one) => linesOf(company, one));
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

/** Whether a line without its end may be the beginning of one of ours, and not somebody's file. */
const isTorn = (text: string): boolean => text.startsWith(START) || START.startsWith(text);

/** What is in the file already. */
class Contents {
  readonly companies = new Set<string>();
  /** Bytes of whole lines. */
  length = 0;
  private tail: Tail | null = null;

  constructor(private readonly resources: readonly RegisterResource[]) {}

  /** False: the line is none of ours. */
  add(line: Buffer): boolean {
    const [, company = '', name] = BEGINNING.exec(line.toString('latin1', 0, BEGINNING_BYTES)) ?? [];
    const resource = this.resources.find((asked) => asked === name);
    if (resource === undefined) return false;
    if (this.tail?.company !== company) this.tail = { company, start: this.length, resource, pages: [] };
    if (this.tail.resource !== resource) this.tail = { ...this.tail, resource, pages: [] };
    this.tail.pages.push(line);
    this.companies.add(company);
    this.length += line.length + 1;
    return true;
  }

  /** Leaves the last company out where a break came between its lines. */
  end(): void {
    if (this.tail === null || isWhole(this.tail, this.resources)) return;
    this.companies.delete(this.tail.company);
    this.length = this.tail.start;
  }
}

/** @throws WrongRequest where it is somebody else's file */
async function readBack(path: string, resources: readonly RegisterResource[]): Promise<Contents> {
  const contents = new Contents(resources);
  const { size } = statSync(path);
  for await (const line of lineBytesOf(path)) {
    const unended = contents.length + line.length === size;
    if (unended && isTorn(line.toString('latin1', 0, BEGINNING_BYTES))) break;
    if (unended || !contents.add(line)) throw notOurs(path, resources);
  }
  contents.end();
  return contents;
}

/** Whether the last resource of a company is there, with its last page. */
function isWhole({ resource, pages }: Tail, resources: readonly RegisterResource[]): boolean {
  if (resource !== resources.at(-1)) return false;
  const { pageSize } = resourceForm(resource);
  if (pageSize === null) return true;
  // A line that this file wrote.
  const answers = pages.map((line) => (JSON.parse(line.toString('utf8')) as { readonly data: Page }).data);
  return nextStart(answers, pageSize) === null;
}

const notOurs = (path: string, resources: readonly RegisterResource[]): WrongRequest =>
  new WrongRequest(
    'wrong_out_file',
    `${path} holds something else than answers of ${resources.join(', ')}: name another file.`,
  );
