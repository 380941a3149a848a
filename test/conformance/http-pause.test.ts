/** Taking no new connections for a while, and taking them again at the same address. */
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/soak/free-port.ts';
import { plain, type Running, startTransport, transportNames } from '../support/http.ts';
import { patienceMs } from '../support/patience.ts';

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe.each(transportNames)('the %s transport', (name) => {
  let server: Running;
  afterEach(() => server.stop());

  it('refuses connections while it pauses, serves those it has, and goes on', async () => {
    server = await startTransport(
      name,
      { request: () => plain(200, 'ok') },
      { port: await freePort() },
    );
    const { port, transport } = server;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const request = get({ host: '127.0.0.1', port, agent }, (response) => {
          response.resume().once('end', () => resolve(request.reusedSocket));
        }).once('error', reject);
      });
    expect(await ask()).toBe(false);
    transport.pause();
    transport.pause();
    expect(await isTaken(port)).toBe(false);
    expect(await ask()).toBe(true);
    await transport.resume();
    await transport.resume();
    expect(await isTaken(port)).toBe(true);
    expect(await ask()).toBe(true);
    agent.destroy();
  });

  it('takes no port that another has', async () => {
    const port = await freePort();
    server = await startTransport(name, { request: () => plain(200, 'ok') }, { port });
    await expect(
      startTransport(name, { request: () => plain(200, 'other') }, { port }),
    ).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
  });

  it('closes while it pauses, and does not listen again', async () => {
    server = await startTransport(
      name,
      { request: () => plain(200, 'ok') },
      { port: await freePort() },
    );
    const { port, transport } = server;
    transport.pause();
    expect(await transport.close({ deadlineMs: patienceMs })).toMatchObject({ clean: true });
    await transport.resume();
    expect(await isTaken(port)).toBe(false);
  });
});
