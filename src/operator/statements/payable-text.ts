/** Writes the amounts that a statement asks for as text. */
import { amountText } from '../../../packages/words/src/text/formats.js';
import type { StatementTotals } from '../../streams/statement/statement.events.js';

/** The amount to pay in each currency of a statement; null where it has none. */
export const payableText = ({ currencies = [] }: Pick<StatementTotals, 'currencies'>): string | null =>
  currencies.map(({ payable, currency }) => amountText(payable, currency)).join(', ') || null;
