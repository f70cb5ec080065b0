/**
 * Interprets control statements (Companies Act 2006 Part 21A; SI 2016/339 regs 10 to 13; Economic Crime Act
 * 2022): which of them are in force, and what they claim about controllers.
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Item } from '../kit/records/record.js';
import { holdsOn, statementName, type ControlStatement, type PscRecord } from './psc-record.js';

/** The claims of statements, the gravest first, by patterns of the register's keys. */
const CLAIMS = [
  ['unidentified', /^psc-exists-but-not-identified|^(?:no|at-least-one)-beneficial-owner-(?:un)?identified/],
  [
    'unconfirmed',
    /^psc-(?:details-not-confirmed|contacted-but-no-response|has-failed-to-confirm)|^awaiting-confirmation-from-psc/,
  ],
  ['steps_incomplete', /^steps-to-find-psc/],
  ['restricted', /^restrictions-notice-issued/],
  // All controllers are identified, but details of some are missing.
  ['incomplete', /^information-not-provided-for-at-least-one-beneficial-owner/],
  ['nobody', /^no-individual-or-entity-with-signi?ficant-control/],
] as const;
type Claim = (typeof CLAIMS)[number][0];
const rankOf = (claim: Claim): number => CLAIMS.findIndex(([name]) => name === claim);
const claimRankOf = ({ statement }: ControlStatement): number => {
  const at = CLAIMS.findIndex(([, keys]) => keys.test(statement));
  return at < 0 ? CLAIMS.length : at;
};

export const saysNobody = (statement: ControlStatement): boolean =>
  claimRankOf(statement) === rankOf('nobody');

/** Returns true if the statement says that an unidentified or unconfirmed person controls it, or may. */
export const saysUnidentified = (statement: ControlStatement): boolean =>
  claimRankOf(statement) < rankOf('incomplete');

/** Returns true if other disclosure rules apply, so that the company needn't register controllers. */
export const saysExempt = ({ statement }: ControlStatement): boolean =>
  /^(?:disclosure-transparency-rules-chapter-five-applies|psc-exempt-as-)/.test(statement);

/** Replacements for parts of the register's keys that aren't readable as words. */
const WORDS: readonly (readonly [part: RegExp, words: string])[] = [
  [/-partnership$/, ''],
  [/^psc-details/, 'details-of-psc'],
  [/psc/, 'a person with significant control'],
  [/signficant/, 'significant'],
  [/(?:(?:during|in)-(?:the-)?)?relevant-period$/, 'in the relevant period'],
  [/-/g, ' '],
];

/** Turns the key of a statement into words: `details of a person with significant control not confirmed`. */
export const statementInWords = (key: string): string =>
  WORDS.reduce((text, [part, words]) => text.replace(part, words), key);

type StatementItem = Item<PscRecord> & { readonly data: ControlStatement };

/**
 * The statements in force on a day, the gravest first, then the newest. A copy without a link is left out if
 * the same statement of the same day also has a copy with a link.
 */
export function standingStatements(items: readonly Item<PscRecord>[], day: IsoDate): ControlStatement[] {
  const all = items.filter((item): item is StatementItem => item.data.record === 'statement');
  const linked = new Set(
    all.filter(({ key, data }) => key !== statementName(data)).map(({ data }) => statementName(data)),
  );
  return all
    .filter(({ key, data }) => holdsOn(data, day) && (key !== statementName(data) || !linked.has(key)))
    .map(({ data }) => data)
    .sort(
      (a, b) => claimRankOf(a) - claimRankOf(b) || ((a.notified_on ?? '') < (b.notified_on ?? '') ? 1 : -1),
    );
}
