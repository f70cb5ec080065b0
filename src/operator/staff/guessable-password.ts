/**
 * Detects passwords that are easily guessed: common ones, keyboard patterns, or words that everybody here
 * knows. Import this module only when it is needed: its list of common passwords takes memory.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The least accepted zxcvbn score of 0 to 4: a guesser with the hash needs 100 million tries or more. */
const MIN_SCORE = 3;
/** The minimum number of characters beside the words that are easy to guess. */
const MIN_OWN_CHARACTERS = 8;
const MIN_WORD_LENGTH = 3;
const SERVICE_WORDS = ['company', 'data', 'console', 'password'];

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param userWords words of the user and of this deployment, such as the name and the console's host */
export function isGuessable(password: string, userWords: readonly string[]): boolean {
  const words = [...userWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]), ...SERVICE_WORDS]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
  // Wide letters and separators, as in `pass word 1234`, hide nothing from a guesser.
  const plain = password.normalize('NFKC').replaceAll(/[\s._-]+/g, '');
  return [password, plain].some((form) => {
    const remainder = words.reduce((rest, word) => rest.replaceAll(word, ''), form.toLowerCase());
    return remainder.length < MIN_OWN_CHARACTERS || guesser.check(form, words).score < MIN_SCORE;
  });
}
