// Signing in Node.js: the public face of this folder. A browser imports `portable.ts`.
export * from './portable.js';
export { bodyHash, createSigner, createVerifier, signRequest } from './sign.js';
