/** How a find is answered, and what it looks at. */
import type { Doc } from '../bson/values.js';
import type { CollectionState } from '../store/collection-state.js';
import { find, planFor, sortOf, type Search } from './find.js';
import type { Plan } from './plan.js';

export interface Explanation {
  readonly winningPlan: Doc;
  readonly nReturned: number;
  readonly totalKeysExamined: number;
  readonly totalDocsExamined: number;
}

export function explain(collection: CollectionState | undefined, search: Search): Explanation {
  if (collection === undefined) return { winningPlan: { stage: 'EOF' }, ...examinedIn(0, 0, 0) };
  const sort = sortOf(search);
  const plan = planFor(collection, search);
  const isSorted = sort.length === 0 || plan.sorts !== undefined;
  const reading = stageOf(plan);
  let documents = 0;
  let returned = 0;
  for (const _ of find(collection, search, () => documents++)) returned += 1;
  return {
    winningPlan: isSorted ? reading : { stage: 'SORT', sortPattern: search.sort, inputStage: reading },
    ...examinedIn(returned, plan.index === undefined ? 0 : documents, documents),
  };
}

const examinedIn = (nReturned: number, totalKeysExamined: number, totalDocsExamined: number) => ({
  nReturned,
  totalKeysExamined,
  totalDocsExamined,
});

/** Several stretches are several scans, whose documents are put in order as they come. */
function stageOf({ index, ranges, sorts }: Plan): Doc {
  if (index === undefined) return { stage: 'COLLSCAN', direction: 'forward' };
  const { name: indexName, pattern: keyPattern } = index.spec;
  const direction = sorts === 'backwards' ? 'backward' : 'forward';
  const scan = { stage: 'IXSCAN', keyPattern, indexName, isMultiKey: index.isMultikey, direction };
  if (ranges.length === 1) return { stage: 'FETCH', inputStage: scan };
  const stage = sorts === undefined ? 'OR' : 'SORT_MERGE';
  return { stage: 'FETCH', inputStage: { stage, inputStages: ranges.map(() => scan) } };
}
