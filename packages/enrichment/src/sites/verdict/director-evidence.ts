/** Decides whether pages name the company's directors. Bare surnames and common names don't count. */
import { personName, type PersonName } from '../../../../words/src/names/person-name.js';
import type { HardMatch } from './site-verdict.js';
import { isLegalBlock, sightingOf, type SiteText, type WordRun } from './site-words.js';
import commonNames from './common-names.json';

export interface DirectorEvidence {
  readonly match: 'full' | 'initial' | null;
  /** Null where the name is too common, or stands where no site says who runs it. */
  readonly hard: HardMatch | null;
}

const COMMON_SURNAMES: ReadonlySet<string> = new Set(commonNames.surnames);
const COMMON_FORENAMES: ReadonlySet<string> = new Set(commonNames.forenames);

const isCommon = ({ surname, forename }: PersonName): boolean =>
  COMMON_SURNAMES.has(surname) && COMMON_FORENAMES.has(forename);

/** Middle names and initials may stand between. */
const MAX_BETWEEN = 2;

function standsIn({ words }: WordRun, person: PersonName, first: (word: string) => boolean): boolean {
  const last = person.surname.split(' ');
  return words.some(
    (word, at) =>
      first(word) &&
      Array.from({ length: MAX_BETWEEN + 1 }, (_, between) => at + 1 + between).some((start) =>
        last.every((part, offset) => words[start + offset] === part),
      ),
  );
}

const saysWhoRuns = (run: WordRun): boolean => run.page === 'team' || isLegalBlock(run);

/** @param directors names as the register writes them */
export function directorEvidence(
  text: Pick<SiteText, 'bearing'>,
  directors: readonly string[],
): DirectorEvidence {
  let match: DirectorEvidence['match'] = null;
  for (const person of directors.flatMap((name) => personName(name) ?? [])) {
    const runs = text.bearing(person.surname.replaceAll(' ', ''));
    const named = runs.filter((run) => standsIn(run, person, (word) => word === person.forename));
    const operator = named.find(saysWhoRuns);
    if (named.length > 0) match = 'full';
    if (operator !== undefined && !isCommon(person)) {
      const sighting = sightingOf(operator, [person.forename]);
      return { match: 'full', hard: { key: 'director', surname: person.surname, ...sighting } };
    }
    if (match === null) {
      const initial = person.forename.charAt(0);
      const run = runs
        .filter(saysWhoRuns)
        .find((candidate) => standsIn(candidate, person, (word) => word === initial));
      if (run !== undefined) match = 'initial';
    }
  }
  return { match, hard: null };
}
