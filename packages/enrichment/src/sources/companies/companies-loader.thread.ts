import { serve } from '../../../../platform/src/threads/serve.js';
import { companiesLoader } from './companies-loader.service.js';

serve(companiesLoader);
