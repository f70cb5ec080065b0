import { serve } from '../../threads/serve.js';
import { readerService } from './reader-service.js';

serve(readerService);
