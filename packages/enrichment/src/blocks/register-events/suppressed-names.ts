/** Removes from filings the names of people who are suppressed in a company's lists. The filings stay. */
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import { personName, wordsWithoutTitles as wordsIn } from '../../../../words/src/names/person-name.js';
import { SUPPRESSED_TEXT } from '../../../../contract/src/suppression/suppressed.js';
import type { NamedRecord } from './register-event.js';

/** Surname and first forename: filings leave middle names out, and write the two in either order. */
function identifyingWords(name: string): readonly string[] {
  const person = name.includes(',') ? personName(name) : personName(wordsIn(name).join(' '));
  return person === null ? wordsIn(name) : wordsIn(`${person.forename} ${person.surname}`);
}

function withoutNames(
  values: FilingRecord['values'],
  persons: readonly (readonly string[])[],
): FilingRecord['values'] {
  const shownTexts = Object.entries(values).map(([field, text]) => {
    const words = new Set(wordsIn(text));
    const isNamed = persons.some((person) => person.every((word) => words.has(word)));
    return [field, isNamed ? SUPPRESSED_TEXT : text] as const;
  });
  return Object.fromEntries(shownTexts);
}

/** @param names of persons, as the register's lists write them. None: the same filings. */
export function withoutSuppressedNames(
  filings: readonly NamedRecord<FilingRecord>[],
  names: readonly string[],
): readonly NamedRecord<FilingRecord>[] {
  if (names.length === 0) return filings;
  const persons = names.map(identifyingWords).filter((words) => words.length > 0);
  if (persons.length === 0) return filings;
  return filings.map((filing) => ({
    ...filing,
    data: { ...filing.data, values: withoutNames(filing.data.values, persons) },
  }));
}
