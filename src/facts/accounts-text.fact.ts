/** What filed accounts say that a company does, where its filed codes don't. */
import { accountsTextOf, type AccountsText } from '../sources/accounts/standing-accounts.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { isGenericSic, parseSic } from '../sources/companies/sic-codes.js';
import { defineFact } from './define-fact.js';

const isUndecided = ({ sic }: CompanyRecord): boolean => {
  const codes = sic.flatMap((printed) => parseSic(printed) ?? []);
  return codes.length > 0 && codes.every(isGenericSic);
};

/** Read for no others: `industry` is among the blocks of every job, and most of its rows need none. */
export const accountsText = defineFact({
  name: 'accounts_text',
  source: 'accounts',
  also: [],
  needs: ['company'],
  join: (_numbers, { facts, editions: { accounts } }) => {
    const undecided = [...facts.company.values()].filter(isUndecided).map(({ number }) => number);
    const found = new Map<string, AccountsText>();
    for (const [number, records] of accounts.byNumbers(undecided)) {
      const text = accountsTextOf(records);
      if (text !== null) found.set(number, text);
    }
    return found;
  },
});
