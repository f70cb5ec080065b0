/**
 * Whether a password is easily guessed: a common one, a pattern of the keyboard, or words that everybody here knows.
 * Import it where it is needed: its list of common passwords takes memory.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Of 4: a guesser who has the hash needs 100 million tries or more. */
const LEAST_SCORE = 3;
/** Characters that stay of a good password without the words that everybody knows. */
const LEAST_OF_ITS_OWN = 8;
const SHORTEST_WORD = 3;
const SERVICE_WORDS = ['company', 'data', 'console', 'password'];

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param known words of the user and of this deployment, such as the name and the console's host */
export function isGuessable(password: string, known: readonly string[]): boolean {
  const words = [...known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]), ...SERVICE_WORDS]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
  if (own.length < LEAST_OF_ITS_OWN) return true;
  return guesser.check(password, words).score < LEAST_SCORE;
}
