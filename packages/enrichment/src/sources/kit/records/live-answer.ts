/** Reads the register's live answers by the rules of imports, and leaves out suppressed items. Pure. */
import type { SuppressedValues } from '../../../../../contract/src/suppression/suppressed.js';
import { UnreadableRecord } from './form.js';
import { shownItems, type Records, type Suppressing } from './record.js';
import { itemsOfAnswer, type LiveList, type ReadItem, type RegisterList } from './register-lines.js';
import { isObject, type JsonObject } from './values.js';

/** A list's readable items in the register's answers, in order. @param answers one or several bodies */
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
  /** The answers as they came, without the items that are left out. */
  readonly answers: readonly unknown[];
}

/** Leaves suppressed items out of the answers to one list. Unreadable items stay: `liveItems` drops them. */
export function suppressInAnswers<T>(
  { items: field, read }: LiveList<T>,
  suppress: Suppressing<T>,
  suppressed: SuppressedValues,
): (answers: readonly unknown[]) => ShownAnswers {
  const isShown = (item: JsonObject, left: Record<string, number>): boolean => {
    const [entry] = liveItems({ items: null, read }, [item], '');
    if (entry === undefined) return true;
    const { suppressed: counts } = shownItems([entry], suppress, suppressed);
    for (const [group, count] of Object.entries(counts ?? {})) left[group] = (left[group] ?? 0) + count;
    return counts === undefined;
  };
  return (answers) => {
    const left: Record<string, number> = {};
    const shownAnswers = answers.map((answer) => {
      if (!isObject(answer)) return answer;
      const items = itemsOfAnswer(answer, field);
      return { ...answer, [field]: items.filter((item) => !isObject(item) || isShown(item, left)) };
    });
    return Object.keys(left).length === 0 ? { answers } : { answers: shownAnswers, suppressed: left };
  };
}
