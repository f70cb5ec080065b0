import { testCursors } from '../../support/refusals/pages.js';

testCursors('results');
