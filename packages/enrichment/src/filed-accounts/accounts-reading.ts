/** Declares the result of reading one filed document: small, and kept instead of the document. */
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

/** A document that was read from its pages. Its figures are always served with their confidence. */
interface ReadPages extends ReadDocument {
  readonly read_by: PdfReadBy;
  /** The confidence in the figures, 0..1. */
  readonly confidence: number;
  /** The confidence in the number of people, 0..1. No sum confirms it. */
  readonly headcount_confidence: number;
  /** Figures that the page states and nothing on it confirms. They are not in the record. */
  readonly unconfirmed: readonly FigureKey[];
}

/** Reasons why a document gives no answer. */
export type UnreadWhy =
  | UnreadableWhy
  /** The document is a PDF, and PDFs were not requested. */
  | 'pdf_only'
  /** Locked with a password. */
  | 'encrypted'
  /** The register holds no such document. */
  | 'missing'
  /** The response can't be used: it is too large, or wrongly packed. */
  | 'unusable';

interface UnreadDocument {
  readonly status: 'unread';
  readonly fetched_on: IsoDate;
  readonly why: UnreadWhy;
  /** The company that the document names, where it is filed under another. */
  readonly other_company?: CompanyNumber;
}

export type AccountsReading = ReadFacts | ReadPages | UnreadDocument;
