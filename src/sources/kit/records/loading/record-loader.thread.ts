import { serve } from '../../../../platform/threads/serve.js';
import { recordLoader, type RecordLoaderSettings } from './record-loader.service.js';

serve<RecordLoaderSettings>((settings) => recordLoader(settings));
