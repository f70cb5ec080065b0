/** Finds the company's directors on pages. Surnames alone don't count. Common names are no hard match. */
import { personName, type PersonName } from '../../../../words/src/names/person-name.js';
import type { HardMatch } from './site-verdict.js';
import { isLegalBlock, sightingOf, type SiteText, type WordRun } from './site-words.js';
import commonNames from './common-names.json';

export interface DirectorEvidence {
  readonly match: 'full' | 'initial' | null;
  /** The hard match; null: the name is too common, or not where sites name their operator. */
  readonly hard: HardMatch | null;
}

const COMMON_SURNAMES: ReadonlySet<string> = new Set(commonNames.surnames);
const COMMON_FORENAMES: ReadonlySet<string> = new Set(commonNames.forenames);

const isCommon = ({ surname, forename }: PersonName): boolean =>
  COMMON_SURNAMES.has(surname) && COMMON_FORENAMES.has(forename);

/** The maximum words between forename and surname, such as middle names. */
const MAX_BETWEEN = 2;

function namesPerson({ words }: WordRun, person: PersonName, isForename: (word: string) => boolean): boolean {
  const last = person.surname.split(' ');
  return words.some(
    (word, at) =>
      isForename(word) &&
      Array.from({ length: MAX_BETWEEN + 1 }, (_, between) => at + 1 + between).some((start) =>
        last.every((part, offset) => words[start + offset] === part),
      ),
  );
}

const namesOperator = (run: WordRun): boolean => run.page === 'team' || isLegalBlock(run);

/** @param directors the names in the register's form */
export function directorEvidence(
  text: Pick<SiteText, 'runsWithLetters'>,
  directors: readonly string[],
): DirectorEvidence {
  let match: DirectorEvidence['match'] = null;
  for (const person of directors.flatMap((name) => personName(name) ?? [])) {
    const runs = text.runsWithLetters(person.surname.replaceAll(' ', ''));
    const namingRuns = runs.filter((run) => namesPerson(run, person, (word) => word === person.forename));
    const operator = namingRuns.find(namesOperator);
    if (namingRuns.length > 0) match = 'full';
    if (operator !== undefined && !isCommon(person)) {
      const sighting = sightingOf(operator, [person.forename]);
      return { match: 'full', hard: { key: 'director', surname: person.surname, ...sighting } };
    }
    if (match === null) {
      const initial = person.forename.charAt(0);
      const run = runs
        .filter(namesOperator)
        .find((candidate) => namesPerson(candidate, person, (word) => word === initial));
      if (run !== undefined) match = 'initial';
    }
  }
  return { match, hard: null };
}
