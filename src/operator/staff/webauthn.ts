/** The used parts of @simplewebauthn/server. In a bundle only a module of our own can be loaded late. */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
