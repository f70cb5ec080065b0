/** Starts that fail, on the embedded stores. */
import { failingStarts } from './failing-starts.js';

jest.setTimeout(120_000);

failingStarts(() => ({}));
