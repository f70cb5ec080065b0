import { serve } from '../../threads/serve.js';
import { coordinationService } from './coordination-service.js';

serve(coordinationService);
