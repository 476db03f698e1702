/** What stands beside a body whose hash is searched. */
export const PLACE = {
  path: '/v1/x',
  method: 'POST',
  apiKey: 'key-1',
  idempotencyKey: 'order-0001',
  timestamp: '1714564800123',
};
