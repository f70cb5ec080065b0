/** Lists the companies that a fetch asks about: those in a file, or those of the edition in force. */
import { readFileSync } from 'node:fs';
import { errorMessage } from '../../../../platform/src/errors/error-code.js';
import { companyNumberProblem, parseWrittenNumber } from '../../../../words/src/company-number.js';
import { activeEdition, editionPath } from '../../sources/kit/editions/edition.js';
import { sourceNamed } from '../../sources/index.js';
import { NotDone, WrongRequest } from '../../../../platform/src/errors/refusal.js';
import { fetchedSource, type FetchedSourceName } from './fetched-sources.js';

/** Reads a file with a company number a line. Returns each once, in the file's order. @throws WrongRequest */
export function numbersInFile(path: string): readonly string[] {
  const numbers = new Set<string>();
  for (const [index, text] of linesIn(path).entries()) {
    const word = text.trim();
    if (word === '') continue;
    const number = parseWrittenNumber(word);
    if (number === null)
      throw new WrongRequest('wrong_numbers', `${path} line ${index + 1}: ${companyNumberProblem(word)}`);
    numbers.add(number);
  }
  if (numbers.size === 0) throw new WrongRequest('wrong_numbers', `${path} holds no company number.`);
  return [...numbers];
}

function linesIn(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n');
  } catch (error) {
    throw new WrongRequest('missing_file', `${path} can't be read: ${errorMessage(error)}`);
  }
}

/** Lists companies that may have such records. @throws NotDone where no edition of companies is in force */
export function numbersOnFile(dataDir: string, source: FetchedSourceName): readonly string[] {
  const companies = sourceNamed('companies');
  const id = activeEdition(dataDir, companies.name);
  if (id === null)
    throw new NotDone(
      'no_edition',
      'No edition of companies is in force: import one, or name the companies with --numbers.',
    );
  const edition = companies.open(editionPath(dataDir, companies.name, id));
  try {
    const { needs } = fetchedSource(source);
    const numbers: string[] = [];
    for (const company of edition.each()) if (needs(company)) numbers.push(company.number);
    return numbers;
  } finally {
    edition.close();
  }
}
