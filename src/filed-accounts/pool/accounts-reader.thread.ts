import { serve } from '../../platform/threads/serve.js';
import { accountsReader } from './accounts-reader.service.js';

serve(accountsReader);
