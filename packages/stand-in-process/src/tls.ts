/** The certificate that stand-ins with TLS show. */
import { join } from 'node:path';

/** Signs itself; made for tests, so its key is no secret. */
export const TLS_CERTIFICATE = join(__dirname, '../tls/certificate.pem');
export const TLS_KEY = join(__dirname, '../tls/key.pem');
