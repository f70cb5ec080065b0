/** What is used of @simplewebauthn/server, in a module of our own: only such a one can be loaded late in a bundle. */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
