import { serve } from '../../threads/serve.js';
import { readingsService } from './readings-service.js';

serve(readingsService);
