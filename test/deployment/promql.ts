/** What an expression of PromQL asks for, by the parser of Prometheus's own editor. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Asked {
  /** Each selector: a metric, with what its labels must be. */
  readonly selectors: readonly Selector[];
  /** Labels by which series are put together. */
  readonly groupedBy: readonly string[];
}

interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly op: string; readonly value: string }[];
}

/** @throws Error where it is no PromQL */
export function askedBy(expression: string): Asked {
  const selectors: { metric: string; matchers: Selector['matchers'][number][] }[] = [];
  const groupedBy: string[] = [];
  const textOf = ({ from, to }: { from: number; to: number }): string => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`);
      if (node.name === 'Identifier') selectors.push({ metric: textOf(node), matchers: [] });
      if (node.name === 'LabelName' && node.matchContext(['GroupingLabels'])) groupedBy.push(textOf(node));
      if (node.name !== 'UnquotedLabelMatcher') return;
      const [, label = '', op = '', value = ''] = /^(\w+)(\W+)"(.*)"$/.exec(textOf(node)) ?? [];
      selectors.at(-1)?.matchers.push({ label, op, value });
    },
  });
  return { selectors, groupedBy };
}
