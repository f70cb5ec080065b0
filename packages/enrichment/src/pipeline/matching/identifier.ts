/** Reads the identifier of a row. A row must have exactly one, and its value must be possible. */
import type { SubmittedRow } from '../../../../contract/src/row.js';
import {
  companyNumberProblem,
  parseCompanyNumber,
  parseWrittenNumber,
  type CompanyNumber,
} from '../../../../words/src/company-number.js';
import { exactName } from '../../../../words/src/names/company-name.js';
import { nameForms, type NameForms } from '../../../../words/src/names/same-as-name.js';
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import { refused, type MatchRefusal } from './match-outcome.js';

export type Identifier =
  | {
      readonly kind: 'company_number';
      readonly number: CompanyNumber;
      /** The refusal of a number of no known form, unless an edition holds it (Contract 2.9). */
      readonly unheld?: MatchRefusal;
    }
  | (NameForms & {
      readonly kind: 'company_name';
      readonly asked: string;
      readonly exact: string;
    })
  /** `host` null: what was sent is no host of a website. */
  | { readonly kind: 'domain'; readonly asked: string; readonly host: string | null };

const KINDS = ['company_number', 'company_name', 'domain'] as const;

const noKey = (detail: string): MatchRefusal => refused('no_company_key', detail);

/**
 * The row's identifier, or why it has none (Contract 2.4: none, an empty one or more than one is
 * `no_company_key`).
 */
export function identifierOf(row: SubmittedRow): Identifier | MatchRefusal {
  const given = KINDS.filter((kind) => row[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined) return noKey('The row names no company_number, company_name or domain.');
  if (given.length > 1) return noKey(`The row names ${given.join(' and ')}; it may name one of them only.`);
  const asked = (row[kind] ?? '').trim();
  if (asked === '') return noKey(`The row's ${kind} is empty.`);
  switch (kind) {
    case 'company_number': {
      const number = parseCompanyNumber(asked);
      if (number !== null) return { kind, number };
      const unheld = refused('invalid_company_number', companyNumberProblem(asked));
      const written = parseWrittenNumber(asked);
      return written === null ? unheld : { kind, number: written, unheld };
    }
    case 'company_name':
      return { kind, asked, exact: exactName(asked), ...nameForms(asked) };
    case 'domain':
      return { kind, asked, host: hostOf(asked) };
  }
}
