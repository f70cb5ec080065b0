/** Defines the result of reading one filed document, which is stored instead of the document. */
import type { IsoDate } from '../../../words/src/calendar.js';
import type { CompanyNumber } from '../../../words/src/company-number.js';
import type { FigureKey, ReadAccounts } from './accounts-record.js';
import type { UnreadableWhy } from './xbrl/document.js';

/** The method by which figures were read from a document without tags. */
export type PdfReadBy = 'pdf_text' | 'ocr';

interface ReadDocument {
  readonly status: 'read';
  readonly fetched_on: IsoDate;
  readonly record: ReadAccounts;
}

/** A document whose figures are tagged facts. */
interface ReadFacts extends ReadDocument {
  readonly read_by: 'ixbrl';
}

/** A document that was read from its pages. Its figures are served with their confidence. */
interface ReadPages extends ReadDocument {
  readonly read_by: PdfReadBy;
  /** The confidence in the figures, 0..1. */
  readonly confidence: number;
  /** The confidence in the headcount, 0..1, which no sum confirms. */
  readonly headcount_confidence: number;
  /** The figures that the pages state without confirmation. They are not in the record. */
  readonly unconfirmed: readonly FigureKey[];
}

/** Reasons why a document gives no answer. */
export type UnreadWhy =
  | UnreadableWhy
  /** The document is a PDF, and PDFs were not requested. */
  | 'pdf_only'
  /** The document is locked with a password. */
  | 'encrypted'
  /** The register holds no such document. */
  | 'missing'
  /** The response can't be used: it is too large, or wrongly packed. */
  | 'unusable';

interface UnreadDocument {
  readonly status: 'unread';
  readonly fetched_on: IsoDate;
  readonly why: UnreadWhy;
  /** The company that the document names, if it is filed under another company. */
  readonly other_company?: CompanyNumber;
}

export type AccountsReading = ReadFacts | ReadPages | UnreadDocument;
