/**
 * Invariant 11: a statement's net figures equal usage's for the same units. Invariant 10 says which charges
 * and adjustments belong to the statement. This check counts and prices them independently.
 */
import { statedMonthRules } from './stated-rule-lines.js';
import { Findings, type InvariantReport } from '../invariant.js';
import type { StatedAccount, StatedMonth } from '../stated-accounts.js';

/** @param isJudged which statements are counted and reported */
export function netsReport(
  accounts: Iterable<StatedAccount>,
  isJudged: (statement: StatedMonth) => boolean,
): InvariantReport {
  const findings = new Findings(11, 'statements say what usage says', 'statements');
  for (const account of accounts)
    for (const statement of account.statements.filter(isJudged)) {
      findings.checked++;
      const { data, entry, net } = statement;
      const { head, totals } = data;
      const agreements = account.agreements.slice(0, data.agreements);
      const ruled = statedMonthRules(account, statement);
      for (const difference of net.differences(totals, { format: head.format, agreements }, ruled))
        findings.blame(entry, `the statement of ${head.month} ${difference}`);
    }
  return findings.report();
}
