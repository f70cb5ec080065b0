/** Writes the register's warnings beside a company's status as sentences. Pure. */
import { annotationWords, isGrave } from '../../../sources/companies/annotation.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { oldestDay, type IsoDate } from '../../../../../words/src/calendar.js';
import type controllers from '../../ownership/controllers.block.js';
import type officers from '../../registered/officers.block.js';
import type { AnswerOf } from '../../runner/define-block.js';
import { overdueIn } from '../verification-counts.js';
import { counted, ended } from './in-words.js';
import type { Sentence } from './summary-sentences.js';

/** The registrar's annotations against the company; null without any. */
export function annotationSentence({ name, profile }: CompanyRecord, as_of: IsoDate): Sentence | null {
  const words = (profile?.annotations ?? []).filter(isGrave).map(annotationWords);
  if (words.length === 0) return null;
  const text = ended(`The registrar notes of ${name}: ${[...new Set(words)].join('; ')}`);
  return { text, blocks: ['company_identity'], as_of };
}

/** The people who have not verified their identity by the due day; null if all have, or nothing is known. */
export function verificationSentence(
  people: AnswerOf<typeof officers>,
  control: AnswerOf<typeof controllers>,
): Sentence | null {
  const roles = [
    { block: 'officers', what: 'officer', answer: people },
    { block: 'controllers', what: 'controller', answer: control },
  ] as const;
  const overdue = roles.flatMap(({ block, what: noun, answer }) => {
    const count = overdueIn(answer) ?? 0;
    if (answer.status !== 'available' || count === 0) return [];
    return [{ block, words: counted(count, noun), as_of: answer.as_of }];
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
