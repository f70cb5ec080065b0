import { serve } from '../../platform/threads/serve.js';
import { companiesLoader } from './companies-loader.service.js';

serve(companiesLoader);
