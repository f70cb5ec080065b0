/**
 * Invariant 11: a statement's net is usage's net of the same units. The charges and adjustments are those that invariant 10
 * finds to be the statement's; their figures are counted and priced here anew.
 */
import { Findings, type InvariantReport } from '../invariant.js';
import type { StatedAccount, StatedMonth } from '../stated-accounts.js';

/** @param isJudged of which statements something is said */
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
      for (const difference of net.differences(totals, { format: head.format, agreements }))
        findings.found(entry, `the statement of ${head.month} ${difference}`);
    }
  return findings.report();
}
