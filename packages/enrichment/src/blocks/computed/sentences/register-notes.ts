/** What the register warns of beside a company's status, in sentences. Pure. */
import { annotationWords, isGrave } from '../../../sources/companies/annotation.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { oldestDay, type IsoDate } from '../../../../../words/src/calendar.js';
import type controllers from '../../ownership/controllers.block.js';
import type officers from '../../registered/officers.block.js';
import type { AnswerOf } from '../../runner/define-block.js';
import { overdueIn } from '../verification-counts.js';
import { counted, ended } from './in-words.js';
import type { Sentence } from './summary-sentences.js';

/** The registrar's annotations that speak against the company; null where there is none. */
export function annotationSentence({ name, profile }: CompanyRecord, as_of: IsoDate): Sentence | null {
  const words = (profile?.annotations ?? []).filter(isGrave).map(annotationWords);
  if (words.length === 0) return null;
  const text = ended(`The registrar notes of ${name}: ${[...new Set(words)].join('; ')}`);
  return { text, blocks: ['company_identity'], as_of };
}

/**
 * Who has not verified the identity by the day on which it was due; null where all have, or nothing tells.
 */
export function verificationSentence(
  people: AnswerOf<typeof officers>,
  control: AnswerOf<typeof controllers>,
): Sentence | null {
  const told = [
    { block: 'officers', what: 'officer', answer: people },
    { block: 'controllers', what: 'controller', answer: control },
  ] as const;
  const overdue = told.flatMap(({ block, what, answer }) => {
    const count = overdueIn(answer) ?? 0;
    if (answer.status !== 'available' || count === 0) return [];
    return [{ block, words: counted(count, what), as_of: answer.as_of }];
  });
  const [first, ...others] = overdue;
  if (first === undefined) return null;
  return {
    text: ended(
      `The identity of ${overdue.map(({ words }) => words).join(' and ')} is not verified and overdue`,
    ),
    blocks: overdue.map(({ block }) => block),
    as_of: oldestDay(
      first.as_of,
      others.map(({ as_of }) => as_of),
    ),
  };
}
