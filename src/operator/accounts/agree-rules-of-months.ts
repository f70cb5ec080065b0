/** Agrees the month rules of an account, or previews their effect on the running month. */
import { AgreeMonthRules } from '../../access/commands.js';
import { adjustedUsageBody } from '../../billing/usage/usage-adjustments.js';
import { currencySums, type Money } from '../../billing/usage/priced-use.js';
import { blockItems } from '../../billing/usage/usage-body.js';
import { usageFigures } from '../../billing/usage/usage-documents.js';
import { usageMonthRules } from '../../billing/usage/month-rule-usage.js';
import type { UsageMonthRule } from '../../billing/usage/usage-schemas.js';
import { firstDayOf, lastDayOf, monthOf } from '../../../packages/words/src/month.js';
import { monthRuleText } from '../../investigate/sheets/shared-parts.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { clockDay } from '../../../packages/platform/src/time/clock.js';
import type { MonthRules } from '../../streams/account/account.state.js';
import type { MonthRuleTerms } from '../../streams/account/month-rules.js';
import type { OwedStep } from '../adjustments/owed-amounts.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { changeOrPreview, readNewestTime, type ChangeOrPreview } from './change-account.js';

type NewRules = MonthRuleTerms & Pick<MonthRules, 'reason'>;

/** `sides`: the costs of the running month (UTC) by the rules in force and by the new rules. */
export type MonthRulesResult = NewRules &
  ChangeOrPreview<readonly OwedStep[]> & { readonly account_id: AccountId };

/** @throws WrongRequest where the rules are refused */
export async function agreeAccountMonthRules(
  operator: OperatorServices,
  account: AccountId,
  change: NewRules & { readonly dryRun: boolean },
): Promise<MonthRulesResult> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreeMonthRules(operator.context, account, change, newestTime);
  const { dryRun: _dryRun, ...rules } = change;
  const previewed = await changeOrPreview(operator, command, () => previewSteps(operator, account, rules));
  return { account_id: account, ...rules, ...previewed };
}

/** Returns the costs of the running month by currency, as if the new rules had begun with the month. */
async function previewSteps(
  operator: OperatorServices,
  account: AccountId,
  rules: NewRules,
): Promise<OwedStep[]> {
  await driveLanesToHead(operator, 'access', 'billing');
  const month = monthOf(clockDay());
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const figures = await operator.models.snapshot((reader) =>
    usageFigures(reader, { account, range, job: null }),
  );
  const usage = adjustedUsageBody(figures, 'block', blockItems);
  const netAmounts: readonly Money[] = (usage.currencies ?? [usage]).map((sums) => ({
    currency: sums.currency ?? null,
    amount: sums.net_amount ?? sums.amount ?? null,
  }));
  const netSteps = (step: string, lines: readonly UsageMonthRule[] = []): readonly OwedStep[] => {
    const sums = currencySums(netAmounts, lines);
    const shownSums = sums.length === 0 ? [{ currency: null, net_amount: null }] : sums;
    const units = usage.net_units ?? usage.counts.units;
    return shownSums.map(({ currency, net_amount: amount }) => ({ step, units, amount, currency }));
  };
  const units = [...figures.days, ...figures.adjusted];
  const newMonthRules = [{ ...rules, version: 1, from: range.from }];
  const [before, after] = [
    usage.month_rules ?? [],
    usageMonthRules({ ...figures, units, monthRules: newMonthRules }),
  ];
  return [
    ...netSteps(`Net amount of ${month} so far`),
    ...before.map((line) => ruleStep('Rules in force', line)),
    ...netSteps('Owed by the rules in force', before),
    ...after.map((line) => ruleStep('These rules', line)),
    ...netSteps('Owed by these rules', after),
  ];
}

function ruleStep(name: string, line: UsageMonthRule): OwedStep {
  const { units, amount, currency } = line;
  return { step: `${name}: ${monthRuleText(line)}`, units, amount, currency };
}
