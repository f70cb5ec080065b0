import { ADJUSTMENT_RULE } from '../../../../src/billing/adjustments/adjustment-rule.js';
import { CHARGE_RULE } from '../../../../src/billing/charge-rules.js';
import { STATEMENT_FORMAT, formatNamed, headerRules } from './head.js';

it('a header names its rules from the second format on, which is that of statements issued now', () => {
  expect(headerRules('company-data-statement-1')).toEqual({});
  expect(headerRules(STATEMENT_FORMAT)).toEqual({
    rules: { adjustment: ADJUSTMENT_RULE.version, charge: CHARGE_RULE.version, month: 1, payable: 1 },
  });
  expect(STATEMENT_FORMAT).toBe('company-data-statement-3');
});

it('a format is known by its name alone', () => {
  expect(formatNamed('company-data-statement-1')).toBe('company-data-statement-1');
  expect(formatNamed('company-data-statement-9')).toBeUndefined();
});
