// Intents: the public face of this folder.
export type { ClientIntroduction, ClientUnderTest, IntentReply } from './client-under-test.js';
export * from './operations.js';
export { requestParamsOf } from './request-params.js';
export { startClient } from './start-client.js';
