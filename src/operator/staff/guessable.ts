/**
 * Detects passwords that are easily guessed: common ones, keyboard patterns, or words that everybody here
 * knows. Import this module only when it is needed: its list of common passwords takes memory.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The least accepted zxcvbn score of 0 to 4: a guesser with the hash needs 100 million tries or more. */
const LEAST_SCORE = 3;
/** The least number of characters beside the words that everybody knows. */
const LEAST_OWN_CHARACTERS = 8;
const SHORTEST_WORD = 3;
const SERVICE_WORDS = ['company', 'data', 'console', 'password'];

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param userWords words of the user and of this deployment, such as the name and the console's host */
export function isGuessable(password: string, userWords: readonly string[]): boolean {
  const words = [...userWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]), ...SERVICE_WORDS]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
  if (own.length < LEAST_OWN_CHARACTERS) return true;
  return guesser.check(password, words).score < LEAST_SCORE;
}
