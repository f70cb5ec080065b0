/** The sheet of month rules, agreed or previewed, and the columns of an account's list of them. */
import { monthRuleText } from '../../investigate/sheets/shared-parts.js';
import { cell, type Sheet, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import type { MonthRules } from '../../streams/account/account.state.js';
import type { MonthRuleTerms } from '../../streams/account/month-rules.js';
import { beforeAndAfterParts } from '../adjustments/adjustment.sheet.js';
import type { MonthRulesResult } from './agree-rules-of-months.js';

/** All rules of an agreement, in the order in which they apply. */
const rulesText = ({ free_units, tiers, minimum }: MonthRuleTerms): string =>
  [
    ...(free_units === 0 ? [] : [monthRuleText({ free_units })]),
    ...(tiers.length === 0 ? [] : [monthRuleText({ tiers })]),
    ...(minimum === null ? [] : [monthRuleText({ minimum })]),
  ].join('; ') || 'none';

export const monthRulesSheet = (rules: MonthRulesResult): Sheet => ({
  title: rules.sides !== undefined ? 'This would be written: month rules' : 'Month rules',
  facts: {
    account: cell.account(rules.account_id),
    from: rules.from,
    currency: rules.currency,
    rules: rulesText(rules),
    reason: cell.client(rules.reason),
    changed: rules.sides !== undefined ? null : rules.changed ? 'yes' : 'no, it was agreed already',
  },
  parts: [...beforeAndAfterParts(rules, 'The running month (UTC)')],
});

export const MONTH_RULE_COLUMNS: SheetColumns<MonthRules & { readonly agreed_at: string }> = {
  from: ({ from }) => from,
  version: ({ version }) => version,
  agreed: ({ agreed_at }) => cell.time(agreed_at),
  rules: rulesText,
  currency: ({ currency }) => currency,
  reason: ({ reason }) => cell.client(reason),
};
