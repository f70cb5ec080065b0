/**
 * Readings: what a live step brings. A block names the kinds that it wants and asks for each by its key; fetching,
 * sharing and keeping them is the business of whoever implements the port. A throw is worth another try; a reading
 * that can't be had is an answer, with its reason.
 */
import type { IsoDate } from '../shared/calendar.js';
import type { ReasonCode } from '../shared/reason-code.js';

/** What each kind brings. */
export interface ReadingTypes {
  /** What the register itself answers now. Key: a company number and what is asked of it, `00227590/charges`. */
  readonly register_answer: {
    readonly fetched_on: IsoDate;
    /** Bodies as they came; a list may take several. */
    readonly answers: readonly unknown[];
  };
  /** The pages of a website. Key: its host. */
  readonly site: {
    readonly final_url: string;
    readonly pages: readonly { readonly url: string; readonly http_status: number; readonly text: string }[];
  };
  /** A filed document. Key: the number that the register gave it. */
  readonly document: { readonly media_type: string; readonly content: Uint8Array };
}
export type ReadingKind = keyof ReadingTypes;

export type Reading<R extends ReadingKind> =
  | { readonly status: 'read'; readonly reading: ReadingTypes[R] }
  | { readonly status: 'not_read'; readonly reason: ReasonCode };

/** `wanted`: it can be fetched; a block that can't answer without it answers `pending`. */
export type ReadingState<R extends ReadingKind> = Reading<R> | { readonly status: 'wanted' };

export interface Readings {
  /** Those that this deployment can fetch. */
  readonly kinds: ReadonlySet<ReadingKind>;
  /** Only of `kinds`. @throws where it failed for now */
  fetch<R extends ReadingKind>(kind: R, key: string): Promise<Reading<R>>;
}
