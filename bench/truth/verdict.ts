/** Mutants counted by what is served of them. */
import type { AccountsRecord } from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import type { Mutant } from './mutant.js';
import type { Truth } from './truth.js';

export type Verdict = 'right' | 'withheld' | 'wrong';

/** What is served of a mutant: how many figures, and those that may not be, each as `day field amount`. */
export function servedOf(
  record: AccountsRecord,
  truth: Truth,
  { voided, withhold }: Pick<Mutant, 'voided' | 'withhold'>,
): { readonly figures: number; readonly wrong: readonly string[] } {
  const served = record.status === 'read' ? record.periods : [];
  const amounts = served.flatMap(({ end, figures }) =>
    Object.entries(figures).map(([field, { amount, by }]) => ({
      end,
      field,
      amount: Number(amount),
      concept: by?.concept,
    })),
  );
  const isTrue = ({ end, field, amount }: (typeof amounts)[number]): boolean =>
    truth.periods.some((period) => period.end === end && period.amounts.get(field) === amount);
  const isWithheld = ({ end, field, concept }: (typeof amounts)[number]): boolean =>
    end === withhold?.end && field === withhold.field && concept === withhold.concept;
  // Nought is nought in any scale.
  const wrong = amounts.filter(
    (figure) => !isTrue(figure) || ((voided || isWithheld(figure)) && figure.amount !== 0),
  );
  return {
    figures: amounts.length,
    wrong: wrong.map(({ end, field, amount }) => `${end} ${field} ${amount}`),
  };
}

/** Right: all that is true is served, and nothing else. Wrong: an amount is served that isn't true. */
export function verdictOf({ figures, wrong }: ReturnType<typeof servedOf>, { periods }: Truth): Verdict {
  if (wrong.length > 0) return 'wrong';
  return figures === periods.reduce((sum, { amounts }) => sum + amounts.size, 0) ? 'right' : 'withheld';
}

export interface Tally {
  readonly family: string;
  right: number;
  withheld: number;
  wrong: number;
  /** Served wrong though something else contradicts it. */
  contradicted: number;
}

export const mutantsIn = ({ right, withheld, wrong }: Tally): number => right + withheld + wrong;

export function total(tallies: Iterable<Tally>): Tally {
  const all: Tally = { family: 'all', right: 0, withheld: 0, wrong: 0, contradicted: 0 };
  for (const { right, withheld, wrong, contradicted } of tallies) {
    all.right += right;
    all.withheld += withheld;
    all.wrong += wrong;
    all.contradicted += contradicted;
  }
  return all;
}
