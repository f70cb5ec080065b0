/** Reads live answers of the register by the rules of imports, and removes suppressed items. Pure. */
import type { SuppressedValues } from '../../../../../contract/src/suppression/suppressed.js';
import { UnreadableRecord } from './form.js';
import { shownItems, type Records, type Suppressing } from './record.js';
import { itemsOfAnswer, type LiveList, type ReadItem, type RegisterList } from './register-lines.js';
import { isObject, type JsonObject } from './values.js';

/** The readable items of a list, in order. @param answers the bodies of one or several answers */
export function liveItems<I extends ReadItem>(
  {
    items: field,
    read,
    saidOfAll,
  }: Pick<RegisterList, 'items' | 'saidOfAll'> & {
    readonly read: (item: JsonObject, company: string) => I | null;
  },
  answers: readonly unknown[],
  company: string,
): I[] {
  return answers.filter(isObject).flatMap((answer) => {
    const items = itemsOfAnswer(answer, field);
    return items.filter(isObject).flatMap((item) => {
      try {
        return read({ ...item, ...saidOfAll?.(answer) }, company) ?? [];
      } catch (problem) {
        if (problem instanceof UnreadableRecord) return [];
        throw problem;
      }
    });
  });
}

interface ShownAnswers extends Pick<Records<unknown>, 'suppressed'> {
  /** The answers without the suppressed items. */
  readonly answers: readonly unknown[];
}

/** Removes suppressed items from the answers to one list. Unreadable items stay: `liveItems` drops them. */
export function suppressInAnswers<T>(
  { items: field, read }: LiveList<T>,
  suppress: Suppressing<T>,
  suppressed: SuppressedValues,
): (answers: readonly unknown[]) => ShownAnswers {
  const isShown = (item: JsonObject, leftOut: Record<string, number>): boolean => {
    const [entry] = liveItems({ items: null, read }, [item], '');
    if (entry === undefined) return true;
    const { suppressed: counts } = shownItems([entry], suppress, suppressed);
    for (const [group, count] of Object.entries(counts ?? {})) leftOut[group] = (leftOut[group] ?? 0) + count;
    return counts === undefined;
  };
  return (answers) => {
    const leftOut: Record<string, number> = {};
    const shownAnswers = answers.map((answer) => {
      if (!isObject(answer)) return answer;
      const items = itemsOfAnswer(answer, field);
      return { ...answer, [field]: items.filter((item) => !isObject(item) || isShown(item, leftOut)) };
    });
    return Object.keys(leftOut).length === 0 ? { answers } : { answers: shownAnswers, suppressed: leftOut };
  };
}
