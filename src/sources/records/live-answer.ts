/** What the register answers now, read as the same list is read when it is imported. Pure. */
import { UnreadableRecord } from './form.js';
import { itemsOfAnswer, type ReadItem } from './register-lines.js';
import { isObject, type JsonObject } from './values.js';

/**
 * The items of a list out of the register's answers, in their order; one that can't be read is left out.
 * @param answers bodies as they came; a list may take several
 */
export function liveItems<I extends ReadItem>(
  {
    items: field,
    read,
  }: { readonly items: string | null; readonly read: (item: JsonObject, company: string) => I | null },
  answers: readonly unknown[],
  company: string,
): I[] {
  return answers.filter(isObject).flatMap((answer) => {
    const items = itemsOfAnswer(answer, field);
    return items.filter(isObject).flatMap((item) => {
      try {
        return read(item, company) ?? [];
      } catch (problem) {
        if (problem instanceof UnreadableRecord) return [];
        throw problem;
      }
    });
  });
}
