/** The form that opens a bill, or the statements, of an account. */
import { monthOf } from '../../../packages/words/src/month.js';
import type { Markup } from './jsx-markup.js';

export const BillForm = ({ now }: { now: Date }): Markup => (
  <form class="inline" method="get" action="/explain">
    <label for="bill-account">Account</label>
    <input id="bill-account" name="account" inputmode="numeric" pattern="[0-9]{1,12}" size={8} required />
    <label for="bill-month">Month (UTC)</label>
    <input
      id="bill-month"
      name="month"
      type="month"
      pattern="[0-9]{4}-[0-9]{2}"
      value={monthOf(now.toISOString())}
      required
    />
    <button type="submit">Show the bill</button>
    <button type="submit" class="plain" formaction="/statements">
      Show the statements
    </button>
  </form>
);
