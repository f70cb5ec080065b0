import { serve } from '../../platform/threads/serve.js';
import { pageReader } from './page-reader.service.js';

serve(pageReader);
