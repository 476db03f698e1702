import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Presence } from './presence.js';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe('the presence of a target', () => {
  it('is given while something listens, whatever it does with connections', async () => {
    const { url } = await listening();
    expect(await new Presence(url).gone()).toBeUndefined();
  });

  it('ends with the target, for one cause that says what to do', async () => {
    const { url, close } = await listening();
    await close();
    const presence = new Presence(url);
    const [first, second] = await Promise.all([presence.gone(), presence.gone()]);
    expect(first).toBe(`nothing listens at ${url} any more: the target ended during the run; start it, and run again`);
    expect(second).toBe(first);
  });
});
