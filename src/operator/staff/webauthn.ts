/** Re-exports parts of @simplewebauthn/server, so that a bundle can load the library on first use. */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
