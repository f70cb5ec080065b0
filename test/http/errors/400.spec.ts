import { testCursors } from '../../support/refusals/pages.js';

testCursors('errors');
