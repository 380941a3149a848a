/** Which addresses may be connected to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressGuard, scopeOfAddress } from '../../../src/lib/address-guard.ts';

describe('the scope of an address', () => {
  it.each([
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['ff02::1', 'never'],
    ['not-an-address', 'never'],
    ['169.254.169.254', 'link_local'],
    ['::ffff:169.254.169.254', 'link_local'],
    ['::ffff:a9fe:a9fe', 'link_local'],
    ['64:ff9b::a9fe:a9fe', 'link_local'],
    ['fe80::1', 'link_local'],
    ['fd00:ec2::254', 'link_local'],
    ['127.0.0.1', 'loopback'],
    ['127.8.9.10', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['172.32.0.1', 'public'],
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
  ])('%s is %s', (address, scope) => {
    expect(scopeOfAddress(address)).toBe(scope);
  });

  it('is the same for an IPv4 address and its IPv6 spellings', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const scope = scopeOfAddress(address);
        expect(scopeOfAddress(`::ffff:${address}`)).toBe(scope);
        expect(scopeOfAddress(`::ffff:${words}`)).toBe(scope);
      }),
    );
  });
});

describe('the guard of a name', () => {
  it('refuses a name that only points where no machine is', () => {
    const guard = createAddressGuard('worker.example');
    expect(guard.judge([])).toMatchObject({ ok: false });
    expect(guard.judge(['0.0.0.0'])).toMatchObject({ ok: false });
    expect(guard.judge(['169.254.169.254'])).toEqual({
      ok: false,
      reason:
        'worker.example points to 169.254.169.254, which is a link-local address; it is not connected to',
    });
  });

  it('refuses a public name that later points inwards, and says what it was', () => {
    const guard = createAddressGuard('worker.example');
    expect(guard.judge(['93.184.216.34'])).toMatchObject({ ok: true });
    for (const inward of ['127.0.0.1', '10.0.0.1', '::ffff:192.168.1.1']) {
      expect(guard.judge([inward])).toMatchObject({
        ok: false,
        reason: expect.stringContaining('while it was public before') as string,
      });
    }
    expect(guard.judge(['93.184.216.35'])).toMatchObject({ ok: true });
  });

  it('lets a machine move within its own network', () => {
    const guard = createAddressGuard('gpu-box');
    expect(guard.judge(['192.168.1.7'])).toMatchObject({ ok: true });
    expect(guard.judge(['10.3.0.9'])).toEqual({ ok: true, addresses: ['10.3.0.9'] });
  });

  it('answers only with the addresses that pass', () => {
    const guard = createAddressGuard('worker.example');
    expect(guard.judge(['169.254.169.254', '93.184.216.34'])).toEqual({
      ok: true,
      addresses: ['93.184.216.34'],
    });
  });
});
