/**
 * Interprets statements about control (Companies Act 2006 Part 21A; SI 2016/339 regs 10 to 13; Economic Crime
 * Act 2022): which of them stand, and whether somebody controls the company.
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Item } from '../kit/records/record.js';
import { holdsOn, statementName, type ControlStatement, type PscRecord } from './psc-record.js';

/** The claims that statements make, the gravest first, by the register's keys in all their endings. */
const CLAIMS = [
  ['unidentified', /^psc-exists-but-not-identified|^(?:no|at-least-one)-beneficial-owner-(?:un)?identified/],
  [
    'unconfirmed',
    /^psc-(?:details-not-confirmed|contacted-but-no-response|has-failed-to-confirm)|^awaiting-confirmation-from-psc/,
  ],
  ['steps_incomplete', /^steps-to-find-psc/],
  ['restricted', /^restrictions-notice-issued/],
  // All controllers are identified, but required details of some are missing.
  ['incomplete', /^information-not-provided-for-at-least-one-beneficial-owner/],
  ['nobody', /^no-individual-or-entity-with-signi?ficant-control/],
] as const;
type Claim = (typeof CLAIMS)[number][0];
const placeOf = (claim: Claim): number => CLAIMS.findIndex(([claimWord]) => claimWord === claim);
const claimOf = ({ statement }: ControlStatement): number => {
  const at = CLAIMS.findIndex(([, keys]) => keys.test(statement));
  return at < 0 ? CLAIMS.length : at;
};

export const saysNobody = (statement: ControlStatement): boolean => claimOf(statement) === placeOf('nobody');

/** Somebody controls the company, or may, who isn't identified or confirmed, or is still looked for. */
export const saysUnidentified = (statement: ControlStatement): boolean =>
  claimOf(statement) < placeOf('incomplete');

/** Other rules of disclosure apply, as with an exemption: the register asks for no controllers. */
export const saysExempt = ({ statement }: ControlStatement): boolean =>
  /^(?:disclosure-transparency-rules-chapter-five-applies|psc-exempt-as-)/.test(statement);

/** Replacements for the parts of the register's keys that don't read as words. */
const WORDS: readonly (readonly [part: RegExp, words: string])[] = [
  [/-partnership$/, ''],
  [/^psc-details/, 'details-of-psc'],
  [/psc/, 'a person with significant control'],
  [/signficant/, 'significant'],
  [/(?:(?:during|in)-(?:the-)?)?relevant-period$/, 'in the relevant period'],
  [/-/g, ' '],
];

/** The key of a statement in words: `details of a person with significant control not confirmed`. */
export const statementInWords = (key: string): string =>
  WORDS.reduce((text, [part, words]) => text.replace(part, words), key);

type StatementItem = Item<PscRecord> & { readonly data: ControlStatement };

/**
 * A company's statements that stand on a day, the gravest first, then the newest. A copy without a link is
 * left out beside one of the same words and day with a link.
 */
export function standingStatements(items: readonly Item<PscRecord>[], day: IsoDate): ControlStatement[] {
  const all = items.filter((item): item is StatementItem => item.data.record === 'statement');
  const linked = new Set(
    all.filter(({ key, data }) => key !== statementName(data)).map(({ data }) => statementName(data)),
  );
  return all
    .filter(({ key, data }) => holdsOn(data, day) && (key !== statementName(data) || !linked.has(key)))
    .map(({ data }) => data)
    .sort((a, b) => claimOf(a) - claimOf(b) || ((a.notified_on ?? '') < (b.notified_on ?? '') ? 1 : -1));
}
