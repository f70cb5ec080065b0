/** What is to be remembered of verdicts that were just made. */
import {
  verdictKey,
  type MadeVerdict,
  type RememberedVerdict,
} from '../../../sites/verdict/remembered-verdict.js';
import type { JudgedWebsite, Looked } from '../looked-website.js';

const remembered = ({ verdict, checked }: JudgedWebsite): RememberedVerdict => ({
  version: 1,
  outcome: verdict.outcome,
  score: verdict.score,
  confidence: verdict.confidence,
  weights: verdict.weights,
  crawled_at: checked.checked_at,
});

/** Of sites that could be read: that a page is gone for now takes nothing back. */
export const madeVerdicts = (company_number: string, looked: readonly Looked[]): MadeVerdict[] =>
  looked.flatMap((one) =>
    one.status === 'judged' && one.site.state === 'read'
      ? [{ of: verdictKey(company_number, one.host), verdict: remembered(one) }]
      : [],
  );
