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
import { sendAccountCommand, applyAccountCommand } from './change-account.js';
import { readNewestTime } from './newest-time.js';

type NewRules = MonthRuleTerms & Pick<MonthRules, 'reason'>;

export interface MonthRulesResult extends NewRules {
  readonly account_id: AccountId;
  /** False where equal rules were agreed before, or the rules were only previewed. */
  readonly changed: boolean;
  /** Present where only a preview was asked for: nothing was written. */
  readonly dry_run?: true;
  /** The costs of the running month (UTC) by the rules in force and by the new rules; only in a preview. */
  readonly sides?: readonly OwedStep[];
}

/** @throws WrongRequest where the rules are refused */
export async function agreeAccountMonthRules(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...rules }: NewRules & { readonly dryRun: boolean },
): Promise<MonthRulesResult> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreeMonthRules(operator.context, account, { ...rules, dryRun }, newestTime);
  if (!dryRun)
    return { account_id: account, ...rules, changed: await applyAccountCommand(operator, command) };
  const { outcome } = await sendAccountCommand(operator, command);
  if (outcome === 'unchanged') return { account_id: account, ...rules, changed: false, dry_run: true };
  const sides = await previewSteps(operator, account, rules);
  return { account_id: account, ...rules, changed: false, dry_run: true, sides };
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
