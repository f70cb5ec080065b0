/** FieldErrors (Contract 3.2): the faults of a request, by the path of the field. */
import type { RefusalCode } from '../../../contract/src/refusal-code.js';
import { didYouMean } from '../../../words/src/text/nearest.js';
import { cutTokens } from '../telemetry/redact.js';
import { refuse, type Answer } from './answer.js';

/** The maximum number of problems that an answer lists; `errors_total` counts all of them (Contract 2.5). */
const MAX_LISTED_PROBLEMS = 100;

/** A path may hold a client's own field name; longer ones are cut. */
const MAX_PATH_LENGTH = 120;

/** The path of a fault of the request as a whole. */
export const WHOLE_REQUEST = 'request';

export interface FieldProblems {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly errors_total: number;
}

/** Collects problems, and keeps counting once enough are listed. */
export class ProblemList {
  /** A map, not an object: paths come from clients. */
  private readonly listed = new Map<string, string[]>();
  private count = 0;

  add(path: string, sentence: string): void {
    this.count += 1;
    if (this.count > MAX_LISTED_PROBLEMS) return;
    const shown = cutTokens(path).slice(0, MAX_PATH_LENGTH);
    const sentences = this.listed.get(shown);
    if (sentences === undefined) this.listed.set(shown, [sentence]);
    else sentences.push(sentence);
  }

  /** A name that isn't known here, with the one that it may stand for. */
  addUnknown(path: string, kind: 'field' | 'parameter', name: string, known: Iterable<string>): void {
    // Names come from clients, without end: only those that are listed are compared.
    const meant = this.count < MAX_LISTED_PROBLEMS ? didYouMean(name, [...known]) : '';
    this.add(path, `There is no such ${kind} here.${meant}`);
  }

  /** True if a problem is listed under the path. */
  has(path: string): boolean {
    return this.listed.has(path);
  }

  get total(): number {
    return this.count;
  }

  problems(): FieldProblems {
    return { errors: Object.fromEntries(this.listed), errors_total: this.count };
  }
}

export const refuseFields = (code: RefusalCode, problems: FieldProblems): Answer =>
  refuse(code, { ...problems });

/** A refusal for one field. */
export const refuseField = (code: RefusalCode, path: string, sentence: string): Answer =>
  refuseFields(code, { errors: { [path]: [sentence] }, errors_total: 1 });

/** A client's own text on one line, cut, without keys and characters that control a terminal. */
export function oneLine(text: string, limit: number): string {
  const cut = cutTokens(text);
  const shown = cut.slice(0, limit).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ud800-\udfff]/gu, '?');
  return `${shown}${cut.length > limit ? '…' : ''}`;
}

/** A client's own text in a sentence. */
export const quoted = (text: string): string => `'${oneLine(text, 40)}'`;
