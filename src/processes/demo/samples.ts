/** Paths of the sample files that ship with the project. */
import { join } from 'node:path';

/** A file by its path in `samples/`. */
export const sampleFile = (path: string): string => join(__dirname, '..', '..', '..', '..', 'samples', path);

export const sampleRegister = (): string => sampleFile('BasicCompanyData-2020-05-01-sample.csv');
