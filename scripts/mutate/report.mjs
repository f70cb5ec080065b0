/** What became of mutants, by file, as lines. */

const shortly = (text) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
};
export const described = ({ file, line, original, replacement }) =>
  `${file}:${line} ${shortly(original)} -> ${replacement === '' ? 'left out' : shortly(replacement)}`;

function tallyOf(mutants) {
  const tally = { killed: 0, 'timed out': 0, lived: 0, 'not reached': 0, equivalent: 0 };
  for (const { outcome } of mutants) tally[outcome] += 1;
  return tally;
}

const inWords = (tally) =>
  Object.entries(tally)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

/** Tells of each file, each mutant that lived, and the whole; says how many lived. Known equivalents don't count. */
export function reported(name, mutants, say) {
  for (const file of new Set(mutants.map((mutant) => mutant.file)))
    say(`  ${file}: ${inWords(tallyOf(mutants.filter((mutant) => mutant.file === file)))}`);
  const tally = tallyOf(mutants);
  const lived = tally.lived + tally['not reached'];
  const counted = mutants.length - tally.equivalent;
  const score = counted === 0 ? 100 : Math.floor((1000 * (counted - lived)) / counted) / 10;
  say(`${name}: ${inWords(tally)}; ${score} % seen`);
  return lived;
}
