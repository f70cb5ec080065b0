/** Mutants that change nothing anybody can see, with the reason. A line that is changed is judged again. */
const EQUIVALENT = [];

/** Why this mutant changes nothing, where that is known. */
export const equivalenceOf = ({ file, original, replacement }) =>
  EQUIVALENT.find(
    (known) => known.file === file && known.original === original && known.replacement === replacement,
  )?.why;
