/** Starts that fail, on the embedded stores. */
import { failingStarts } from './failing-starts.js';

failingStarts(() => ({}));
