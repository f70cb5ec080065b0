import { serve } from '../../threads/serve.js';
import { writerService } from './writer-service.js';

serve(writerService);
